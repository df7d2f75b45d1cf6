import Foundation
import Retriever
import TestSupport
import Testing

@Suite("What comes back")
struct ResponseTests {
    private func response(_ bytes: String, method: HTTPRequest.Method = .get) async throws -> CollectedResponse {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write(bytes)
        }
        defer { server.stop() }
        return try await HTTPClient().send(method, to: server.url).collected()
    }

    @Test("Fields are read as servers send them") func fields() async throws {
        let response = try await response(
            "HTTP/1.1 200\r\nSet-Cookie: a=1\r\nset-cookie:b=2\r\nX-OdD:  v \r\nX-Fold: a\r\n  b\r\nX-Latin: \u{E9}\r\nX-Empty:\r\n"
                + "Content-Length: 2\r\n\r\nok")
        #expect(response.status == 200)
        #expect(response.status.reasonPhrase.isEmpty)
        #expect(response.headerFields[values: .setCookie] == ["a=1", "b=2"])
        #expect(try response.headerFields[#require(HTTPField.Name("x-odd"))] == "v")
        #expect(try response.headerFields[#require(HTTPField.Name("X-Fold"))] == "a b")
        #expect(try response.headerFields[#require(HTTPField.Name("X-Latin"))] == "é")
        #expect(try response.headerFields[#require(HTTPField.Name("X-Empty"))] == "")
        #expect(response.text == "ok")
    }

    @Test("A field that a server cut with CR or NUL can be sent back without harm") func controlCharactersInFields() async throws
    {
        let response = try await response("HTTP/1.1 200 OK\r\nETag: \"a\rX-Injected: 1  b\"\r\nContent-Length: 0\r\n\r\n")
        let value = try #require(response.headerFields[.eTag])
        #expect(value == "\"a X-Injected: 1  b\"")
        var fields = HTTPFields()
        fields[.eTag] = value
        #expect(fields.count == 1)
    }

    @Test("Content without a response is an error, however much of it comes") func switchingProtocolsUnasked() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
            connection.write([UInt8](repeating: 7, count: 1 << 20))
            connection.waitForClose()
        }
        defer { server.stop() }
        await expectError(.badResponse) { try await HTTPClient().get(server.url).collected() }
    }

    @Test("Interim responses are passed over") func interimResponses() async throws {
        let response = try await response(
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        #expect(response.status == 200)
        #expect(response.headerFields.map(\.name.rawName) == ["Content-Length"])
    }

    @Test(
        "Framing, RFC 9112 §6",
        arguments: [
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: t\r\n\r\n", "abcde"),
            ("HTTP/1.0 200 OK\r\n\r\nuntil close", "until close"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""),
            ("HTTP/1.1 204 No Content\r\n\r\n", ""),
            ("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", ""),
        ])
    func framing(bytes: String, content: String) async throws {
        #expect(try await response(bytes).text == content)
    }

    @Test("HEAD has no content whatever Content-Length says") func head() async throws {
        let response = try await response("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", method: .head)
        #expect(response.content.isEmpty)
        #expect(response.headerFields[.contentLength] == "5")
    }

    @Test(
        "What is no response is an error",
        arguments: [
            ("", HTTPClientError.Code.connectionLost), ("garbage\r\n\r\n", .badResponse),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", .connectionLost),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope", .badResponse),
        ])
    func brokenResponses(bytes: String, code: HTTPClientError.Code) async throws {
        await expectError(code) { try await response(bytes) }
    }

    @Test("Text by its charset") func charsets() async throws {
        let latin = try await response(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=ISO-8859-1\r\nContent-Length: 2\r\n\r\né")
        #expect(latin.text == "Ã©")
        #expect(try await response("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\né").text == "é")
    }

    @Test("More content than wanted is an error that names the limit") func contentLimit() async throws {
        let server = try RawServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + String(repeating: "x", count: 100))
        defer { server.stop() }
        let client = HTTPClient()
        #expect(try await client.get(server.url).collected(upTo: 100).content.count == 100)
        let error = await expectError(.contentTooLarge) { try await client.get(server.url).collected(upTo: 99) }
        #expect(error?.message.contains("99") == true)
    }

    private struct Answer: Codable, Equatable {
        struct Value: Codable, Equatable { var id: Int }
        var type: String
        var value: [Value]
    }

    private static func json(_ text: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }

    @Test("JSON becomes a value") func decoding() async throws {
        let answer: Answer = try await response(Self.json(#"{"type":"success","value":[{"id":201}],"more":1}"#)).decoded()
        #expect(answer == Answer(type: "success", value: [.init(id: 201)]))
    }

    @Test(
        "A decoding error names the key",
        arguments: [
            (#"{"type":"x"}"#, "value"), (#"{"type":"x","value":[{"id":1},{}]}"#, "value[1].id"),
            (#"{"type":"x","value":[{"id":"1"}]}"#, "value[0].id"), (#"{"type":null,"value":[]}"#, "type"), ("{", "JSON"),
            ("", "no content"),
        ])
    func decodingErrors(text: String, named: String) async throws {
        let response = try await response(Self.json(text))
        let error = await expectError(.decoding) { try response.decoded(as: Answer.self) }
        #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
        #expect(error?.cause != nil)
    }

    @Test("A wrong status is refused with the first bytes") func wrongStatus() async throws {
        let long = String(repeating: "secret ", count: 1000)
        let server = try RawServer.answering(Self.json(long, status: "503 Busy"))
        defer { server.stop() }
        let error = await expectError(.status) { try await HTTPClient().get(server.url + "/p?q=1").decoded(as: Answer.self) }
        #expect(error?.status == 503)
        #expect(error?.contentPrefix == Array(long.utf8.prefix(HTTPClientError.contentPrefixLimit)))
        #expect(error.map { "\($0)" } == "http://127.0.0.1:\(server.port)/p answered 503 Busy")
        #expect(error?.debugDescription.contains("secret") == true)
        #expect(try await HTTPClient().get(server.url).text() == long)
    }

    @Test("No content is nil where nil is a value", arguments: ["204 No Content", "205 Reset Content", "200 OK"])
    func emptyContent(status: String) async throws {
        let response = try await response("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
        #expect(try response.decoded(as: Answer?.self) == nil)
        await expectError(.decoding) { try response.decoded(as: Answer.self) }
    }

    @Test("zstd is decoded") func zstandard() async throws {
        // One raw block of five bytes, RFC 8878 §3.1.1.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x05, 0x29, 0x00, 0x00] + Array("hello".utf8)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: \(frame.count)\r\n\r\n")
            connection.write(frame)
        }
        defer { server.stop() }
        #expect(try await HTTPClient().get(server.url).text() == "hello")
    }

    @Test("Decoding can be declined") func undecoded() async throws {
        let server = try RawServer { connection in
            let request = connection.readRequest()
            connection.respond(
                fields: "Content-Encoding: x-unknown\r\n", body: request?.values("Accept-Encoding").first ?? "none")
        }
        defer { server.stop() }
        var options = RequestOptions()
        options.decodesContent = false
        #expect(try await HTTPClient().get(server.url, options: options).text() == "none")
        #expect(try await HTTPClient().get(server.url, headerFields: [.acceptEncoding: "identity"]).text() == "identity")
    }
}

@Suite("Against httpbin")
struct HTTPBinTests {
    private static let server = Result { try HTTPBin() }

    private struct Echo: Decodable {
        var args: [String: String]?
        var form: [String: String]?
        var json: [String: Int]?
        var headers: [String: String]?
        var gzipped: Bool?
        var deflated: Bool?
        var brotli: Bool?
        var authenticated: Bool?
    }

    private func echo(_ path: String, method: HTTPRequest.Method = .get, content: RequestContent? = nil) async throws -> Echo {
        try await HTTPClient().send(method, to: Self.server.get().url + path, content: content).decoded()
    }

    @Test("Codings are decoded") func codings() async throws {
        #expect(try await echo("/gzip").gzipped == true)
        #expect(try await echo("/deflate").deflated == true)
        #expect(try await echo("/brotli").brotli == true)
    }

    @Test("Parameters arrive") func parameters() async throws {
        #expect(try await echo("/get?q=Play some \"Abba\"").args == ["q": "Play some \"Abba\""])
        #expect(try await echo("/post", method: .post, content: .form(["a": "ü & +"])).form == ["a": "ü & +"])
        #expect(try await echo("/put", method: .put, content: .json(["n": 7])).json == ["n": 7])
    }

    @Test("Redirects are followed, and 307 keeps the content") func redirects() async throws {
        let url = try Self.server.get().url
        let response = try await HTTPClient().get(url + "/redirect/3")
        #expect(response.status == 200 && response.url.path == "/get")
        let target = "/redirect-to?status_code=307&url=/post"
        #expect(try await echo(target, method: .post, content: .form(["a": "1"])).form == ["a": "1"])
        await expectError(.redirect) { try await HTTPClient().get(url + "/redirect/21") }
        var options = RequestOptions()
        options.redirects = .deliverRedirectionResponse
        #expect(try await HTTPClient().get(url + "/redirect/1", options: options).status == 302)
    }

    @Test("Basic credentials, in options or in the URL") func basicCredentials() async throws {
        let url = try Self.server.get().url
        var options = RequestOptions()
        options.credentials = .password(user: "user", password: "pass wörd")
        let answer: Echo = try await HTTPClient().get(url + "/basic-auth/user/pass wörd", options: options).decoded()
        #expect(answer.authenticated == true)
        let inURL = url.replacing("://", with: "://user:p%40ss@") + "/basic-auth/user/p@ss"
        let response = try await HTTPClient().get(inURL)
        #expect(response.status == 200)
        #expect(!response.url.href.contains("p%40ss@"))
        #expect(try await HTTPClient().get(url + "/basic-auth/user/pass").status == 401)
    }
}
