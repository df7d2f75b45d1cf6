import Retriever
import Synchronization

/// Clients by their configuration, so that requests of one kind share connections.
final class Clients: Sendable {
    /// What of a request is configured for a whole client.
    struct Settings: Hashable, Sendable {
        var proxy: String?
        var authoritiesFile: String?
        var certificateFile: String?
        var keyFile: String?
        var remembersResponses = false
    }

    private let clients = Mutex<[Settings: HTTPClient]>([:])

    /// - Throws: When `settings` name no proxy.
    func client(_ settings: Settings) throws -> HTTPClient {
        try clients.withLock { clients in
            if let client = clients[settings] { return client }
            var configuration = HTTPClient.Configuration()
            configuration.proxy = try settings.proxy.map { .proxy(try Proxy($0)) } ?? .none
            configuration.authoritiesFile = settings.authoritiesFile
            configuration.tls.identity = settings.certificateFile.map {
                ClientIdentity(certificateFile: $0, keyFile: settings.keyFile)
            }
            configuration.cache = settings.remembersResponses ? HTTPCache() : nil
            let client = HTTPClient(configuration: configuration)
            clients[settings] = client
            return client
        }
    }

    func answer(_ operation: String) -> JSON.Object {
        guard operation == "reset" else { return ["error": .string("no such operation: \(operation)"), "kind": "other"] }
        // Idle connections close with their clients.
        clients.withLock { $0 = [:] }
        return [:]
    }
}
