/// The text of strings and names that have been found to be well formed.
extension Span<UInt8> {
    /// The text of a string or name.
    @inline(__always) func text(_ entry: TapeEntry) -> String {
        guard !entry.isEscaped else { return String(decoding: unescaped(entry), as: UTF8.self) }
        // The parser has refused what is not UTF-8.
        return String(copying: unsafe UTF8Span(unchecked: extracting(entry.bytes)))
    }

    /// The text of a string or name as bytes.
    func unescaped(_ entry: TapeEntry) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(Int(entry.length))
        var index = Int(entry.start)
        while index < entry.bytes.upperBound {
            if self[index] == UInt8(ascii: "\\") {
                unescape(&index, into: &result)
            } else {
                result.append(self[index])
                index += 1
            }
        }
        return result
    }

    /// Moves over the escape at `index`.
    private func unescape(_ index: inout Int, into result: inout [UInt8]) {
        let escape = self[index + 1]
        index += 2
        switch escape {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"): result.append(contentsOf: UTF8.encode(scalar(&index)) ?? UTF8.encodedReplacementCharacter)
        default: result.append(escape)
        }
    }

    /// Moves over the digits of an escaped character, and over all of the other half where it has two.
    private func scalar(_ index: inout Int) -> Unicode.Scalar {
        let unit = codeUnit(&index)
        guard unit & 0xFC00 == 0xD800, index + 5 < count, self[index] == UInt8(ascii: "\\"),
            self[index + 1] == UInt8(ascii: "u")
        else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        var afterPair = index + 2
        let second = codeUnit(&afterPair)
        guard second & 0xFC00 == 0xDC00 else { return "\u{FFFD}" }
        index = afterPair
        return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF) ?? "\u{FFFD}"
    }

    private func codeUnit(_ index: inout Int) -> UInt32 {
        defer { index += 4 }
        return (index..<index + 4).reduce(0) { $0 << 4 | UInt32(self[$1].hexadecimalValue ?? 0) }
    }
}
