import Foundation
import JSONCoding
import Testing

@Suite("JSON: encoding")
struct EncodingTests {
    private func text(_ value: some Encodable, _ change: (inout JSON.Encoder) -> Void = { _ in }) throws -> String {
        var encoder = JSON.Encoder()
        change(&encoder)
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private struct User: Codable, Hashable {
        var id: Int
        var firstName: String
        var email: String?
        var scores: [Double]
    }
    private static let user = User(id: 1, firstName: "Ada", scores: [1, 2.5])

    @Test("Members are in the order of encoding")
    func order() throws {
        #expect(try text(Self.user) == #"{"id":1,"firstName":"Ada","scores":[1,2.5]}"#)
    }

    @Test("Members are in the order of the bytes of their names, where told so")
    func sorted() throws {
        let names = ["b", "a", "A", "ä", "a1", "😀", ""]
        let value = Dictionary(uniqueKeysWithValues: names.map { ($0, 0) })
        #expect(try text(value) { $0.outputFormatting = .sortedKeys } == #"{"":0,"A":0,"a":0,"a1":0,"b":0,"ä":0,"😀":0}"#)
    }

    @Test("On lines, where told so")
    func pretty() throws {
        let value: JSON.Value = ["a": [1, ["b": .null]], "c": [], "d": [:]]
        let lines = [
            "{", #"  "a": ["#, "    1,", "    {", #"      "b": null"#, "    }", "  ],", #"  "c": [],"#, #"  "d": {}"#, "}",
        ]
        #expect(try text(value) { $0.outputFormatting = .prettyPrinted } == lines.joined(separator: "\n"))
    }

    @Test(
        "Strings",
        arguments: [
            ("", #""""#), ("a/b", #""a\/b""#), ("\"\\", #""\"\\""#), ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#),
            ("\0\u{1F}", #""\u0000\u001f""#),
            ("\u{7F}\u{80}\u{9F}", "\"\u{7F}\u{80}\u{9F}\""), ("é😀\u{2028}", "\"é😀\u{2028}\""),
        ])
    func strings(string: String, document: String) throws {
        #expect(try text(string) == document)
        #expect(try JSON.Decoder().decode(String.self, from: document) == string)
    }

    @Test("Slashes as they are, and controls escaped, where told so")
    func slashesAndControls() throws {
        #expect(try text("a/b\n") { $0.outputFormatting = .withoutEscapingSlashes } == #""a/b\n""#)
        #expect(try text("\u{7F}é\u{9F}\u{A0}") { $0.outputFormatting = .escapingControls } == "\"\\u007fé\\u009f\u{A0}\"")
    }

    @Test("Numbers")
    func numbers() throws {
        #expect(try text([1, -0.0, 0.1, 1e20, .leastNonzeroMagnitude, 1e-7]) == "[1,-0,0.1,1e+20,5e-324,1e-07]")
        #expect(try text([Float(0.1), 16_777_216]) == "[0.1,16777216]")
        #expect(try text([UInt64.max]) == "[18446744073709551615]")
        #expect(try text([Int128.min]) == "[-170141183460469231731687303715884105728]")
        #expect(try text([UInt128.max]) == "[340282366920938463463374607431768211455]")
        #expect(try text(Decimal(string: "12345678901234567890.123456789")) == "12345678901234567890.123456789")
        #expect(try text(JSON.Number("1.10")) == "1.10")
    }

    @Test("Infinities and NaN are errors with their path, or words where told so")
    func nonConforming() throws {
        let error = try #require(throws: EncodingError.self) { try text(["a": [1, Double.nan]]) }
        guard case .invalidValue(_, let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
        #expect(throws: EncodingError.self) { try text(["a": Decimal.nan]) }
        let words = try text([Double.infinity, -.infinity, .nan]) {
            $0.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        }
        #expect(words == #"["+","-","?"]"#)
    }

    @Test("Dates, bytes and URLs")
    func values() throws {
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        #expect(try text(date) == "21692800")
        #expect(try text(date) { $0.dateEncodingStrategy = .secondsSince1970 } == "1000000000")
        #expect(try text(date) { $0.dateEncodingStrategy = .millisecondsSince1970 } == "1000000000000")
        #expect(try text([date]) { $0.dateEncodingStrategy = .iso8601 } == #"["2001-09-09T01:46:40Z"]"#)
        #expect(
            try text(date) { $0.dateEncodingStrategy = .custom { try $0.timeIntervalSince1970.description.encode(to: $1) } }
                == "\"1000000000.0\"")
        let data = Data([0xFB, 0xFF])
        #expect(try text(data) == #""+\/8=""#)
        #expect(try text(data) { $0.dataEncodingStrategy = .base64URL } == #""-_8""#)
        #expect(try text(data) { $0.dataEncodingStrategy = .deferredToData } == "[251,255]")
        #expect(try text(data) { $0.dataEncodingStrategy = .custom { try $0.count.encode(to: $1) } } == "2")
        #expect(try text([URL(string: "http://a/b")]) == #"["http:\/\/a\/b"]"#)
    }

    @Test(
        "Keys in snake case, but those of dictionaries as they are",
        arguments: [
            ("firstName", "first_name"), ("id", "id"), ("aURL", "a_url"), ("myURLProperty", "my_url_property"),
            ("_private", "_private"), ("", ""),
            ("first_name", "first_name"), ("value1Of2", "value1_of2"),
        ])
    func snakeCase(key: String, name: String) throws {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(_ text: String) { stringValue = text }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Value: Encodable {
            var key: String
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(["aB": 1], forKey: Key(key))
            }
        }
        #expect(try text(Value(key: key)) { $0.keyEncodingStrategy = .convertToSnakeCase } == #"{"\#(name)":{"aB":1}}"#)
    }

    private class Animal: Codable {
        var name: String
        init(name: String) { self.name = name }
    }
    private final class Dog: Animal {
        var age: Int
        var nested: [[Int]] = []
        private enum Key: CodingKey { case age, nested, inner }
        init(name: String, age: Int) {
            self.age = age
            super.init(name: name)
        }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            age = try container.decode(Int.self, forKey: .age)
            var rows = try container.nestedUnkeyedContainer(forKey: .nested)
            while !rows.isAtEnd {
                var row = try rows.nestedUnkeyedContainer()
                var numbers: [Int] = []
                while !row.isAtEnd { numbers.append(try row.decode(Int.self)) }
                nested.append(numbers)
            }
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var rows = container.nestedUnkeyedContainer(forKey: .nested)
            let superEncoder = container.superEncoder()
            for row in nested {
                var numbers = rows.nestedUnkeyedContainer()
                for number in row { try numbers.encode(number) }
            }
            // Twice the same container, and a key that is encoded again
            var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try inner.encode(0, forKey: .age)
            var again = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try again.encodeNil(forKey: .nested)
            try container.encode(-1, forKey: .age)
            try container.encode(age, forKey: .age)
            try super.encode(to: superEncoder)
        }
    }

    @Test("Nested containers and super encoders, in any order")
    func containers() throws {
        let dog = Dog(name: "Rex", age: 3)
        dog.nested = [[1, 2], [], [3]]
        let document = try text(dog)
        #expect(document == #"{"nested":[[1,2],[],[3]],"super":{"name":"Rex"},"inner":{"age":0,"nested":null},"age":3}"#)
        let decoded = try JSON.Decoder().decode(Dog.self, from: document)
        #expect((decoded.name, decoded.age) == ("Rex", 3))
        #expect(decoded.nested == dog.nested)
    }

    @Test("A value that encodes nothing is an object inside, and an error as a whole")
    func nothing() throws {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
        #expect(try text([Nothing()]) == "[{}]")
        #expect(throws: EncodingError.self) { try text(Nothing()) }
    }

    @Test("Many members with one key encoded again")
    func manyMembers() throws {
        struct Many: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Name.self)
                for round in 0..<2 { for number in 0..<100 { try container.encode(round, forKey: Name("k\(number)")) } }
            }
            struct Name: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(_ text: String) { stringValue = text }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
        }
        #expect(try JSON.Value(parsing: JSON.Encoder().encode(Many())).object?.map(\.value) == Array(repeating: 1, count: 100))
    }
}
