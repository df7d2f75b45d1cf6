/// Replaces the values of members in JSON text without taking it apart: what is no JSON goes through as it is. RFC 8259.
struct JSONRedaction {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The text with the value behind each secret name replaced, be it a text, a number or a whole object.
    mutating func replacingValues(of names: SecretNames, with replacement: String) -> String {
        var result: [UInt8] = []
        while position < bytes.count {
            let start = position
            guard bytes[position] == UInt8(ascii: "\"") else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let name = string()
            skipSpace()
            if position < bytes.count, bytes[position] == UInt8(ascii: ":"), names.contains(name) {
                position += 1
                skipSpace()
                result += bytes[start..<position]
                skipValue()
                result += replacement.utf8
            } else {
                result += bytes[start..<position]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    /// Goes behind a string, or to the end of a text that is cut off in it.
    ///
    /// - Returns: What the string means; of escapes only those that stand for ASCII are read, since no secret name has others.
    @discardableResult private mutating func string() -> [UInt8] {
        var meaning: [UInt8] = []
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") {
                position += 1
                let digits = bytes[min(position + 1, bytes.count)...].prefix(4)
                if position < bytes.count, bytes[position] == UInt8(ascii: "u"), digits.count == 4,
                    let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
                {
                    meaning.append(UInt8(exactly: value) ?? 0)
                    position += 5
                    continue
                }
                guard position < bytes.count else { break }
            }
            meaning.append(bytes[position])
            position += 1
        }
        position = min(position + 1, bytes.count)
        return meaning
    }

    private mutating func skipValue() {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                string()
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                if depth == 0 {
                    position += 1
                    return
                }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }
}
