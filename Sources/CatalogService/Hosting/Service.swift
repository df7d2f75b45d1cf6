import CatalogAPI
package import CatalogStore
import HTTPSemantics
import HTTPServer
import Secrets
import Synchronization

/// A running service: its catalogue and its server. (Not called like its module, which could not be named any more.)
package final class Service: Sendable {
    private let catalog: any Catalog
    private let server: Server

    /// `http://HOST:PORT`.
    package var address: String { "http://\(server.authority)" }
    /// The port it listens on.
    package var port: UInt16 { server.port }

    /// Opens the catalogue, adds what is to be imported, and starts to answer.
    ///
    /// - Throws: `ServiceError`, `StoreError` or `ServerError`, each with a sentence for the operator.
    package static func start(_ configuration: ServiceConfiguration) async throws -> Service {
        let catalog = try await CatalogFile.open(configuration.database)
        do {
            if let file = configuration.importFile { try await CatalogFile.add(file: file, to: catalog) }
            return try Service(configuration, catalog: catalog)
        } catch {
            await catalog.close()
            throw error
        }
    }

    /// Starts to answer from a catalogue.
    package init(_ configuration: ServiceConfiguration, catalog: any Catalog) throws {
        guard let key = SecretKey(catalog.voterKey) else { throw ServiceError("The catalogue has no key for voters") }
        let authenticator = Authenticator(catalog: catalog)
        let budget = VoterBudget(limit: configuration.newVotersPerAddress, period: configuration.voterPeriod)
        let authority = Authority()
        let routes =
            JokeRoutes(catalog: catalog).routes
            + VoteRoutes(catalog: catalog, tokens: VoterTokens(key: key), budget: budget).routes
            + CourseRoutes(catalog: catalog, authenticator: authenticator, fallbackAuthority: { authority.text }).routes
            + PageRoutes(catalog: catalog, authenticator: authenticator).routes
        self.catalog = catalog
        server = try Server(configuration.server, router: Router(routes)) { Fault($0.status, $0.detail).response }
        authority.text = server.authority
    }

    /// Finishes the requests that have arrived, then stops and closes the catalogue.
    package func stop() async {
        await server.stop()
        await catalog.close()
    }
}

/// The server's own `host:port`, known only once it listens, which is after its routes are made.
private final class Authority: Sendable {
    private let value = Mutex("")
    var text: String {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
