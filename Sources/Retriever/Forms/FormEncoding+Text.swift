internal import FoundationEssentials

extension FormEncoding {
    /// The text of a simple value; `nil` when the value is not simple.
    func text(of value: some Encodable) throws -> String? {
        switch value {
        case let text as String: text
        case let boolean as Bool: style.booleans.text(boolean)
        case let number as any BinaryInteger: "\(number)"
        case let number as Double: try finite(number)
        case let number as Float: try finite(number)
        case let date as Date: try style.dates.text(date)
        case let data as Data: try style.data.text(data)
        case let url as URL: url.absoluteString
        case let number as Decimal: number.description
        default: nil
        }
    }

    private func finite(_ number: some BinaryFloatingPoint & LosslessStringConvertible) throws -> String {
        guard number.isFinite else {
            let path = codingPath.map(\.stringValue).joined(separator: ".")
            throw HTTPClientError(.encoding, "the value at \(path) is no finite number")
        }
        return "\(number)"
    }
}

extension URLEncodedForm.BooleanStyle {
    fileprivate func text(_ boolean: Bool) -> String {
        switch self {
        case .literal: boolean ? "true" : "false"
        case .numeric: boolean ? "1" : "0"
        }
    }
}

extension URLEncodedForm.DateStyle {
    fileprivate func text(_ date: Date) throws -> String {
        let seconds = date.timeIntervalSince1970
        switch self {
        case .iso8601: return date.formatted(.iso8601)
        case .secondsSince1970: return Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
        case .millisecondsSince1970:
            guard let milliseconds = Int(exactly: (seconds * 1000).rounded()) else {
                throw HTTPClientError(.encoding, "a date is too far away for milliseconds")
            }
            return "\(milliseconds)"
        case .custom(let text): return try text(date)
        }
    }
}

extension URLEncodedForm.DataStyle {
    fileprivate func text(_ data: Data) throws -> String {
        switch self {
        case .base64: data.base64EncodedString()
        case .base64URL:
            String(
                decoding: data.base64EncodedString().utf8.compactMap { digit -> UInt8? in
                    switch digit {
                    case UInt8(ascii: "+"): UInt8(ascii: "-")
                    case UInt8(ascii: "/"): UInt8(ascii: "_")
                    case UInt8(ascii: "="): nil
                    default: digit
                    }
                }, as: UTF8.self)
        case .custom(let text): try text(data)
        }
    }
}

extension URLEncodedForm.KeyStyle {
    func name(_ key: String) -> String {
        switch self {
        case .unchanged: key
        case .snakeCase: key.snakeCased
        case .custom(let name): name(key)
        }
    }
}

extension String {
    /// The words of a name in camel case, in lower case and joined with "_". ASCII letters only are told apart by case.
    fileprivate var snakeCased: String {
        let bytes = Array(utf8)
        func isUpper(_ index: Int) -> Bool { bytes.indices.contains(index) && bytes[index] != bytes[index].asciiLowercased }
        func isLower(_ index: Int) -> Bool { bytes.indices.contains(index) && bytes[index].isASCIIAlpha && !isUpper(index) }
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let beginsWord =
                isUpper(index) && index > 0 && bytes[index - 1] != UInt8(ascii: "_")
                && (!isUpper(index - 1) || isLower(index + 1))
            if beginsWord { result.append(UInt8(ascii: "_")) }
            result.append(byte.asciiLowercased)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
