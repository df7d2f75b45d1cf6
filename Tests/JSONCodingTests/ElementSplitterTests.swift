import JSONCoding
import Testing

@Suite("JSON: elements as they arrive")
struct ElementSplitterTests {
    /// What comes of a document that arrives in these parts: the elements, and the error at the end.
    private func elements(
        of parts: [[UInt8]], at path: [String] = [], limit: Int = 1000, options: JSON.ParsingOptions = .init()
    ) -> ([JSON.Value], DecodingError?) {
        var splitter = ElementSplitter(path: path, limit: limit, options: options)
        var elements: [JSON.Value] = []
        do {
            for part in parts {
                splitter.append(part)
                while let element = try splitter.next(JSON.Value.self, JSON.Decoder()) { elements.append(element) }
            }
            splitter.end()
            while let element = try splitter.next(JSON.Value.self, JSON.Decoder()) { elements.append(element) }
        } catch {
            return (elements, error as? DecodingError)
        }
        return (elements, nil)
    }

    private func fault(_ error: DecodingError?) -> JSON.ParsingError? {
        guard case .dataCorrupted(let context) = error else { return nil }
        return context.underlyingError as? JSON.ParsingError
    }

    /// All ways to cut into two, and into single bytes.
    private func cuts(_ document: String) -> [[[UInt8]]] {
        let bytes = Array(document.utf8)
        return (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] } + [bytes.map { [$0] }, [bytes]]
    }

    private static let arrays = [
        "[]", " [ ] ", "[1]", "[1,2,3]", " [ 1 , \"a,]\\\"\" , [ ] , {\"a\":[1,{}]} , null ] ",
        "\u{FEFF}[true,false,null,-1.5e10]", "[[[[]]],{}]",
        #"["\\","\"","é😀","\u00e9","]"]"#, "[\n1,\n\"two\"\n]\n",
    ]

    @Test("Wherever a document is cut, the elements are the same", arguments: arrays)
    func cuts(document: String) throws {
        let expected = try #require(JSON.Value(parsing: document).array)
        for parts in cuts(document) {
            let (elements, error) = elements(of: parts)
            #expect(elements == expected)
            #expect(error == nil)
        }
    }

    @Test(
        "A document that is no JSON is refused at the same place as a whole, wherever it is cut",
        arguments: arrays + [
            "[1 2]", "[1,]", "[,1]", "[1", "[", "", "[1]]", "[1] x", "[01]", "[1.]", "[tru]", "[tru", "[\"a", "[\"\\x\"]",
            "[\"\u{1}\"]", "[{]}", "[[}]",
            "[1}", "]", "[-]", "[1e]", "[nulll]", "[1:2]", "[{\"a\":1,\"a\":2}]", "[\"\\ud800\"]", "[1][2]", "[1\u{FEFF}]",
            " \u{FEFF}[1]",
            "[{\"a\" 1}]", "[\"a\"\"b\"]",
        ])
    func faults(document: String) {
        // Every document with one byte left out or replaced, too
        let bytes = Array(document.utf8)
        var variants = [bytes]
        for index in bytes.indices {
            for replacement in [[], [0x22], [0x2C], [0x5D], [0x7B], [0x5C], [0xFF]] as [[UInt8]] {
                variants.append(Array(bytes[..<index]) + replacement + Array(bytes[(index + 1)...]))
            }
        }
        for variant in variants {
            let whole = try? JSON.Value(parsing: variant)
            var expected: JSON.ParsingError?
            do throws(JSON.ParsingError) { _ = try JSON.Value(parsing: variant) } catch { expected = error }
            if whole != nil, whole?.array == nil { continue }
            for parts in [[variant], variant.map { [$0] }] {
                let (_, error) = elements(of: parts)
                if expected == nil { #expect(error == nil) }
                // What does not begin with an array may be refused for that.
                guard let expected, let fault = fault(error) else {
                    #expect((expected == nil) == (error == nil), "\(String(decoding: variant, as: UTF8.self))")
                    continue
                }
                #expect(
                    (fault.code, fault.offset, fault.line, fault.column) == (
                        expected.code, expected.offset, expected.line, expected.column
                    ), "\(String(decoding: variant, as: UTF8.self))")
            }
        }
    }

    @Test("Elements of an array in objects", arguments: paths)
    func path(document: String, path: [String], numbers: [Int]) {
        for parts in cuts(document) {
            let (elements, error) = elements(of: parts, at: path)
            #expect(elements.map(\.integer) == numbers)
            #expect(error == nil)
        }
    }
    private static let paths: [(String, [String], [Int])] = [
        (#"{"data":[1,2]}"#, ["data"], [1, 2]),
        (
            #" { "a" : [ 3 , {} ] , "data" : { "x" : {"users":[9]}, "users" : [ 1 , 2 ] } , "z" : "}" } "#, ["data", "users"],
            [1, 2]
        ),
        (#"{"d\u0061ta":[1],"x":null}"#, ["data"], [1]), (#"{"a":{"data":[9]},"b":[{"data":[9]}],"data":[]}"#, ["data"], []),
        (#"{"":{"":[7]}}"#, ["", ""], [7]),
    ]

    @Test(
        "No array there is an error that says so",
        arguments: [
            ("{}", "keyNotFound"), (#"{"a":{}}"#, "keyNotFound"), (#"{"b":{"b":[]}}"#, "keyNotFound"), ("[]", "typeMismatch"),
            ("1", "typeMismatch"),
            (#"{"a":[]}"#, "typeMismatch"), (#"{"a":null}"#, "typeMismatch"), (#"{"a":{"b":{}}}"#, "typeMismatch"),
            (#"{"a":{"b":"x"}}"#, "typeMismatch"),
        ])
    func noArray(document: String, kind: String) throws {
        for parts in cuts(document) {
            switch elements(of: parts, at: ["a", "b"]).1 {
            case .keyNotFound: #expect(kind == "keyNotFound")
            case .typeMismatch: #expect(kind == "typeMismatch")
            case let error: Issue.record("\(String(describing: error))")
            }
        }
    }

    @Test(
        "What is passed over is checked",
        arguments: [
            #"{"x":01,"a":[]}"#, #"{"x":[1,],"a":[]}"#, #"{"x":{"y"},"a":[]}"#, #"{"x":"\ud800","a":[]}"#, #"{"a":[],"x":tru}"#,
            #"{"a":[]"#, #"{"a":[],}"#,
            #"{"a":[]}}"#, #"{"a":[],"a":[]}"#, #"{"x":{],"a":[]}"#, #"{x:1,"a":[]}"#,
        ])
    func passedOver(document: String) {
        for parts in cuts(document) { #expect(fault(elements(of: parts, at: ["a"]).1) != nil) }
    }

    @Test("Of several arrays with one name the first counts, where told so")
    func duplicates() {
        let document = Array(#"{"a":[1],"a":[2]}"#.utf8)
        let (elements, error) = elements(of: [document], at: ["a"], options: .init(duplicateKeys: .first))
        #expect(elements == [1] && error == nil)
    }

    @Test("Errors in elements have the path and the place in the document")
    func errors() throws {
        struct User: Decodable { var id: Int }
        var splitter = ElementSplitter(path: ["users"], limit: 1000)
        splitter.append(Array("{\"users\":[\n{\"id\":1},\n{\"id\":\"x\"},".utf8))
        #expect(try splitter.next(User.self, JSON.Decoder())?.id == 1)
        let mismatch = try #require(throws: DecodingError.self) { try splitter.next(User.self, JSON.Decoder()) }
        guard case .typeMismatch(_, let context) = mismatch else { throw mismatch }
        #expect(context.codingPath.map(\.stringValue) == ["users", "Index 1", "id"])
        splitter.append(Array("\n{\"id\" 3}]}".utf8))
        let syntax = try #require(throws: DecodingError.self) { try splitter.next(User.self, JSON.Decoder()) }
        #expect(fault(syntax)?.description == "line 4, column 7: a colon is expected")
    }

    @Test("An element has a limit, also one that never ends")
    func limits() {
        #expect(elements(of: [Array("[\"12345678\"]".utf8)], limit: 10).0 == ["12345678"])
        for parts in [
            [Array("[\"123456789\"]".utf8)], [Array("[[1,2,3,4,5".utf8), Array("6".utf8)], [Array("[1234567890123".utf8)],
        ] {
            #expect(fault(elements(of: parts, limit: 10).1)?.code == .tooLarge)
        }
        let deep = Array(repeating: UInt8(ascii: "["), count: 1000)
        #expect(fault(elements(of: [deep], limit: 10_000).1)?.code == .tooDeep)
        #expect(fault(elements(of: [Array(#"{"x":"#.utf8) + deep], at: ["a"], limit: 10_000).1)?.code == .tooDeep)
    }

    @Test("No more is kept than an element, however long the document is")
    func manyElements() throws {
        var splitter = ElementSplitter(limit: 100)
        splitter.append([UInt8(ascii: "[")])
        var sum = 0
        for number in 0..<100_000 {
            splitter.append(Array("{\"id\":\(number)},".utf8))
            sum += try splitter.next([String: Int].self, JSON.Decoder())?["id"] ?? 0
        }
        #expect(sum == 99_999 * 50_000)
    }
}
