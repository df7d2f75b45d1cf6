import HTTPSemantics
import Testing

@Suite("Structured fields, RFC 9651")
struct StructuredFieldTests {
    private typealias Item = StructuredField.Item

    @Test(
        "Items of every type",
        arguments: [
            ("5", 5), ("-0", 0), ("999999999999999", 999_999_999_999_999), ("4.5", 4.5), ("-0.125", -0.125),
            ("\"a \\\"b\\\" \\\\\"", "a \"b\" \\"), ("\"\"", ""), ("text/html", .token("text/html")), ("*a:b", .token("*a:b")),
            (":aGVsbG8=:", .byteSequence(Array("hello".utf8))), ("::", .byteSequence([])), ("?1", true), ("?0", false),
            ("@1659578233", .date(HTTPDate(secondsSinceEpoch: 1_659_578_233))), ("%\"f%c3%bc%25\"", .displayString("fü%")),
        ] as [(String, StructuredField.BareItem)])
    func readsItems(text: String, item: StructuredField.BareItem) throws {
        #expect(try Item(parsing: "  \(text) ") == Item(item))
        #expect(try Item(parsing: Item(item).serialized()) == Item(item))
    }

    @Test(
        "What is no item, and where",
        arguments: [
            ("", .noItem, 0), ("é", .noItem, 0), ("1, 2", .trailingCharacters, 1), ("\t1", .noItem, 0), ("-", .invalidNumber, 1),
            ("1234567890123456", .invalidNumber, 16), ("1.", .invalidNumber, 2), ("1.2345", .invalidNumber, 6),
            ("1234567890123.0", .invalidNumber, 15), (".5", .noItem, 0), ("\"a", .invalidString, 2),
            ("\"a\\b\"", .invalidString, 3),
            ("\"é\"", .invalidString, 1), ("\"\u{301}\"", .invalidString, 1), ("a@", .trailingCharacters, 1),
            (":aGVsbG8", .invalidByteSequence, 8), (":a:", .invalidByteSequence, 2), (":aGV sbG8=:", .invalidByteSequence, 4),
            ("?2", .invalidBoolean, 1), ("?", .invalidBoolean, 1), ("@1.5", .invalidDate, 4), ("@", .invalidNumber, 1),
            ("%a", .invalidDisplayString, 1), ("%\"%C3%BC\"", .invalidDisplayString, 3), ("%\"%ff\"", .invalidDisplayString, 6),
            ("%\"a", .invalidDisplayString, 3), ("1;A", .invalidKey, 2), ("1;a=", .noItem, 4), ("1;", .invalidKey, 2),
        ] as [(String, StructuredFieldError.Code, Int)])
    func refusesItems(text: String, code: StructuredFieldError.Code, position: Int) {
        let error = #expect(throws: StructuredFieldError.self) { try Item(parsing: text) }
        #expect(error?.code == code)
        #expect(error?.position == position)
    }

    @Test func parametersKeepTheirOrderAndTheLastValue() throws {
        let item = try Item(parsing: "text/html; b=1;a;  c=\"x\";b=2")
        #expect(item.parameters.keys == ["b", "a", "c"])
        #expect(item.parameters["b"]?.integer == 2)
        #expect(item.parameters["a"]?.boolean == true)
        #expect(item.parameters["c"]?.text == "x")
        #expect(item.parameters["d"] == nil)
        #expect(try item.serialized() == "text/html;b=2;a;c=\"x\"")
    }

    @Test func listsHoldItemsAndInnerLists() throws {
        let list = try StructuredField.List(parsing: "sugar , (\"a\" b;x);lvl=5,\t()")
        #expect(list.members.count == 3)
        #expect(list.members[0].item == Item(.token("sugar")))
        #expect(list.members[1].innerList?.items == [Item("a"), Item(.token("b"), parameters: ["x": true])])
        #expect(list.members[1].parameters == ["lvl": 5])
        #expect(list.members[2].innerList?.items.isEmpty == true)
        #expect(list.members[2].item == nil && list.members[0].innerList == nil)
        #expect(try list.serialized() == "sugar, (\"a\" b;x);lvl=5, ()")
        #expect(try StructuredField.List(parsing: " ") == StructuredField.List())
    }

    @Test(
        "What is no list, and where",
        arguments: [
            ("a,", .trailingComma, 2), (",", .noItem, 0), ("a,,b", .noItem, 2), ("a b", .trailingCharacters, 2),
            ("(a", .invalidInnerList, 2), ("(", .invalidInnerList, 1), ("(a,b)", .invalidInnerList, 2),
            ("(a\"b\")", .invalidInnerList, 2),
            ("(a (b))", .noItem, 3),
        ] as [(String, StructuredFieldError.Code, Int)])
    func refusesLists(text: String, code: StructuredFieldError.Code, position: Int) {
        let error = #expect(throws: StructuredFieldError.self) { try StructuredField.List(parsing: text) }
        #expect(error?.code == code)
        #expect(error?.position == position)
    }

    @Test func dictionariesAreMadeOfLines() throws {
        let fields = HTTPFields(["u=1", "i;x, u=(3 4)"].compactMap { HTTPField(name: .cacheControl, value: $0) })
        let dictionary = try StructuredField.Dictionary(parsing: fields[.cacheControl] ?? "")
        #expect(dictionary.keys == ["u", "i"])
        #expect(dictionary["u"]?.innerList?.items == [Item(3), Item(4)])
        #expect(dictionary["i"]?.item == Item(true, parameters: ["x": true]))
        #expect(try dictionary.serialized() == "u=(3 4), i;x")
        #expect(throws: StructuredFieldError.self) { try StructuredField.Dictionary(parsing: "a=1 b=2") }
        #expect(throws: StructuredFieldError.self) { try StructuredField.Dictionary(parsing: "A=1") }
    }

    @Test func mapsAreChangedByKey() {
        var map: StructuredField.Parameters = ["a": 1, "b": 2, "c": 3]
        map["a"] = nil
        map["d"] = nil
        map["c"] = 4
        map["a"] = 5
        #expect(map == ["b": 2, "c": 4, "a": 5])
        #expect(map.map(\.value) == [2, 4, 5])
    }

    @Test(
        "Decimals are rounded to three digits, half a digit to the even one",
        arguments: [
            (1.0, "1.0"), (0.0015, "0.002"), (0.0025, "0.002"), (-2.5, "-2.5"), (1.25, "1.25"),
            (999_999_999_999.999, "999999999999.999"),
        ])
    func writesDecimals(number: Double, text: String) throws { #expect(try Item(.decimal(number)).serialized() == text) }

    @Test(
        "What cannot be written",
        arguments: [
            (Item(1_000_000_000_000_000), .invalidNumber), (Item(.decimal(1e12)), .invalidNumber),
            (Item(.decimal(.nan)), .invalidNumber), (Item(.decimal(-.infinity)), .invalidNumber), (Item("é"), .invalidString),
            (Item("\n"), .invalidString), (Item(.token("a b")), .invalidToken), (Item(.token("")), .invalidToken),
            (Item(1, parameters: ["A": 1]), .invalidKey), (Item(1, parameters: ["": 1]), .invalidKey),
            (Item(.date(HTTPDate(secondsSinceEpoch: -1_000_000_000_000_000))), .invalidNumber),
        ] as [(StructuredField.Item, StructuredFieldError.Code)])
    func refusesToWrite(item: StructuredField.Item, code: StructuredFieldError.Code) {
        let error = #expect(throws: StructuredFieldError.self) { try item.serialized() }
        #expect(error?.code == code)
        #expect(error?.position == nil)
    }

    @Test func errorsSayWhereAndNotWhat() {
        let error = #expect(throws: StructuredFieldError.self) { try Item(parsing: "secret secret") }
        #expect(error.map { "\($0)" } == "something follows the value (byte 7)")
    }

    @Test func thousandsOfKeysAreFoundAtOnce() throws {
        let keys = (0..<50_000).map { "k\($0)" }
        let dictionary = try StructuredField.Dictionary(parsing: keys.joined(separator: ","))
        #expect(dictionary.count == keys.count)
        #expect(try dictionary.serialized() == keys.joined(separator: ", "))
    }
}
