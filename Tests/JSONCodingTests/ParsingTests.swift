import JSONCoding
import Testing

@Suite("JSON: the grammar of RFC 8259")
struct ParsingTests {
    @Test(
        "Documents are taken",
        arguments: [
            "null", "true", "false", " \t\r\n0 \t\r\n", "-0", "0e1", "0E+0", "-1.5e-10", "123456789012345678901234567890",
            "1e400", "\"\"",
            #""\"\\\/\b\f\n\r\tA\u00e9é😀""#, #""\uD83D\uDE00""#, "\"\u{7F}\u{2028}\"", "[]", "[ ]", "{}", "{ }", "[1,[2],{}]",
            #"{"a":1,"":[]}"#, #"{"a":{"b":{"c":[null]}}}"#, "\u{FEFF}[]",
        ])
    func takes(document: String) throws {
        _ = try JSON.Value(parsing: document)
    }

    @Test(
        "Faults are named with their place",
        arguments: [
            ("", "unexpectedEnd", 1, 1), ("\u{FEFF}", "unexpectedEnd", 1, 4), (" \n ", "unexpectedEnd", 2, 2),
            ("[1,]", "syntax", 1, 4),
            ("[1\n,\n2,]", "syntax", 3, 3), ("[,1]", "syntax", 1, 2), ("[1 2]", "syntax", 1, 4), ("[1", "unexpectedEnd", 1, 3),
            ("[", "unexpectedEnd", 1, 2), ("{", "unexpectedEnd", 1, 2), (#"{"a""#, "unexpectedEnd", 1, 5),
            ("{a:1}", "syntax", 1, 2),
            (#"{"a":1,}"#, "syntax", 1, 8), (#"{"a" 1}"#, "syntax", 1, 6), (#"{"a":}"#, "syntax", 1, 6),
            ("{1:1}", "syntax", 1, 2),
            ("]", "syntax", 1, 1), ("[1}", "syntax", 1, 3), (#"{"a":1]"#, "syntax", 1, 7), ("1 2", "syntax", 1, 3),
            ("[] x", "syntax", 1, 4),
            ("01", "syntax", 1, 2), ("-", "unexpectedEnd", 1, 2), ("-a", "syntax", 1, 2), ("1.", "unexpectedEnd", 1, 3),
            ("1.e1", "syntax", 1, 3), (".5", "syntax", 1, 1), ("+1", "syntax", 1, 1), ("1e", "unexpectedEnd", 1, 3),
            ("[1e+]", "syntax", 1, 5), ("0x1", "syntax", 1, 2), ("NaN", "syntax", 1, 1), ("Infinity", "syntax", 1, 1),
            ("nul", "unexpectedEnd", 1, 4), ("nulL", "syntax", 1, 4), ("True", "syntax", 1, 1), ("\"", "unexpectedEnd", 1, 2),
            ("\"a\nb\"", "syntax", 1, 3), ("\"\t\"", "syntax", 1, 2), ("\"long enough for eight\u{1}\"", "syntax", 1, 23),
            (#""\x""#, "syntax", 1, 2), (#""\u12G4""#, "syntax", 1, 4), (#""\u12"#, "unexpectedEnd", 1, 6),
            (#""\"#, "unexpectedEnd", 1, 3),
            (#""\uD800""#, "invalidText", 1, 2), (#""\uDC00""#, "invalidText", 1, 2), (#""\uD800A""#, "invalidText", 1, 2),
            (#"{"a":1,"a":2}"#, "duplicateKey", 1, 8), (#"{"a":1,"\u0061":2}"#, "duplicateKey", 1, 8), ("'a'", "syntax", 1, 1),
            ("[1]//", "syntax", 1, 4), ("/**/1", "syntax", 1, 1), ("\u{A0}1", "syntax", 1, 1),
        ])
    func refuses(document: String, code: String, line: Int, column: Int) throws {
        let error = try #require(throws: JSON.ParsingError.self) { try JSON.Value(parsing: document) }
        #expect(error.code.description == code)
        #expect((error.line, error.column) == (line, column), "\(error)")
    }

    /// Overlong forms, surrogates, beyond U+10FFFF, cut characters, stray bytes: Unicode, table 3-7.
    @Test(
        "Text is UTF-8",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
            [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xFF],
        ] as [[UInt8]])
    func refusesOtherText(bytes: [UInt8]) throws {
        for padding in ["", "1234567", "123456789"] {
            let document = [0x22] + Array(padding.utf8) + bytes + [0x22]
            let error = try #require(throws: JSON.ParsingError.self) { try JSON.Value(parsing: document) }
            #expect(error.code == .invalidText)
            #expect(error.offset == padding.utf8.count + 1)
        }
    }

    @Test("Every character comes through, as it is and escaped")
    func characters() throws {
        for value in stride(from: 0x20, through: 0x10FFFF, by: 7) {
            guard let scalar = Unicode.Scalar(UInt32(value)), scalar != "\"", scalar != "\\" else { continue }
            let escapes = String(scalar).utf16.map {
                "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16)
            }
            let array = try JSON.Value(parsing: "[\"\(scalar)\",\"\(escapes.joined())\"]").array
            #expect(array?.map(\.string) == [String(scalar), String(scalar)])
        }
    }

    @Test("Nesting has an end, whatever the stack", arguments: ["[", #"{"a":"#, #"[{"a":"#])
    func depth(opening: String) throws {
        let error = try #require(throws: JSON.ParsingError.self) {
            try JSON.Value(parsing: String(repeating: opening, count: 100_000))
        }
        #expect(error.code == .tooDeep)
        #expect(error.reason == "more than 512 arrays and objects in one another")
    }

    @Test("As many levels as the limit says, and no more", arguments: [1, 2, 512, 2048])
    func depthLimit(limit: Int) throws {
        let options = JSON.ParsingOptions(depthLimit: limit)
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        _ = try JSON.Value(parsing: nested(limit), options: options)
        #expect(throws: JSON.ParsingError.self) { try JSON.Value(parsing: nested(limit + 1), options: options) }
    }

    @Test("A depth limit without sense is a programming mistake")
    func senselessDepthLimit() async {
        await #expect(processExitsWith: .failure) { _ = JSON.ParsingOptions(depthLimit: 0) }
        await #expect(processExitsWith: .failure) {
            var options = JSON.ParsingOptions()
            options.depthLimit = 100_000
        }
    }

    @Test("The first or the last of several members counts, where told so", arguments: [1, 40, 2000])
    func duplicates(others: Int) throws {
        let members = (0..<others).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
        let document = #"{"a":1,\#(members),"\u0061":2,"b":3,"a":4}"#
        let first = try JSON.Value(parsing: document, options: .init(duplicateKeys: .first))
        #expect(first["a"] == 1)
        #expect(first.object?.count == others + 2)
        let last = try JSON.Value(parsing: document, options: .init(duplicateKeys: .last))
        #expect(last["a"] == 4)
        #expect(last.object?.last?.name == "a")
        let error = try #require(throws: JSON.ParsingError.self) { try JSON.Value(parsing: document) }
        #expect(error.repeatedKey == "a")
    }

    @Test("Many members without duplicates are taken", arguments: [32, 33, 64, 100, 5000])
    func manyMembers(count: Int) throws {
        let members = (0..<count).map { #""member\#($0)":\#($0)"# }.joined(separator: ",")
        let object = try #require(JSON.Value(parsing: "{\(members)}").object)
        #expect(object.map(\.name) == (0..<count).map { "member\($0)" })
    }

    @Test("Names are told apart by their bytes, not by how they look")
    func equivalentNames() throws {
        let object = try #require(JSON.Value(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}").object)
        #expect(object.count == 2)
        #expect(object["e\u{301}"] == 2)
    }

    @Test("Halves of pairs are replaced, where told so")
    func loneSurrogates() throws {
        let options = JSON.ParsingOptions(loneSurrogates: .replaced)
        let value = try JSON.Value(parsing: #"["\uD800","\uDC00x","\uD800\uD83D\uDE00","\uD800\n","\uD800A"]"#, options: options)
        #expect(value.array?.map(\.string) == ["\u{FFFD}", "\u{FFFD}x", "\u{FFFD}😀", "\u{FFFD}\n", "\u{FFFD}A"])
    }

    @Test("Every beginning of a document is refused or taken, and nothing traps")
    func beginnings() {
        let document = Array(#" {"a":[1.5e3,true,null,"x\u00e9\uD83D\uDE00é"],"b":{"c":-0}} "#.utf8)
        for count in 0..<document.count - 1 {
            #expect(throws: JSON.ParsingError.self) { try JSON.Value(parsing: document.prefix(count)) }
        }
    }
}
