/// Turns lines into what a terminal is told, writing only those that changed.
package struct FrameWriter {
    private let usesStyles: Bool
    private var shown: [StyledText] = []
    private var size: TerminalSize?

    /// - Parameter usesStyles: Whether bold, dim and colours may be used.
    package init(usesStyles: Bool) { self.usesStyles = usesStyles }

    /// Forgets what the terminal shows, so that the next frame is written whole.
    package mutating func forget() { size = nil }

    /// What to send to the terminal so that it shows `lines`.
    package mutating func write(_ lines: [StyledText], size: TerminalSize) -> String {
        let isNew = self.size != size
        var output = isNew ? Self.clear : ""
        for (row, line) in lines.enumerated() where isNew || row >= shown.count || shown[row] != line {
            // Behind a full line the cursor stays in the last column, and erasing would take that away.
            output += "\u{1B}[\(row + 1);1H" + text(line) + (line.width < size.width ? Self.eraseToEndOfLine : "")
        }
        self.size = size
        shown = lines
        return output
    }

    private func text(_ line: StyledText) -> String {
        line.spans.map { span in
            let codes = usesStyles ? Self.codes(span.style) : []
            return codes.isEmpty ? span.text : "\u{1B}[\(codes.joined(separator: ";"))m\(span.text)\u{1B}[0m"
        }.joined()
    }

    private static func codes(_ style: TextStyle) -> [String] {
        let all: [(TextStyle, String)] = [
            (.bold, "1"), (.dim, "2"), (.underlined, "4"), (.reversed, "7"), (.alarming, "31"),
        ]
        return all.filter { style.contains($0.0) }.map(\.1)
    }

    private static let clear = "\u{1B}[0m\u{1B}[2J"
    private static let eraseToEndOfLine = "\u{1B}[K"
    /// Takes the terminal over: the alternate screen, no cursor, and no wrapping, so that a character whose width the terminal
    /// sees differently cannot push a line into the next.
    static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    /// Gives it back.
    static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}
