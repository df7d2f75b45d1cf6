import Foundation

/// Any JSON value.
enum JSONValue: Encodable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The value that `text` is; `nil` when it is no JSON.
    init?(text: String) {
        // JSONDecoder cannot tell 1.0 from 1, which are different structured fields.
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) else { return nil }
        self.init(value)
    }

    private init(_ value: Any) {
        switch value {
        case let string as String: self = .string(string)
        case let array as [Any]: self = .array(array.map(Self.init))
        case let object as [String: Any]: self = .object(object.mapValues(Self.init))
        case let number as NSNumber: self = Self(number)
        default: self = .null
        }
    }

    private init(_ number: NSNumber) {
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"): self = .bool(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "Q"): self = .number(number.doubleValue)
        default: self = .integer(number.intValue)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .string(let string): try container.encode(string)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }

    /// The value on one line.
    var text: String {
        let data = try? JSONEncoder().encode(self)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    /// The value of a key; `nil` also for null, so that an absent key and null are the same.
    subscript(key: String) -> JSONValue? {
        guard case .object(let object) = self, let value = object[key] else { return nil }
        if case .null = value { return nil }
        return value
    }

    var string: String? { if case .string(let string) = self { string } else { nil } }
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
    var array: [JSONValue]? { if case .array(let array) = self { array } else { nil } }
    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    init(stringLiteral value: String) { self = .string(value) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
