internal import FoundationEssentials

/// The values that JSON has by itself.
extension Document {
    @inline(__always) func bool(_ index: Int) throws -> Bool {
        switch tape[index].kind {
        case .yes: return true
        case .no: return false
        default: throw mismatch(index, Bool.self)
        }
    }

    @inline(__always) func string(_ index: Int) throws -> String {
        guard tape[index].kind == .string else { throw mismatch(index, String.self) }
        return text(index)
    }

    /// A number without a fraction, also when it is written with one, such as `1.0` or `1e3`.
    @inline(__always) func integer<Integer: FixedWidthInteger>(_ index: Int) throws -> Integer {
        let entry = tape[index]
        if entry.kind == .integer, entry.length < 19, let value = Integer(exactly: shortInteger(entry)) { return value }
        return try unusualInteger(index)
    }

    /// A whole number of up to 18 characters.
    @inline(__always) private func shortInteger(_ entry: TapeEntry) -> Int {
        let start = Int(entry.start)
        let isNegative = bytes[start] == UInt8(ascii: "-")
        var value = 0
        for index in start &+ (isNegative ? 1 : 0)..<start &+ Int(entry.length) {
            value = value &* 10 &+ Int(bytes[index] &- 0x30)
        }
        return isNegative ? -value : value
    }

    @inline(never) private func unusualInteger<Integer: FixedWidthInteger>(_ index: Int) throws -> Integer {
        guard tape[index].kind == .integer || tape[index].kind == .number else { throw mismatch(index, Integer.self) }
        guard let value = DecimalNumber(number(index)).integer(Integer.self) else { throw unrepresentable(index, Integer.self) }
        return value
    }

    @inline(__always) func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ index: Int) throws -> Number {
        guard tape[index].kind == .integer || tape[index].kind == .number else {
            return try options.nonConformingFloatDecodingStrategy.value(at: index, in: self)
        }
        if let value = Number(shortDecimal: number(index)) { return value }
        guard let value = Number(String(decoding: number(index), as: UTF8.self)), value.isFinite else {
            throw unrepresentable(index, Number.self)
        }
        return value
    }

    func decimal(_ index: Int) throws -> Decimal {
        guard tape[index].kind == .integer || tape[index].kind == .number else { throw mismatch(index, Decimal.self) }
        guard let value = DecimalNumber(number(index)).decimal else { throw unrepresentable(index, Decimal.self) }
        return value
    }

    /// The value is of another kind than the type needs.
    func mismatch(_ index: Int, _ type: Any.Type) -> DecodingError {
        let found: String
        switch tape[index].kind {
        case .null:
            return .valueNotFound(type, .init(codingPath: path(to: index), debugDescription: "null is no \(type)"))
        case .yes, .no: found = "a Boolean"
        case .integer, .number: found = "a number"
        case .string: found = "a string"
        case .array: found = "an array"
        case .object, .key, .droppedKey: found = "an object"
        }
        return .typeMismatch(type, .init(codingPath: path(to: index), debugDescription: "\(found) is no \(type)"))
    }

    func unrepresentable(_ index: Int, _ type: Any.Type) -> DecodingError {
        corrupted(index, "the number cannot be represented as \(type)")
    }

    func corrupted(_ index: Int, _ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path(to: index), debugDescription: reason))
    }
}
