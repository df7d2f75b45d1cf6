import TestSupport
import Testing

@testable import HTTPServer

@Suite("Streamed content")
struct StreamingTests {
    /// A server whose only handler answers everything.
    private func server(_ handler: @escaping @Sendable (ServerRequest) async -> ServerResponse?) throws -> Server {
        var configuration = ServerConfiguration()
        configuration.port = 0
        return try Server(configuration, router: Router([], otherwise: Route(.get, "/", reading: nil, .deferred(handler))))
    }

    private func response(_ stream: StreamedContent) -> ServerResponse {
        var response = ServerResponse()
        response.stream = stream
        return response
    }

    @Test("Content is sent as it is written, with its length or in chunks", arguments: [6, nil])
    func asWritten(length: Int?) async throws {
        let stream = StreamedContent(length: length)
        let response = response(stream)
        let server = try server { _ in response }
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await stream.write(Array("abc".utf8)))
        #expect(await stream.write([]))
        #expect(await stream.write(Array("def".utf8)))
        stream.finish()
        let answer = try await connection.response()
        #expect(answer["content-length"] == length.map { "\($0)" })
        #expect(answer["transfer-encoding"] == (length == nil ? "chunked" : nil))
        #expect(answer.text == (length == nil ? "" : "abcdef"))  // it knows no chunks
        await server.stop()
    }

    @Test("Content that fails closes the connection, also one that rests") func failing() async throws {
        let stream = StreamedContent(length: 6)
        let response = response(stream)
        let server = try server { _ in response }
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await stream.write(Array("abc".utf8)))
        stream.fail()
        await #expect(throws: RawHTTPError.self) { try await connection.response() }
        await server.stop()
    }

    @Test("A handler without a response closes the connection") func noResponse() async throws {
        let server = try server { _ in nil }
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await #expect(throws: RawHTTPError.self) { try await connection.response() }
        await server.stop()
    }

    @Test("Who writes waits for the client, and is told when it goes away") func backPressure() async throws {
        let stream = StreamedContent(length: nil)
        let response = response(stream)
        let server = try server { _ in response }
        var connection: RawConnection? = try RawConnection(port: server.port)
        connection?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let writer = Task {
            var count = 0
            while await stream.write([UInt8](repeating: 1, count: 100_000)) { count += 1 }
            return count
        }
        #expect(await connection?.isClosed(within: 0) == false)
        connection = nil
        // What fits into the buffers of both sockets, and no more.
        #expect(await writer.value < 1000)
        await server.stop()
    }

    @Test("A handler for everything sees any method, path and field") func everything() async throws {
        let server = try server { request in
            .text(
                "\(request.method) \(request.path) \(request.headerFields.map { "\($0.name)=\($0.value)" }.joined(separator: ","))"
            )
        }
        let connection = try RawConnection(port: server.port)
        connection.send("BREW /a/b%2Fc HTTP/1.1\r\nHost: a\r\nX: 1\r\nx: 2\r\nEmpty:\r\n\r\n")
        #expect(try await connection.response().text == "BREW /a/b%2Fc Host=a,X=1,x=2,Empty=")
        await server.stop()
    }

    @Test("Routes go before the handler for everything") func routesFirst() throws {
        let routes = [Route(.get, "/a", .immediate { _ in .text("") })]
        let router = Router(routes, otherwise: Route(.get, "/any", .immediate { _ in .text("") }))
        guard case .route(let found, _) = router.match(.post, path: "/a"),
            case .route(let other, _) = router.match(.get, path: "/a")
        else {
            Issue.record("no route")
            return
        }
        #expect(found.path == "/any")
        #expect(other.path == "/a")
    }
}
