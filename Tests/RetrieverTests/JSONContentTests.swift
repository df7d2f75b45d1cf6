import Foundation
import Retriever
import Testing

@Suite("Content in JSON")
struct JSONContentTests {
    private struct User: Codable, Equatable {
        var id: Int
        var name: String = ""
        var seen: Date?
    }

    /// A response whose content arrives in these parts.
    private func response(_ parts: [String], status: HTTPResponse.Status = 200) throws -> HTTPClientResponse {
        let rest = Parts(parts)
        return HTTPClientResponse(
            head: HTTPResponse(status: status), url: try WebURL("http://a/users"), body: ResponseBody { await rest.next() })
    }

    private actor Parts {
        private var rest: ArraySlice<String>
        init(_ parts: [String]) { rest = parts[...] }
        func next() -> [UInt8]? { rest.popFirst().map { Array($0.utf8) } }
    }

    private func error(_ code: HTTPClientError.Code, _ body: () async throws -> Void) async throws -> HTTPClientError {
        let error = try await #require(throws: HTTPClientError.self) { try await body() }
        #expect(error.code == code)
        return error
    }

    @Test("Foundation's decoder and encoder will do as well") func foundation() async throws {
        let response = try await response([#"{"id":1,"name":"A",}"#]).collected()
        // It takes the comma at the end.
        #expect(try response.decoded(as: User.self, decoder: JSONDecoder()) == User(id: 1, name: "A"))
        #expect(throws: HTTPClientError.self) { try response.decoded(as: User.self) }
        #expect(try await self.response([#"{"id":1,"name":""}"#]).decoded(decoder: JSONDecoder()) == User(id: 1))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try RequestContent.json(["b": 1, "a": 2], encoder: encoder).bytes == Array(#"{"a":2,"b":1}"#.utf8))
    }

    @Test("Options of the decoder and the encoder count") func options() async throws {
        var decoder = JSON.Decoder()
        decoder.dateDecodingStrategy = .httpDate
        let text = #"{"id":1,"name":"","seen":"Sun, 06 Nov 1994 08:49:37 GMT"}"#
        let user: User = try await response([text]).decoded(decoder: decoder)
        #expect(user.seen == Date(timeIntervalSince1970: 784_111_777))
        var encoder = JSON.Encoder()
        encoder.dateEncodingStrategy = .httpDate
        #expect(try RequestContent.json(user, encoder: encoder).bytes == Array(text.utf8))
        let early = User(id: 1, seen: .distantPast.addingTimeInterval(-1e6))
        #expect(throws: HTTPClientError.self) { try RequestContent.json(early, encoder: encoder) }
    }

    @Test(
        "Errors name key or place, and nothing of the content",
        arguments: [
            (#"{"id":"secret","name":""}"#, "the value at id is no Int"), (#"{"name":""}"#, "the key id is missing"),
            (#"{"id":null,"name":""}"#, "the value at id is null"), (#"["secret"]"#, "the value is no Dictionary<String, Any>"),
            (#"{"id":1.5,"name":""}"#, "the value at id is malformed"),
            ("{\"id\":\n\"secret}", "it is not valid JSON, line 2, column 9: the document ends too early"),
            (#"{"id":1,"id":2}"#, "it is not valid JSON, line 1, column 9: another member has this name"),
            ("", "there is no content"),
        ])
    func errors(content: String, reason: String) async throws {
        let error = try await error(.decoding) { _ = try await response([content]).decoded(as: User.self) }
        #expect(error.message == "the content of http://a/users is not the expected User: \(reason)")
        #expect(error.cause is DecodingError)
    }

    @Test("Lines are in UTF-8, whatever the fields say, and nothing else is taken for it") func lines() async throws {
        func values(_ bytes: [UInt8]) async throws -> [String] {
            let head = HTTPResponse(status: 200, headerFields: [.contentType: "application/x-ndjson; charset=latin1"])
            let response = HTTPClientResponse(head: head, url: try WebURL("http://a/"), body: ResponseBody(bytes))
            return try await response.jsonLines(as: String.self).reduce(into: []) { $0.append($1) }
        }
        #expect(try await values(Array("\u{FEFF}\"é\"\r\n\n\"b\"".utf8)) == ["é", "b"])
        _ = try await error(.decoding) { _ = try await values([0x22, 0xE9, 0x22]) }
    }

    @Test("Elements come as they arrive") func elements() async throws {
        let response = try response([
            " [{\"id\":", "1,\"name\":\"\"}", ",{\"id\":2,\"name\":\"]\"},", "{\"id\":3,\"name\":\"\"}]", "\n",
        ])
        var ids: [Int] = []
        for try await user in response.jsonElements(of: User.self) { ids.append(user.id) }
        #expect(ids == [1, 2, 3])
    }

    @Test("Elements of an array in objects") func path() async throws {
        let response = try response([#"{"next":"/2","data":{"users":[{"id":1,"name":""}]}}"#])
        var users: [User] = []
        for try await user: User in response.jsonElements(at: ["data", "users"]) { users.append(user) }
        #expect(users == [User(id: 1)])
    }

    @Test("An error in an element comes after those before it, and names it") func brokenElement() async throws {
        var seen: [User] = []
        let failed = try await error(.decoding) {
            for try await user in try response([#"{"users":[{"id":1,"name":""},{"id":true}]}"#]).jsonElements(
                of: User.self, at: ["users"])
            {
                seen.append(user)
            }
        }
        #expect(seen == [User(id: 1)])
        #expect(failed.message.hasSuffix("the value at users[1].id is no Int"))
    }

    @Test("Elements have a limit, a status and an end") func elementFaults() async throws {
        let tooLarge = try await error(.contentTooLarge) {
            for try await _ in try response(["[\"123456789\"]"]).jsonElements(of: String.self, upTo: 10) {}
        }
        #expect(tooLarge.message.contains("longer than the limit of 10 bytes"))
        _ = try await error(.status) { for try await _ in try response(["[]"], status: 503).jsonElements(of: Int.self) {} }
        let cut = try await error(.decoding) { for try await _ in try response(["[1,2"]).jsonElements(of: Int.self) {} }
        #expect(cut.message.hasSuffix("line 1, column 5: the document ends too early"))
    }
}
