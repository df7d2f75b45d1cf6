import Foundation
import JSONCoding
import Testing

private enum Shape: Codable, Hashable {
    case circle(radius: Double)
    case polygon(_ sides: Int, name: String?)
    case nothing
}
private enum Colour: String, Codable, CodingKeyRepresentable { case red, green }
private struct Everything: Codable, Hashable {
    var shapes: [Shape] = [.circle(radius: 0.1), .polygon(3, name: nil), .polygon(4, name: "“square”\n"), .nothing]
    var byNumber: [Int: String] = [1: "one", -2: "minus two"]
    var byColour: [Colour: [UInt8]] = [.red: [255], .green: []]
    var byName: [String: [String: Bool?]] = ["": [:], "a\"b": ["x": nil, "y": true]]
    var set: Set<Int> = [3, 1, 2]
    var optional: Int??
    var large: [UInt64] = [.max, 0]
    var float: Float = 1.1
    var decimal = Decimal(string: "0.1234567890123456789")
    var date = Date(timeIntervalSinceReferenceDate: 1234.5)
    var data = Data([0, 1, 255])
    var url = URL(string: "https://example.com/a%20b?c")
    var uuid = UUID()
    var range = 1..<5
    var tree: Tree? = Tree(children: [Tree(), Tree(children: [Tree()])])
    struct Tree: Codable, Hashable { var children: [Tree] = [] }
}

@Suite("JSON: there and back, and as Foundation does it")
struct RoundTripTests {
    @Test(
        "What is encoded is decoded",
        arguments: [JSON.OutputFormatting(), .prettyPrinted, .sortedKeys, [.withoutEscapingSlashes, .escapingControls]])
    func roundTrip(formatting: JSON.OutputFormatting) throws {
        var encoder = JSON.Encoder()
        encoder.outputFormatting = formatting
        let value = Everything()
        #expect(try JSON.Decoder().decode(Everything.self, from: encoder.encode(value)) == value)
    }

    @Test("Foundation decodes what this encodes, and the other way around")
    func crosswise() throws {
        let value = Everything()
        #expect(try JSONDecoder().decode(Everything.self, from: Data(JSON.Encoder().encode(value))) == value)
        #expect(try JSON.Decoder().decode(Everything.self, from: JSONEncoder().encode(value)) == value)
    }

    @Test("Any value comes through Foundation's coders, too")
    func anyValue() throws {
        let value: JSON.Value = ["a": [1, 2.5, "x", .null, true], "b": ["c": -3]]
        #expect(try JSONDecoder().decode(JSON.Value.self, from: Data(value.serialized()))["a"] == value["a"])
        #expect(try JSON.Value(parsing: JSONEncoder().encode(value))["b"] == value["b"])
        #expect(try JSON.Decoder().decode(JSON.Value.self, from: JSON.Encoder().encode(value)) == value)
        #expect(try JSON.Value(parsing: value.description) == value)
    }

    private struct Record: Codable, Equatable {
        var id: Int
        var name: String
        var score: Double?
        var tags: [String]
    }

    /// The same value from both, or an error from both.
    @Test(
        "Both decoders agree where the grammar and the types do",
        arguments: [
            #"{"id":1,"name":"a","tags":[]}"#, #"{"id":1,"name":"a","score":null,"tags":["x","\u00e9"]}"#,
            #"{"id":1.0,"name":"a","score":1e3,"tags":[]}"#,
            #"{"id":1.5,"name":"a","tags":[]}"#, #"{"id":"1","name":"a","tags":[]}"#, #"{"id":1,"tags":[]}"#,
            #"{"id":1,"name":null,"tags":[]}"#,
            #"{"id":1,"name":"a","tags":{}}"#, #"{"id":1,"name":"a","tags":[null]}"#,
            #"{"id":99999999999999999999,"name":"a","tags":[]}"#,
            #"{"id":-9223372036854775808,"name":"","score":-0.0,"tags":[]}"#, #"{"id":1,"name":"a","score":1e400,"tags":[]}"#,
            "[]", "null", "{}", "", "{",
            #"{"id":1,"name":"\uD83D\uDE00","tags":["\\"]}"#, #" { "id" : 1 , "name" : "a" , "tags" : [ ] } "#,
            #"{"id":01,"name":"a","tags":[]}"#,
            #"{"id":1,"name":"a","tags":[],"more":{"id":2,"x":[{}]}}"#, #"{"id":true,"name":"a","tags":[]}"#,
        ])
    func agreement(document: String) {
        let ours = try? JSON.Decoder().decode(Record.self, from: document)
        let theirs = try? JSONDecoder().decode(Record.self, from: Data(document.utf8))
        #expect(ours == theirs)
    }

    /// Any keys: it decodes which there are, and encodes those it is told.
    private struct Keys: Codable, Equatable {
        var names: [String]
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(_ text: String) { stringValue = text }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        init(_ names: [String]) { self.names = names }
        init(from decoder: any Decoder) throws { names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for name in names { try container.encode(0, forKey: Key(name)) }
        }
    }

    @Test(
        "Snake case is what Foundation makes of it",
        arguments: [
            "", "_", "___", "a", "A", "first_name", "firstName", "_first_name_", "__a__b__", "a__b", "A_B", "one_TWO_three",
            "HTTP_url", "URL", "aURL",
            "myURLProperty", "myProperty2", "a1B2", "name1", "home_ADDRESS", "ÄÖ_ü", "straßeName", "_privateName", "x_",
            "value_1",
        ])
    func snakeCase(name: String) throws {
        let document = Array(#"{"\#(name)":0}"#.utf8)
        var ours = JSON.Decoder()
        ours.keyDecodingStrategy = .convertFromSnakeCase
        let theirs = JSONDecoder()
        theirs.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try ours.decode(Keys.self, from: document) == theirs.decode(Keys.self, from: Data(document)))
    }

    @Test(
        "Names become snake case as with Foundation",
        arguments: [
            "", "_", "a", "A", "first_name", "firstName", "_firstName_", "aURL", "myURLProperty", "myProperty2", "a1B2",
            "straßeName", "_privateName", "x_",
        ])
    func toSnakeCase(name: String) throws {
        var encoder = JSON.Encoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let theirEncoder = JSONEncoder()
        theirEncoder.keyEncodingStrategy = .convertToSnakeCase
        #expect(try encoder.encode(Keys([name])) == Array(theirEncoder.encode(Keys([name]))))
    }

    private indirect enum Nest: Decodable {
        case end, inner(Nest)
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            self = container.isAtEnd ? .end : .inner(try container.decode(Nest.self))
        }
    }

    @Test("Types that hold themselves are decoded as deep as the limit allows", arguments: [512, 2048])
    func deepTypes(limit: Int) throws {
        var decoder = JSON.Decoder()
        decoder.parsing.depthLimit = limit
        let document = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        #expect(throws: Never.self) { try decoder.decode(Nest.self, from: document) }
    }

    @Test(
        "Numbers as values",
        arguments: [
            ("1", 1, 1.0), ("1.0", 1, 1), ("-12e2", -1200, -1200), ("1.5", nil, 1.5), ("1e400", nil, .infinity),
            ("9223372036854775808", nil, 0x1p63),
        ] as [(String, Int?, Double)])
    func numbers(text: String, integer: Int?, double: Double) throws {
        let number = try #require(JSON.Number(text))
        #expect(number.integer() == integer)
        #expect(number.double == double)
        #expect(number.description == text)
    }

    @Test("What is no number", arguments: ["", "-", "01", "1.", ".1", "1e", "+1", "NaN", " 1", "1 ", "0x1", "١"])
    func noNumbers(text: String) { #expect(JSON.Number(text) == nil) }

    @Test("Members of an object are found, changed, added and removed")
    func object() {
        var object: JSON.Object = ["a": 1, "b": 2, "a": 3]
        #expect(object.map(\.name) == ["a", "b"] && object["a"] == 3 && object["c"] == nil)
        object["b"] = nil
        object["c"] = "x"
        object["a"] = false
        #expect(JSON.Value.object(object).description == #"{"a":false,"c":"x"}"#)
        let value: JSON.Value = ["list": [1, "two"]]
        #expect(value["list"]?[1]?.string == "two" && value["list"]?[2] == nil && value["x"] == nil && value["list"]?[-1] == nil)
    }
}
