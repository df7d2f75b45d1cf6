import Foundation
import Retriever
import RetrieverTesting
import Testing

@Suite("Values as forms")
struct FormEncoderTests {
    private struct Address: Encodable { var street = "A & B"; var tags = ["x", "y"] }
    private struct Search: Encodable {
        var name = "Ada Lovelace"
        var pageURL = URL(string: "https://h/?a=b")
        var isOpen = true
        var missing: Int?
        var ratio = 0.5
        var tags = ["a+b", "c"]
        var address = Address()
    }

    private func encoded(
        _ value: some Encodable, _ change: (inout URLEncodedForm.Encoder) -> Void = { _ in }
    ) throws -> String {
        var encoder = URLEncodedForm.Encoder()
        change(&encoder)
        return try encoder.parameters(value).map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    @Test("By default, with everything that means something percent-encoded") func defaults() throws {
        let text = try URLEncodedForm.Encoder().encode(Search())
        #expect(
            text == "name=Ada+Lovelace&pageURL=https%3A%2F%2Fh%2F%3Fa%3Db&isOpen=true&ratio=0.5&tags%5B%5D=a%2Bb&tags%5B%5D=c"
                + "&address%5Bstreet%5D=A+%26+B&address%5Btags%5D%5B%5D=x&address%5Btags%5D%5B%5D=y")
        #expect(FormParameters(urlEncoded: text)["address[street]"] == "A & B")
    }

    @Test(
        "Arrays",
        arguments: [
            (.brackets, "a[]=1&a[]=2"), (.repeated, "a=1&a=2"), (.indexed, "a[0]=1&a[1]=2"), (.commaSeparated, "a=1,2"),
        ] as [(URLEncodedForm.ArrayStyle, String)])
    func arrays(style: URLEncodedForm.ArrayStyle, text: String) throws {
        #expect(try encoded(["a": [1, 2]]) { $0.arrays = style } == text)
        #expect(try encoded(["a": [Int]()]) { $0.arrays = style } == "")
    }

    @Test("Values within values") func nesting() throws {
        #expect(try encoded(["a": ["b": ["c": 1]]]) == "a[b][c]=1")
        #expect(try encoded(["a": ["b": ["c": 1]]]) { $0.nesting = .dots } == "a.b.c=1")
        #expect(try encoded(["a": [["b": 1], ["b": 2]]]) { ($0.arrays, $0.nesting) = (.indexed, .dots) } == "a[0].b=1&a[1].b=2")
        #expect(try encoded(["a": [[1], [2, 3]]]) == "a[][]=1&a[][]=2&a[][]=3")
    }

    @Test("What a style of arrays cannot name is an error", arguments: [URLEncodedForm.ArrayStyle.repeated, .commaSeparated])
    func unnamedValues(style: URLEncodedForm.ArrayStyle) async throws {
        let error = await expectError(.encoding) { try encoded(["a": [["b": "secret"]]]) { $0.arrays = style } }
        #expect(error?.message.hasPrefix("an element of a is no simple value") == true)
    }

    @Test("An element with a comma is an error where commas separate") func commas() async throws {
        await expectError(.encoding) { try encoded(["a": ["1,2"]]) { $0.arrays = .commaSeparated } }
        #expect(try encoded(["a": "1,2"]) { $0.arrays = .commaSeparated } == "a=1,2")
    }

    @Test("Truth values, dates and bytes") func simpleValues() throws {
        #expect(try encoded(["a": true]) { $0.booleans = .numeric } == "a=1")
        #expect(try encoded(["a": false]) { $0.booleans = .numeric } == "a=0")
        let date = ["a": Date(timeIntervalSince1970: 1_796_131_800.25)]
        #expect(try encoded(date) == "a=2026-12-01T13:30:00Z")
        #expect(try encoded(date) { $0.dates = .secondsSince1970 } == "a=1796131800.25")
        #expect(try encoded(["a": Date(timeIntervalSince1970: 5)]) { $0.dates = .secondsSince1970 } == "a=5")
        #expect(try encoded(date) { $0.dates = .millisecondsSince1970 } == "a=1796131800250")
        #expect(try encoded(date) { $0.dates = .custom { "\(Int($0.timeIntervalSince1970) / 86_400)" } } == "a=20788")
        let data = ["a": Data([0xFB, 0xFF, 0])]
        #expect(try encoded(data) == "a=+/8A")
        #expect(try encoded(data) { $0.data = .base64URL } == "a=-_8A")
        #expect(try encoded(["a": Data([0xFF])]) { $0.data = .base64URL } == "a=_w")
        #expect(try encoded(data) { $0.data = .custom { "\($0.count)" } } == "a=3")
        #expect(try encoded(["a": Decimal(string: "1.10")]) == "a=1.1")
        #expect(try encoded(["a": UInt64.max]) == "a=18446744073709551615")
    }

    @Test("Names of members, not those of keys") func keys() throws {
        struct Names: Encodable {
            var firstName = 1
            var pageURL = 2
            var aBC = 4
            var größteZahl = 6
            var x2Y = 7
            var byName = ["firstName": 1]
        }
        let text = try encoded(Names()) { $0.keys = .snakeCase }
        #expect(
            text == "first_name=1&page_url=2&a_bc=4&größte_zahl=6&x2_y=7&by_name[firstName]=1")
        #expect(try encoded(Address()) { $0.keys = .custom { $0.uppercased() } }.hasPrefix("STREET=") == true)
    }

    @Test("What is nil") func absentValues() throws {
        #expect(try encoded(Search()) { $0.absentValues = .empty }.contains("&missing=&"))
        #expect(try encoded(["a": [1, nil, 2]]) == "a[]=1&a[]=2")
        #expect(try encoded(["a": [1, nil, 2]]) { ($0.absentValues, $0.arrays) = (.empty, .commaSeparated) } == "a=1,,2")
        #expect(try encoded(["a": [1, nil, 2]]) { $0.arrays = .indexed } == "a[0]=1&a[2]=2")
        #expect(try encoded(Int?.none) == "")
    }

    @Test("Order") func order() throws {
        struct Unordered: Encodable { var b = 1; var a = ["d": 2, "c": 3] }
        #expect(try encoded(Unordered()) == "b=1&a[c]=3&a[d]=2")
        #expect(try encoded(Unordered()) { $0.order = .sorted } == "a[c]=3&a[d]=2&b=1")
    }

    @Test("Spaces") func spaces() throws {
        var encoder = URLEncodedForm.Encoder()
        let url = try WebURL("http://h/?x=1#f")
        #expect(try url.appending(query: ["a b": "c +"], encoder: encoder).href == "http://h/?x=1&a%20b=c%20%2B#f")
        encoder.spaces = .percent20
        #expect(try encoder.encode(["a b": "c +"]) == "a%20b=c%20%2B")
        encoder.spaces = .plus
        #expect(try url.appending(query: ["a b": "c +"], encoder: encoder).href == "http://h/?x=1&a+b=c+%2B#f")
    }

    private class Base: Encodable { var a = 1 }
    private final class Derived: Base {
        var b = 2
        enum CodingKeys: CodingKey { case b }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(b, forKey: .b)
            try super.encode(to: container.superEncoder())
        }
    }
    private enum Choice: Encodable { case one(Int), none }

    @Test("Superclasses and enumerations") func otherContainers() throws {
        #expect(try encoded(Derived()) == "b=2&super[a]=1")
        #expect(try encoded(["x": Choice.one(3)]) == "x[one][_0]=3")
        #expect(try encoded(["x": Choice.none]) == "")
    }

    private struct Failure: Error, CustomStringConvertible { let description = "secret" }
    private struct Failing: Encodable { func encode(to encoder: any Encoder) throws { throw Failure() } }

    @Test("What is no form is an error that does not repeat the value") func failures() async throws {
        await expectError(.encoding) { try encoded("secret") }
        await expectError(.encoding) { try encoded([1]) }
        let error = await expectError(.encoding) { try encoded(["a": ["b": Double.nan]]) }
        #expect(error?.message == "the value at a.b is no finite number")
        let own = await expectError(.encoding) { try encoded(["a": Failing()]) }
        #expect(own?.message.contains("secret") == false && own?.cause is Failure)
        await expectError(.encoding) {
            try encoded(["a": Date(timeIntervalSince1970: .infinity)]) { $0.dates = .millisecondsSince1970 }
        }
    }

    @Test("A request with a value as its form; a literal keeps its order") func requests() async throws {
        let script = ScriptedTransport(otherwise: .status(204))
        let client = HTTPClient(scripted: script)
        _ = try await client.post("http://h/", form: Address())
        _ = try await client.post("http://h/", form: ["b": "1", "a": "2"])
        _ = try await client.put("http://h/", content: .form(["b": true]))
        #expect(
            script.requests.map { String(decoding: $0.content, as: UTF8.self) } == [
                "street=A+%26+B&tags%5B%5D=x&tags%5B%5D=y", "b=1&a=2", "b=true",
            ])
        #expect(script.requests.allSatisfy { $0.headerFields[.contentType] == "application/x-www-form-urlencoded" })
        #expect(try FormParameters(encoding: ["a": 1])["a"] == "1")
    }
}
