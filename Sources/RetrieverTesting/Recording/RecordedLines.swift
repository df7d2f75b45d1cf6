/// The lines of a recording, by their places.
struct RecordedLines {
    let bytes: [UInt8]
    /// Where each line is, without its end.
    let lines: [Range<Int>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var lines: [Range<Int>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(start..<index)
            start = index + 1
        }
        if start < bytes.count { lines.append(start..<bytes.count) }
        self.lines = lines
    }

    /// The longest line of "=", the first of several.
    var fence: Int? {
        var longest: (index: Int, length: Int)?
        for (index, line) in lines.enumerated() {
            let length = Self.ruleLength(bytes[line])
            if length >= 3, length > longest?.length ?? 0 { longest = (index, length) }
        }
        return longest?.index
    }

    /// How long a line is that has nothing but "="; 0 for others.
    static func ruleLength(_ line: ArraySlice<UInt8>) -> Int {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return line.allSatisfy { $0 == UInt8(ascii: "=") } ? line.count : 0
    }

    /// A line as text; `nil` when it is none.
    func text(_ index: Int) -> String? {
        let line = bytes[lines[index]]
        return String(validating: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }

    /// What stands in some lines, without the last line end.
    func content(_ range: Range<Int>) -> [UInt8] {
        guard let first = range.first, let last = range.last else { return [] }
        // The last line of a file need not have an end.
        return Array(bytes[lines[first].lowerBound..<lines[last].upperBound])
    }
}
