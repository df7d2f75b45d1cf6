/// The words of a command line, as a POSIX shell splits it, with bash's `$'…'`. Nothing is expanded.
enum ShellWords {
    /// - Throws: A sentence that points at a quote that is not closed, or at something that only a shell can do.
    static func split(_ line: String) throws(UsageError) -> [String] {
        let bytes = Array(line.utf8)
        var words: [String] = []
        var word: [UInt8]?
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D:
                if let finished = word.take() { words.append(String(decoding: finished, as: UTF8.self)) }
                index += 1
            case UInt8(ascii: "\\"):
                // A backslash at the end of a line joins it with the next.
                let isJoin = index + 1 < bytes.count && (bytes[index + 1] == 0x0A || bytes[index + 1] == 0x0D)
                if !isJoin, index + 1 < bytes.count { word = (word ?? []) + [bytes[index + 1]] }
                index += isJoin && bytes[index + 1] == 0x0D && index + 2 < bytes.count && bytes[index + 2] == 0x0A ? 3 : 2
            case UInt8(ascii: "'"):
                guard let end = bytes[(index + 1)...].firstIndex(of: byte) else { throw unclosed(line, index) }
                word = (word ?? []) + bytes[index + 1..<end]
                index = end + 1
            case UInt8(ascii: "\""):
                word = (word ?? []) + (try doubleQuoted(bytes, &index, line))
            case UInt8(ascii: "$") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "'"):
                index += 1
                word = (word ?? []) + (try dollarQuoted(bytes, &index, line))
            case UInt8(ascii: "|"), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"):
                throw UsageError("only a shell can do what this asks for; paste the command of curl alone", in: line, at: index)
            default:
                word = (word ?? []) + [byte]
                index += 1
            }
        }
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    private static func unclosed(_ line: String, _ index: Int) -> UsageError {
        UsageError("this quote is not closed", in: line, at: index)
    }

    private static func doubleQuoted(_ bytes: [UInt8], _ index: inout Int, _ line: String) throws(UsageError) -> [UInt8] {
        let start = index
        var text: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
                let next = bytes[index + 1]
                if !"$`\"\\\n".utf8.contains(next) { text.append(bytes[index]) }
                if next != 0x0A { text.append(next) }
                index += 2
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        guard index < bytes.count else { throw unclosed(line, start) }
        index += 1
        return text
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "a"): 0x07,
        UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "e"): 0x1B, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
    ]

    /// What browsers write when they copy a request as a command: `$'…'` with `\n`, `\'`, `\xHH` and `\uHHHH`.
    private static func dollarQuoted(_ bytes: [UInt8], _ index: inout Int, _ line: String) throws(UsageError) -> [UInt8] {
        let start = index
        var text: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "'") {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                text.append(bytes[index])
                index += 1
                continue
            }
            let letter = bytes[index + 1]
            index += 2
            switch letter {
            case UInt8(ascii: "x"): text.append(UInt8(truncatingIfNeeded: number(bytes, &index, digits: 2)))
            case UInt8(ascii: "u"), UInt8(ascii: "U"):
                let scalar = Unicode.Scalar(number(bytes, &index, digits: letter == UInt8(ascii: "u") ? 4 : 8)) ?? "\u{FFFD}"
                text += Array(String(Character(scalar)).utf8)
            default: text.append(escapes[letter] ?? letter)
            }
        }
        guard index < bytes.count else { throw unclosed(line, start) }
        index += 1
        return text
    }

    private static func number(_ bytes: [UInt8], _ index: inout Int, digits: Int) -> UInt32 {
        let text = bytes[index...].prefix(digits).prefix { UInt32(String(Unicode.Scalar($0)), radix: 16) != nil }
        index += text.count
        return UInt32(String(decoding: text, as: UTF8.self), radix: 16) ?? 0
    }
}
