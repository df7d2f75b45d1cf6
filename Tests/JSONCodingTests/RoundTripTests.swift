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
