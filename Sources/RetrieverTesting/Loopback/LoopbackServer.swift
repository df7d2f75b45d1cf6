internal import HTTPServer
public import Retriever

/// A real HTTP/1.1 server on 127.0.0.1, for tests that have to see bytes on a wire: of other clients, of programs, of time limits.
///
///     let server = try LoopbackServer { request in .text("you asked for \(request.url.path)") }
///     server.script.on(.get("/jokes/*"), .text("Ha"))
///     let text = try await client.get(server.url + "/jokes/1").text()
///
/// It listens on a free port when it is made, and stops with ``stop()`` or when nobody holds it any more. Answers are those of a
/// ``ScriptedTransport``: late, streamed, broken off (the connection is closed then) or never. A request that no rule is for gets 500 with
/// the reason. `Content-Length`, `Connection`, `Date` and `Transfer-Encoding` are the server's own, and trailers are not sent.
///
/// A handler is not told when its client goes away before it has answered; it ends with the server.
public final class LoopbackServer: Sendable {
    /// What it answers, and what it was asked.
    public let script: ScriptedTransport
    /// The port it listens on.
    public let port: UInt16
    /// Its address without a path, such as `http://127.0.0.1:40123`.
    public let url: String
    private let server: Server
    private let handlers: LoopbackHandlers

    /// Starts to listen.
    ///
    /// - Throws: ``HTTPClientError`` with code `other` when the system has no port or thread to give.
    public init(_ script: ScriptedTransport = ScriptedTransport()) throws(HTTPClientError) {
        self.script = script
        let handlers = LoopbackHandlers(script)
        self.handlers = handlers
        var configuration = ServerConfiguration()
        configuration.port = 0
        configuration.maximumContentSize = 64 << 20
        configuration.maximumHeadSize = 64 << 10
        configuration.maximumTargetSize = 32 << 10
        let any = Route(.get, "/", reading: nil, .deferred { await handlers.answer($0) })
        do {
            server = try Server(configuration, router: Router([], otherwise: any))
        } catch {
            throw HTTPClientError(.other, error.message, cause: error)
        }
        port = server.port
        url = "http://127.0.0.1:\(server.port)"
    }

    /// Starts to listen, and answers each request that no rule is for with what `answer` makes of it.
    ///
    /// - Throws: As ``init(_:)``.
    public convenience init(
        answering answer: @escaping @Sendable (ReceivedRequest) async throws -> ScriptedAnswer
    ) throws(HTTPClientError) {
        try self.init(ScriptedTransport(otherwise: .choosing(answer)))
    }

    /// Cancels what is being answered.
    deinit {
        guard handlers.cancelAll() else { return }
        Task { [server] in await server.stop(gracePeriod: .seconds(10)) }
    }

    /// All requests so far, in the order in which they came.
    public var requests: [ReceivedRequest] { script.requests }

    /// Cancels what is being answered, and closes all connections and the port. The first call does; others return at once.
    public func stop() async {
        guard handlers.cancelAll() else { return }
        await server.stop(gracePeriod: .seconds(10))
    }
}
