import HTTPSemantics
import HTTPServer
import Synchronization

/// A server on a free port with routes that show what they got.
struct ServerFixture {
    let server: Server
    let gate = Gate()

    init(_ change: (inout ServerConfiguration) -> Void = { _ in }) throws {
        var configuration = ServerConfiguration()
        configuration.port = 0
        change(&configuration)
        let gate = gate
        let routes = [
            Route(.get, "/", .immediate { _ in .text("root") }),
            Route(.get, "/items", .immediate { .text("items \($0.rawQuery)") }),
            Route(.post, "/items", .immediate { .text("posted \($0.content.count)") }),
            Route(.get, "/items/special", .immediate { _ in .text("special") }),
            Route(.get, "/items/{id}", .immediate { .text("item \($0.pathParameters["id"] ?? "")") }),
            Route(
                .get, "/items/{id}/part/{part}",
                .immediate { request in
                    .text("\(request.pathParameters["id"] ?? "") \(request.pathParameters["part"] ?? "")")
                }),
            Route(
                .get, "/agent", reading: [.userAgent, .cookie],
                .immediate { request in
                    .text(request.headerFields.map { "\($0.name.canonicalName)=\($0.value)" }.joined(separator: "|"))
                }),
            Route(.get, "/address", .immediate { .text($0.remoteAddress) }),
            Route(
                .post, "/later",
                .deferred { request in
                    await Task.yield()
                    return .text("later \(request.content.count)")
                }),
            Route(
                .get, "/gate",
                .deferred { _ in
                    await gate.wait()
                    return .text("through")
                }),
        ]
        server = try Server(configuration, router: Router(routes))
    }

    var port: UInt16 { server.port }
}

extension ServerResponse {
    static func text(_ text: String) -> ServerResponse {
        ServerResponse(headerFields: [.contentType: "text/plain; charset=utf-8"], content: Array(text.utf8))
    }
}

/// Holds handlers until it is opened, and tells when one has arrived.
final class Gate: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let opening = AsyncStream<Void>.makeStream()

    func wait() async {
        arrivals.continuation.yield()
        for await _ in opening.stream { break }
    }

    func arrived() async { for await _ in arrivals.stream { break } }
    func open() { opening.continuation.finish() }
}
