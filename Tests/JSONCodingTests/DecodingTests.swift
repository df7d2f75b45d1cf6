import Foundation
import JSONCoding
import Testing

@Suite("JSON: decoding")
struct DecodingTests {
    private let decoder = JSON.Decoder()

    private struct User: Decodable, Equatable {
        var id: Int
        var name: String
        var email: String?
        var tags: [String] = []
        enum CodingKeys: CodingKey { case id, name, email }
    }
    private struct Page: Decodable {
        var users: [User]
        var total: [String: Int]
    }

    @Test(
        "Members are found in any order, with escapes, among others",
        arguments: [
            #"{"id":1,"name":"Ada","email":"a@b"}"#, #"{"email":"a@b","name":"Ada","id":1}"#,
            #"{"x":{"id":2},"n\u0061me":"Ada","y":[],"\u0069d":1,"email":"a@b"}"#,
        ])
    func members(document: String) throws {
        #expect(try decoder.decode(User.self, from: document) == User(id: 1, name: "Ada", email: "a@b"))
    }

    @Test("Null and nothing are no email")
    func optional() throws {
        for document in [#"{"id":1,"name":"Ada","email":null}"#, #"{"id":1,"name":"Ada"}"#] {
            #expect(try decoder.decode(User.self, from: document) == User(id: 1, name: "Ada", email: nil))
        }
        #expect(try decoder.decode(Int?.self, from: "null") == nil)
        #expect(try decoder.decode([Int?].self, from: "[1,null]") == [1, nil])
    }

    /// The path in an error, and its kind.
    private func fault<Value: Decodable>(_ type: Value.Type, _ document: String) throws -> (String, String) {
        let error = try #require(throws: DecodingError.self) { try decoder.decode(type, from: document) }
        let (kind, path): (String, [any CodingKey]) =
            switch error {
            case .keyNotFound(let key, let context): ("keyNotFound", context.codingPath + [key])
            case .typeMismatch(_, let context): ("typeMismatch", context.codingPath)
            case .valueNotFound(_, let context): ("valueNotFound", context.codingPath)
            case .dataCorrupted(let context): ("dataCorrupted", context.codingPath)
            @unknown default: ("", [])
            }
        return (kind, path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: "."))
    }

    @Test(
        "Errors have the path",
        arguments: [
            (#"{"users":[{"id":1,"name":"a"},{"id":2}],"total":{}}"#, "keyNotFound", "users.[1].name"),
            (#"{"users":[{"id":1,"name":"a"},{"name":"b","id":"2"}],"total":{}}"#, "typeMismatch", "users.[1].id"),
            (#"{"total":{},"users":[{"x":[{}],"id":null,"name":""}]}"#, "valueNotFound", "users.[0].id"),
            (#"{"users":[],"total":{"a":1,"b":2.5}}"#, "dataCorrupted", "total.b"),
            (#"{"users":[],"total":{"a":1,"b":[]}}"#, "typeMismatch", "total.b"),
            (#"{"users":{},"total":{}}"#, "typeMismatch", "users"), (#"{"users":[[]],"total":{}}"#, "typeMismatch", "users.[0]"),
            ("[]", "typeMismatch", ""), ("null", "valueNotFound", ""), ("{}", "keyNotFound", "users"),
        ])
    func paths(document: String, kind: String, path: String) throws {
        #expect(try fault(Page.self, document) == (kind, path))
    }

    @Test("Errors in the syntax say where")
    func syntax() throws {
        let error = try #require(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[1,\n2,]") }
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(context.debugDescription == "line 2, column 3: a value is expected")
        #expect((context.underlyingError as? JSON.ParsingError)?.offset == 6)
    }

    /// Tries one type after the other, as many people's types do.
    private enum Scalar: Decodable, Equatable {
        case number(Int), text(String), other([String])
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .other(decoder.codingPath.map(\.stringValue))
            }
        }
    }

    @Test("Paths are found out for each of many elements in time")
    func trying() throws {
        let count = 50_000  // squared, these would take minutes
        let document = "[" + (0..<count).map { $0 % 2 == 0 ? "\"a\"" : "true" }.joined(separator: ",") + "]"
        let values = try decoder.decode([Scalar].self, from: document)
        #expect(values.last == .other(["Index \(count - 1)"]))
        #expect(values[1] == .other(["Index 1"]))
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ document: String) -> Value? {
        try? decoder.decode(type, from: document)
    }

    @Test("Whole numbers of every size, and none that does not fit")
    func integers() {
        #expect(decoded([Int8].self, "[-128,127]") == [-128, 127])
        #expect(decoded(Int8.self, "128") == nil)
        #expect(decoded(UInt8.self, "-1") == nil)
        #expect(decoded(UInt8.self, "-0") == 0)
        #expect(decoded([Int16].self, "[-32768,32767]") == [.min, .max])
        #expect(decoded([Int32].self, "[-2147483648,2147483647]") == [.min, .max])
        #expect(decoded([Int].self, "[-9223372036854775808,9223372036854775807]") == [.min, .max])
        #expect(decoded(Int.self, "9223372036854775808") == nil)
        #expect(decoded(Int.self, "-9223372036854775809") == nil)
        #expect(decoded(UInt64.self, "18446744073709551615") == .max)
        #expect(decoded(UInt64.self, "18446744073709551616") == nil)
        #expect(
            decoded([Int128].self, "[-170141183460469231731687303715884105728,170141183460469231731687303715884105727]") == [
                .min, .max,
            ])
        #expect(decoded(Int128.self, "170141183460469231731687303715884105728") == nil)
        #expect(decoded(UInt128.self, "340282366920938463463374607431768211455") == .max)
        #expect(decoded(UInt128.self, "340282366920938463463374607431768211456") == nil)
        #expect(decoded([Int].self, "[1.0,1e3,-12.50e1,1000e-3,0e999999999999,0.0]") == [1, 1000, -125, 1, 0, 0])
        #expect(decoded(Int.self, "1.5") == nil)
        #expect(decoded(Int.self, "1e-1") == nil)
        #expect(decoded(Int.self, "1e19") == nil)
        #expect(decoded(Int.self, "1e99999999999999999999") == nil)
        #expect(decoded(Int.self, "1" + String(repeating: "0", count: 100_000)) == nil)
        #expect(decoded(Int.self, "1" + String(repeating: "0", count: 50) + "e-50") == 1)
    }

    @Test(
        "Numbers in binary are the nearest ones",
        arguments: [
            "0", "-0", "0.1", "1.5", "123456.789", "1e22", "1e23", "9007199254740993", "0.30000000000000004", "5e-324",
            "1.7976931348623157e308",
            "2.2250738585072011e-308", "123456789012345678901234567890", "3.4028235e38", "16777217", "8.5", "1e-10", "1E5",
            "1e-400",
        ])
    func floatingPoint(text: String) throws {
        #expect(try decoder.decode(Double.self, from: text).bitPattern == Double(text)?.bitPattern)
        let float = try? decoder.decode(Float.self, from: text)
        #expect(float?.bitPattern == Float(text).flatMap { $0.isFinite ? $0.bitPattern : nil })
    }

    @Test("Numbers too large for the type are errors, not infinite")
    func infinite() {
        #expect(decoded(Double.self, "1e400") == nil)
        #expect(decoded(Float.self, "1e39") == nil)
    }

    @Test("Decimals are exact or errors")
    func decimals() {
        #expect(
            decoded(Decimal.self, "12345678901234567890.123456789012345678")
                == Decimal(string: "12345678901234567890.123456789012345678"))
        #expect(decoded(Decimal.self, "-0.1") == Decimal(string: "-0.1"))
        #expect(decoded(Decimal.self, "1e120") == Decimal(string: "1e120"))
        #expect(decoded(Decimal.self, "123456789012345678901234567890123456789") == nil)
        #expect(decoded(Decimal.self, "1e200") == nil)
        #expect(decoded(Decimal.self, "\"1\"") == nil)
    }

    @Test("Infinities and NaN come as strings, where told so")
    func nonConforming() throws {
        var decoder = JSON.Decoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let values = try decoder.decode([Double].self, from: #"["inf","-inf",1,"nan"]"#)
        #expect(values.prefix(3) == [.infinity, -.infinity, 1] && values[3].isNaN)
        #expect(throws: DecodingError.self) { try decoder.decode(Float.self, from: "\"x\"") }
        #expect(throws: DecodingError.self) { try self.decoder.decode(Double.self, from: "\"inf\"") }
    }

    @Test(
        "Dates",
        arguments: [
            ("2026-12-01T15:05:00Z", 1796137500.0), ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59.5Z", 951_868_799.5),
            ("2026-12-01T16:05:00+01:00", 1796137500), ("2026-12-01t10:05:00.000-05:00", 1796137500),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("1969-12-31T23:59:59Z", -1), ("2016-12-31T23:59:60Z", 1_483_228_800),
        ])
    func dates(text: String, seconds: Double) throws {
        var decoder = JSON.Decoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(try decoder.decode([Date].self, from: "[\"\(text)\"]") == [Date(timeIntervalSince1970: seconds)])
    }

    @Test(
        "What is no date",
        arguments: [
            "", "2026", "2026-12-01", "2026-13-01T00:00:00Z", "2025-02-29T00:00:00Z", "2026-12-01T24:00:00Z",
            "2026-12-01T00:60:00Z",
            "2026-12-01T00:00:00", "2026-12-01T00:00:00.Z", "2026-12-01T00:00:00+1", "2026-12-01T00:00:00Zx",
            "2026-12-01T00:00:00+24:00", "١٩٧٠-01-01T00:00:00Z",
        ])
    func noDates(text: String) throws {
        var decoder = JSON.Decoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(throws: DecodingError.self) { try decoder.decode(Date.self, from: "\"\(text)\"") }
    }

    @Test("Dates as numbers and by a function")
    func otherDates() throws {
        var decoder = JSON.Decoder()
        #expect(try decoder.decode(Date.self, from: "5") == Date(timeIntervalSinceReferenceDate: 5))
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Date.self, from: "5.5") == Date(timeIntervalSince1970: 5.5))
        decoder.dateDecodingStrategy = .millisecondsSince1970
        #expect(try decoder.decode([String: Date].self, from: #"{"a":5500}"#) == ["a": Date(timeIntervalSince1970: 5.5)])
        decoder.dateDecodingStrategy = .custom { Date(timeIntervalSince1970: Double(try String(from: $0).utf8.count)) }
        #expect(try decoder.decode(Date.self, from: "\"abc\"") == Date(timeIntervalSince1970: 3))
    }

    @Test("Bytes")
    func data() throws {
        var decoder = JSON.Decoder()
        #expect(try decoder.decode(Data.self, from: "\"+/8=\"") == Data([0xFB, 0xFF]))
        #expect(throws: DecodingError.self) { try decoder.decode(Data.self, from: "\"-_8=\"") }
        decoder.dataDecodingStrategy = .base64URL
        #expect(try decoder.decode([Data].self, from: #"["-_8","-_8="]"#) == [Data([0xFB, 0xFF]), Data([0xFB, 0xFF])])
        #expect(throws: DecodingError.self) { try decoder.decode(Data.self, from: "\"+/8=\"") }
        decoder.dataDecodingStrategy = .deferredToData
        #expect(try decoder.decode(Data.self, from: "[1,2]") == Data([1, 2]))
    }

    private struct Snake: Codable, Equatable {
        var firstName: String
        var homeAddress: [String: Int]
        var _id: Int
    }

    @Test("Keys in snake case, but those of dictionaries as they are; errors name them as the document does")
    func snakeCase() throws {
        var decoder = JSON.Decoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let value = try decoder.decode(Snake.self, from: #"{"first_name":"Ada","home_address":{"zip_code":1},"_id":2}"#)
        #expect(value == Snake(firstName: "Ada", homeAddress: ["zip_code": 1], _id: 2))
        let error = try #require(throws: DecodingError.self) { try decoder.decode(Snake.self, from: #"{"first_name":1}"#) }
        guard case .typeMismatch(_, let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == ["first_name"])
    }

    @Test("Keys by a function of the path")
    func customKeys() throws {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        var decoder = JSON.Decoder()
        decoder.keyDecodingStrategy = .custom { Key(stringValue: $0.map(\.stringValue).joined(separator: "/").lowercased()) }
        struct Outer: Decodable {
            var a: Inner
            struct Inner: Decodable { var b: Int; enum CodingKeys: String, CodingKey { case b = "a/b" } }
        }
        #expect(try decoder.decode(Outer.self, from: #"{"A":{"B":1}}"#).a.b == 1)
    }

    @Test("Types find what the decoder carries for them")
    func userInfo() throws {
        struct Carried: Decodable {
            let word: String?
            init(from decoder: any Decoder) throws {
                word = CodingUserInfoKey(rawValue: "w").flatMap { decoder.userInfo[$0] as? String }
            }
        }
        var decoder = JSON.Decoder()
        decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "w"))] = "carried"
        #expect(try decoder.decode([Carried].self, from: "[0]")[0].word == "carried")
    }

    @Test("Values of any shape keep numbers and the order of members")
    func anyValue() throws {
        struct Envelope: Decodable { var payload: JSON.Value; var amount: JSON.Number }
        let payload = #"{"z":1.10,"a":[12345678901234567890123,1E+2,null],"m":{}}"#
        let envelope = try decoder.decode(Envelope.self, from: #"{"payload":\#(payload),"amount":0.100}"#)
        #expect(envelope.payload.description == payload)
        #expect(envelope.amount.description == "0.100")
    }

    @Test("An array that ends early says at which index")
    func endOfArray() throws {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                #expect(container.count == 1)
                _ = try container.decode(Int.self)
                #expect(container.isAtEnd && container.currentIndex == 1)
                _ = try container.decode(Int.self)
            }
        }
        #expect(try fault(Pair.self, "[1]") == ("valueNotFound", "[1]"))
    }
}
