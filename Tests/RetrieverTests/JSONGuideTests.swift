import Foundation
import Retriever
import Testing

/// The examples of `Documentation/json.md`, compiled and run.
@Suite("The guide to JSON")
struct JSONGuideTests {
    private struct User: Codable, Equatable {
        var id: Int
        var fullName: String
        var joined: Date?
    }
    private struct Invoice: Decodable {
        var number: UInt64
        var total: Decimal
        var extra: JSON.Value
    }

    private func response(_ text: String) throws -> HTTPClientResponse {
        HTTPClientResponse(
            head: HTTPResponse(status: 200), url: try WebURL("https://example.com/users"), body: ResponseBody(Array(text.utf8)))
    }

    @Test func options() async throws {
        let response = try response(#"{"id":1,"full_name":"Ada","joined":"2026-12-01T15:05:00.5+01:00"}"#)

        var decoder = JSON.Decoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        let user: User = try await response.decoded(decoder: decoder)

        #expect(user.fullName == "Ada")
        #expect(user.joined == Date(timeIntervalSince1970: 1796133900.5))
    }

    @Test func errors() async throws {
        let response = try response("{\"users\":[{\"id\":1,\"fullName\":\"Ada\"},\n{\"id\":\"2\"}]}")
        let error = await #expect(throws: HTTPClientError.self) {
            let users: [String: [User]] = try await response.decoded()
            print(users)
        }
        #expect(error?.message.hasSuffix("the value at users[1].id is no Int") == true)

        let syntax = #expect(throws: JSON.ParsingError.self) { try JSON.Value(parsing: "{\n  \"a\": 1,\n}") }
        #expect(syntax?.description == "line 3, column 1: a name in quotes is expected")
    }

    @Test func values() throws {
        let invoice = try JSON.Decoder().decode(
            Invoice.self,
            from: #"{"number":18446744073709551615,"total":1234567890123456789.01,"extra":{"rate":1.10,"tags":["a"]}}"#)
        #expect(invoice.number == .max)
        #expect(invoice.total.description == "1234567890123456789.01")
        #expect(invoice.extra["rate"]?.number?.description == "1.10")  // as it was written
        #expect(invoice.extra["tags"]?[0]?.string == "a")
        #expect(invoice.extra.description == #"{"rate":1.10,"tags":["a"]}"#)

        let made: JSON.Value = ["id": 1, "tags": ["x", "y"], "parent": .null]
        #expect(made.description == #"{"id":1,"tags":["x","y"],"parent":null}"#)
    }

    @Test func policies() throws {
        var decoder = JSON.Decoder()
        decoder.parsing.duplicateKeys = .last
        decoder.parsing.loneSurrogates = .replaced
        decoder.parsing.depthLimit = 64
        #expect(try decoder.decode([String: String].self, from: #"{"a":"1","a":"\ud800"}"#) == ["a": "\u{FFFD}"])
    }

    @Test func encoding() throws {
        var encoder = JSON.Encoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let content = try RequestContent.json(User(id: 1, fullName: "Ada"), encoder: encoder)
        #expect(content.bytes == Array(#"{"full_name":"Ada","id":1}"#.utf8))
    }

    @Test func elements() async throws {
        let response = try response(#"{"page":1,"data":{"users":[{"id":1,"fullName":"Ada"},{"id":2,"fullName":"Grace"}]}}"#)
        var names: [String] = []
        for try await user in response.jsonElements(of: User.self, at: ["data", "users"]) { names.append(user.fullName) }
        #expect(names == ["Ada", "Grace"])
    }

    @Test func foundation() async throws {
        let user: User = try await response(#"{"id":1,"fullName":"Ada",}"#).decoded(decoder: JSONDecoder())
        #expect(user == User(id: 1, fullName: "Ada"))
        #expect(throws: Never.self) { try RequestContent.json(user, encoder: JSONEncoder()) }
    }
}
