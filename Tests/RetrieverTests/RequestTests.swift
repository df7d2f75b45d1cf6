import Foundation
import Retriever
import TestSupport
import Testing

@Suite("What goes out")
struct RequestTests {
    /// The request as the server saw it.
    private func sent(
        _ method: HTTPRequest.Method, path: String = "/x", fields: HTTPFields = [:], content: RequestContent? = nil
    ) async throws -> ServedConnection.Request {
        let server = try RawServer.echo()
        defer { server.stop() }
        let response = try await HTTPClient().send(method, to: server.url + path, headerFields: fields, content: content)
        let text = try await response.text()
        let parts = text.components(separatedBy: "\r\n\r\n")
        return ServedConnection.Request(head: parts[0], body: Array(parts.dropFirst().joined(separator: "\r\n\r\n").utf8))
    }

    @Test(
        "Every method reaches the server as it is",
        arguments: ["GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "QUERY", "PURGE", "m-search"])
    func methods(name: String) async throws {
        let request = try await sent(#require(HTTPRequest.Method(name)))
        #expect(request.line == "\(name) /x HTTP/1.1")
    }

    @Test("CONNECT names an authority") func connectTarget() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let text = try await HTTPClient().send(.connect, to: server.url).text()
        #expect(text.hasPrefix("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n"))
    }

    @Test(
        "Content-Length is right, also 0", arguments: ["POST", "PUT", "PATCH", "QUERY"],
        [nil, 0, 1, 65_535, 65_536, 65_537, 3_000_000])
    func contentLength(name: String, count: Int?) async throws {
        let content = count.map { RequestContent(Array(repeating: UInt8(ascii: "x"), count: $0)) }
        let request = try await sent(#require(HTTPRequest.Method(name)), content: content)
        #expect(request.values("Content-Length") == ["\(count ?? 0)"])
        #expect(request.values("Transfer-Encoding").isEmpty)
        #expect(request.body.count == count ?? 0)
        #expect(request.values("Content-Type").isEmpty)
    }

    @Test("A GET without content says nothing of content") func getHasNoContent() async throws {
        let request = try await sent(.get)
        #expect(request.values("Content-Length").isEmpty && request.values("Content-Type").isEmpty)
        #expect(request.values("Expect").isEmpty)
        #expect(request.values("User-Agent") == ["Retriever/\(RetrieverVersion.current)"])
        #expect(request.values("Accept-Encoding").first?.contains("zstd") == true)
    }

    @Test("Fields keep order, repetition, case and emptiness; the caller's win") func fields() async throws {
        var fields: HTTPFields = [:]
        for (name, value) in [("x-a", "1"), ("X-B", ""), ("X-A", "2"), ("user-agent", "me"), ("Content-Length", "99")] {
            let name = try #require(HTTPField.Name(name))
            fields.append(try #require(HTTPField(name: name, value: value)))
        }
        let request = try await sent(.post, fields: fields, content: .text("ü"))
        #expect(
            request.head.components(separatedBy: "\r\n").filter { $0.lowercased().hasPrefix("x-") } == [
                "x-a: 1", "X-B:", "X-A: 2",
            ])
        #expect(request.values("User-Agent") == ["me"])
        #expect(request.values("Content-Length") == ["2"])
        #expect(request.values("Content-Type") == ["text/plain; charset=utf-8"])
    }

    @Test("All lines of a client's own fields are sent, those of the request instead of them") func clientFields() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let name = try #require(HTTPField.Name("X-A"))
        var configuration = HTTPClient.Configuration()
        configuration.headerFields = [name: "1", name: "2"]
        let client = HTTPClient(configuration: configuration)
        #expect(try await client.get(server.url).text().contains("X-A: 1\r\nX-A: 2\r\n"))
        let own = try await client.get(server.url, headerFields: [name: "3"]).text()
        #expect(own.contains("X-A: 3\r\n") && !own.contains("X-A: 1"))
    }

    @Test("Targets are texts, URLs of Foundation or our own") func targets() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let client = HTTPClient()
        let target = server.url + "/Мост/Play some \"Abba\"?x=a b#top"
        let expected = "GET /%D0%9C%D0%BE%D1%81%D1%82/Play%20some%20%22Abba%22?x=a%20b&y=%26 HTTP/1.1\r\n"
        #expect(try await client.get(target, query: ["y": "&"]).text().hasPrefix(expected))
        let url = try #require(URL(string: server.url + "/a%20b?c"))
        #expect(try await client.get(url).text().hasPrefix("GET /a%20b?c HTTP/1.1\r\n"))
        #expect(try await client.get(WebURL(target), query: ["y": "&"]).text().hasPrefix(expected))
    }

    @Test("Form and JSON content") func encodedContent() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let client = HTTPClient()
        let form = try await client.post(server.url, form: ["name": "Martin", "age": "29", "q": "a b+c&d=é"]).text()
        #expect(form.contains("Content-Type: application/x-www-form-urlencoded\r\n"))
        #expect(form.hasSuffix("\r\n\r\nname=Martin&age=29&q=a+b%2Bc%26d%3D%C3%A9"))
        let json = try await client.post(server.url, json: ["id": 1]).text()
        #expect(json.contains("Content-Type: application/json\r\n"))
        #expect(json.hasSuffix("\r\n\r\n{\"id\":1}"))
    }

    @Test("What cannot be sent is refused before anything goes out") func invalidRequests() async throws {
        let client = HTTPClient()
        await expectError(.badURL) { try await client.get("ftp://h/") }
        await expectError(.badURL) { try await client.get("no address") }
        await expectError(.badURL) { try await client.get("") }
        await expectError(.invalidRequest) { try await client.send(.trace, to: "http://127.0.0.1/", content: .text("x")) }
        await expectError(.invalidRequest) { try await client.send(.head, to: "http://127.0.0.1/", content: .text("x")) }
        await expectError(.badURL) { try await client.get("http://a%3Ab:c@127.0.0.1/") }
        let encoding = await expectError(.encoding) { try await client.post("http://127.0.0.1/", json: ["secret": [Double.nan]]) }
        #expect(encoding?.message.contains("secret.[0]") == true && encoding?.message.contains("nan") == false)
        await expectError(.invalidRequest) {
            try await client.post("http://127.0.0.1/", content: RequestContent([], contentType: "a\r\nb"))
        }
    }
}

/// Expects a request to fail with a code, and answers the error.
@discardableResult
func expectError(
    _ code: HTTPClientError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
) async -> HTTPClientError? {
    let error = await #expect(throws: HTTPClientError.self, sourceLocation: sourceLocation) { _ = try await body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}
