internal import Glibc

/// Help as wide as the terminal is, and never wider than 120 columns.
package struct FittedText {
    /// The text with its new line ends.
    package let text: String

    /// - Parameter text: Paragraphs, whose lines may be broken elsewhere; lines that begin with blanks stay lines, and what does not
    ///   fit of them goes on below their last column. Examples stay as they are, to be copied.
    package init(_ text: String, width: Int = Self.terminalWidth) {
        var lines: [Substring] = []
        var joins = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isProse = line.first.map { $0 != " " } ?? false
            if isProse, joins, let last = lines.popLast() { lines.append(last + " " + line) } else { lines.append(line) }
            joins = isProse
        }
        var isBelowExamples = false
        self.text = lines.map { line in
            isBelowExamples = line == "Examples:" || (isBelowExamples && line.first == " ")
            return isBelowExamples ? String(line) : Self.broken(line, width)
        }.joined(separator: "\n")
    }

    /// The width of the terminal at standard output, or 120 without one.
    package static var terminalWidth: Int {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 120 }
        return min(120, Int(size.ws_col))
    }

    private static func broken(_ line: Substring, _ width: Int) -> String {
        guard line.count > width else { return String(line) }
        var indent = column(of: line)
        var rows: [String] = []
        var row = ""
        var rest = line
        if indent > 0 {
            row = String(line.prefix(indent))
            rest = line.dropFirst(indent)
            if width - indent < 24 {  // too narrow for two columns
                indent = line.prefix { $0 == " " }.count + 4
                let left = String(row.reversed().drop { $0 == " " }.reversed())
                if !left.isEmpty { rows.append(left) }
                row = String(repeating: " ", count: indent)
            }
        }
        for word in rest.split(separator: " ") {
            let isFirst = row.count <= indent
            if !isFirst, row.count + 1 + word.count > width {
                rows.append(row)
                row = String(repeating: " ", count: indent) + word
            } else {
                row += (isFirst ? "" : " ") + word
            }
        }
        return (rows + [row]).joined(separator: "\n")
    }

    /// Where the last column of a line begins: behind blanks at its beginning, or behind two or more.
    private static func column(of line: Substring) -> Int {
        var column = 0
        var blanks = 0
        for (offset, character) in line.enumerated() {
            if character == " " {
                blanks += 1
            } else {
                if blanks > 1 { column = offset }
                blanks = 0
            }
        }
        return column
    }
}
