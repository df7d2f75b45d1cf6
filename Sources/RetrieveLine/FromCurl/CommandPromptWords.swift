/// The words of a command line for Windows' command prompt, as browsers write it for “Copy as cURL (cmd)”.
///
/// A caret takes the meaning from what follows it. Browsers put it into quotes as well, where the prompt itself would keep it.
enum CommandPromptWords {
    /// Whether a line is for the command prompt: a caret ends one of its lines or stands before a quote, and no quote of a shell's is
    /// the first.
    static func isMeant(by line: String) -> Bool {
        let firstQuote = line.utf8.first { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return firstQuote != UInt8(ascii: "'") && [" ^\"", "^\\^\"", "^\n", "^\r\n"].contains(where: line.utf8Contains)
    }

    /// - Throws: A sentence, when a quote is not closed.
    static func split(_ line: String) throws(UsageError) -> [String] {
        var words: [String] = []
        var word: [UInt8]?
        var isQuoted = false
        var rest = withoutCarets(line)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x20 where !isQuoted, 0x09 where !isQuoted, 0x0A where !isQuoted:
                if let finished = word.take() { words.append(String(decoding: finished, as: UTF8.self)) }
            case UInt8(ascii: "\""):
                // Two in quotes are one.
                if isQuoted, rest.first == byte { word?.append(rest.removeFirst()) } else { isQuoted.toggle() }
                word = word ?? []
            case UInt8(ascii: "\\"):
                // Backslashes count only before a quote.
                let more = rest.prefix { $0 == byte }.count
                rest.removeFirst(more)
                let isBeforeQuote = rest.first == UInt8(ascii: "\"")
                let count = isBeforeQuote ? (more + 1) / 2 : more + 1
                word = (word ?? []) + Array(repeating: byte, count: count)
                if isBeforeQuote, !more.isMultiple(of: 2) { continue }
                if isBeforeQuote { word?.append(rest.removeFirst()) }
            default: word = (word ?? []) + [byte]
            }
        }
        guard !isQuoted else { throw UsageError("a quote of this command is not closed", in: line, at: line.utf8.count) }
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    /// A caret at the end of a line joins it with the next, whose first character it takes the meaning from: two line ends are one.
    private static func withoutCarets(_ line: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(line.utf8).filter { $0 != 0x0D }[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "^") {
                result.append(byte)
            } else if let next = rest.popFirst() {
                if next != 0x0A { result.append(next) } else if let after = rest.popFirst() { result.append(after) }
            }
        }
        return result
    }
}

extension String {
    /// Whether the bytes are in the text; unlike characters, "\r\n" has "\n" in it.
    fileprivate func utf8Contains(_ part: String) -> Bool { Array(utf8).firstRange(of: Array(part.utf8)) != nil }
}
