extension StructuredFieldParser {
    /// RFC 9651 §4.2.3.1.
    mutating func bareItem() throws(StructuredFieldError) -> StructuredField.BareItem {
        switch next {
        case UInt8(ascii: "\""): .string(try string())
        case UInt8(ascii: ":"): .byteSequence(try byteSequence())
        case UInt8(ascii: "?"): .boolean(try boolean())
        case UInt8(ascii: "@"): .date(try date())
        case UInt8(ascii: "%"): .displayString(try displayString())
        case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: try number()
        case let byte? where byte.beginsToken: .token(text(take(while: \.isStructuredTokenCharacter)))
        default: throw error(.noItem)
        }
    }

    /// RFC 9651 §4.2.4.
    private mutating func number() throws(StructuredFieldError) -> StructuredField.BareItem {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        let whole = take(while: \.isASCIIDigit)
        guard take(UInt8(ascii: ".")) else {
            guard 1...15 ~= whole.count, let magnitude = Int(text(whole)) else { throw error(.invalidNumber) }
            return .integer(isNegative ? -magnitude : magnitude)
        }
        let fraction = take(while: \.isASCIIDigit)
        guard 1...12 ~= whole.count, 1...3 ~= fraction.count, let number = Double(text(bytes[start..<position])) else {
            throw error(.invalidNumber)
        }
        return .decimal(number)
    }

    /// RFC 9651 §4.2.5.
    private mutating func string() throws(StructuredFieldError) -> String {
        position += 1
        var string: [UInt8] = []
        while let byte = next, byte.isPrintableASCII {
            position += 1
            if byte == UInt8(ascii: "\"") { return text(string) }
            guard byte == UInt8(ascii: "\\") else {
                string.append(byte)
                continue
            }
            guard let escaped = next, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else { break }
            position += 1
            string.append(escaped)
        }
        throw error(.invalidString)
    }

    /// RFC 9651 §4.2.7: padding may be missing, and bits that are left over are overlooked.
    private mutating func byteSequence() throws(StructuredFieldError) -> [UInt8] {
        position += 1
        let digits = take { $0.isPrintableASCII && $0 != 0x20 && $0 != UInt8(ascii: ":") }
        guard next == UInt8(ascii: ":"), let decoded = [UInt8](forgivingBase64: Array(digits)) else {
            throw error(.invalidByteSequence)
        }
        position += 1
        return decoded
    }

    /// RFC 9651 §4.2.8.
    private mutating func boolean() throws(StructuredFieldError) -> Bool {
        position += 1
        if take(UInt8(ascii: "1")) { return true }
        guard take(UInt8(ascii: "0")) else { throw error(.invalidBoolean) }
        return false
    }

    /// RFC 9651 §4.2.9.
    private mutating func date() throws(StructuredFieldError) -> HTTPDate {
        position += 1
        guard case .integer(let seconds) = try number() else { throw error(.invalidDate) }
        return HTTPDate(secondsSinceEpoch: seconds)
    }

    /// RFC 9651 §4.2.10.
    private mutating func displayString() throws(StructuredFieldError) -> String {
        position += 1
        guard take(UInt8(ascii: "\"")) else { throw error(.invalidDisplayString) }
        var string: [UInt8] = []
        while let byte = next, byte.isPrintableASCII {
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard let string = String(validating: string, as: UTF8.self) else { break }
                return string
            }
            string.append(byte == UInt8(ascii: "%") ? try percentEncodedByte() : byte)
        }
        throw error(.invalidDisplayString)
    }

    private mutating func percentEncodedByte() throws(StructuredFieldError) -> UInt8 {
        try lowercaseHexDigit() << 4 | lowercaseHexDigit()
    }

    private mutating func lowercaseHexDigit() throws(StructuredFieldError) -> UInt8 {
        guard let digit = next, digit == digit.asciiLowercased, let value = digit.hexDigitValue else {
            throw error(.invalidDisplayString)
        }
        position += 1
        return value
    }
}
