import Retriever
import TestSupport

/// A server that answers as a test's rule says, and remembers what it was asked.
struct RuledServer: Sendable {
    enum Answer: Sendable {
        case respond(String = "200 OK", fields: String = "", body: String = "")
        /// The connection is closed instead.
        case hangUp

        static func redirect(_ location: String, _ status: Int = 302) -> Answer {
            .respond("\(status) There", fields: "Location: \(location)\r\n")
        }
    }

    let server: RawServer
    let seen = Record<ServedConnection.Request>()
    var url: String { server.url }
    var targets: [String] { seen.all.map(\.target) }

    /// - Parameter rule: Is given the request, and how many there were with it.
    init(_ rule: @escaping @Sendable (ServedConnection.Request, _ number: Int) -> Answer) throws {
        let seen = seen
        server = try RawServer { connection in
            while let request = connection.readFramedRequest() {
                seen.append(request)
                switch rule(request, seen.all.count) {
                case .respond(let status, let fields, let body):
                    connection.respond(status, fields: fields, body: request.method == "HEAD" ? "" : body)
                case .hangUp: return
                }
            }
        }
    }

    func stop() { server.stop() }
}

extension HTTPClient {
    /// A client with its own configuration.
    static func with(_ change: (inout Configuration) throws -> Void) rethrows -> HTTPClient {
        var configuration = Configuration()
        try change(&configuration)
        return HTTPClient(configuration: configuration)
    }
}

extension RequestOptions {
    /// Attempts without waits between them.
    static func retrying(_ attempts: Int = 3, _ change: (inout RequestOptions) -> Void = { _ in }) -> RequestOptions {
        var options = RequestOptions()
        options.retries = RetryPolicy(attempts: attempts)
        options.retries.backOff = BackOff(initialDelay: .zero, maximumDelay: .zero)
        change(&options)
        return options
    }

    static func redirecting(
        _ hook: @escaping @Sendable (Redirection) async throws -> RedirectionAction
    ) -> RequestOptions {
        var options = RequestOptions()
        options.onRedirect = hook
        return options
    }
}
