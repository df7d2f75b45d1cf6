internal import Console

/// How large a terminal is, in characters.
package struct TerminalSize: Sendable, Equatable {
    /// How many characters stand beside each other.
    package var width: Int
    /// How many lines there are.
    package var height: Int

    /// A size.
    package init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }
}

/// What a screen wants to show, before it is fitted into a terminal: title, body, one line of news, and the keys.
package struct TerminalPicture: Sendable, Equatable {
    /// A key and what it does; absent when it can do nothing.
    package struct LegendEntry: Sendable, Equatable {
        var key: String
        var label: String

        init(_ key: String, _ label: String) {
            self.key = key
            self.label = label
        }
    }

    /// What the screen is about.
    package var title: String
    /// The lines of the body, wide enough for ``bodyWidth(_:)`` columns.
    package var body: [StyledText]
    /// How many lines of the body are above the window.
    package var scroll = 0
    /// A line of the body that has to be in view; wins over `scroll`.
    package var focus: ClosedRange<Int>?
    /// What happened, or what is asked for.
    package var status = StyledText()
    /// Whether the status takes as many lines as it needs, since the reader has to act on it.
    package var showsWholeStatus = false
    /// The keys that can do something.
    package var legend: [LegendEntry] = []

    /// How wide a body may be: long lines are hard to read, however wide the terminal is.
    static func bodyWidth(_ size: TerminalSize) -> Int { max(2, min(size.width - 2 * margin(size), 76)) }

    private static func margin(_ size: TerminalSize) -> Int { size.width >= 60 ? 2 : size.width >= 30 ? 1 : 0 }

    /// How many lines of the body are in view.
    func bodyHeight(_ size: TerminalSize) -> Int { max(1, size.height - chrome(size)) }

    /// The largest `scroll` that shows something new.
    func maximumScroll(_ size: TerminalSize) -> Int { max(0, body.count - bodyHeight(size)) }

    /// The lines that fill the terminal, exactly its height, none wider than it.
    package func lines(_ size: TerminalSize) -> [StyledText] {
        let height = bodyHeight(size)
        let start = firstLine(size, height: height)
        var middle = body.dropFirst(start).prefix(height).map { $0.indented(by: Self.margin(size)) }
        middle += Array(repeating: StyledText(), count: max(0, height - middle.count))
        var all = [StyledText(" " + title + " ", [.bold, .reversed]).truncated(to: size.width).padded(to: size.width, .reversed)]
        if hasGap(size) { all.append(StyledText()) }
        all += middle
        let hidden = body.count > height ? " \(min(100, (start + height) * 100 / body.count)) %" : ""
        all += statusLines(size, position: hidden)
        all += legendLines(size)
        return all.prefix(size.height).map { $0.truncated(to: size.width) }
    }

    private func firstLine(_ size: TerminalSize, height: Int) -> Int {
        var start = min(max(0, scroll), maximumScroll(size))
        if let focus {
            start = max(start, focus.upperBound - height + 1)
            start = min(start, focus.lowerBound)
        }
        return start
    }

    private func hasGap(_ size: TerminalSize) -> Bool { size.height >= 16 }

    private func chrome(_ size: TerminalSize) -> Int {
        1 + (hasGap(size) ? 1 : 0) + wholeStatus(size).count + legendLines(size).count
    }

    /// How many columns are kept free for the position in the text, such as " 100 %".
    private static let positionWidth = 6

    private func wholeStatus(_ size: TerminalSize) -> [StyledText] {
        let room = size.width - Self.margin(size) - Self.positionWidth
        return showsWholeStatus ? Array(status.wrapped(to: room).suffix(3)) : [status.truncated(to: room)]
    }

    private func statusLines(_ size: TerminalSize, position: String) -> [StyledText] {
        var lines = wholeStatus(size).map { $0.indented(by: Self.margin(size)) }
        lines[lines.count - 1] =
            lines[lines.count - 1].padded(to: size.width - position.displayWidth) + StyledText(position, .dim)
        return lines
    }

    /// The keys, as many lines as they need, but never so many that the body has no line left.
    private func legendLines(_ size: TerminalSize) -> [StyledText] {
        let indent = Self.margin(size)
        let room = max(1, size.width - indent)
        var lines: [StyledText] = []
        for entry in legend {
            let piece = StyledText(entry.key, .bold) + StyledText(" " + entry.label, .dim)
            if let last = lines.last, last.width + 2 + piece.width <= room {
                lines[lines.count - 1] = last + StyledText("  ") + piece
            } else {
                lines.append(piece)
            }
        }
        return lines.prefix(max(0, size.height - 2 - wholeStatus(size).count)).map { $0.indented(by: indent) }
    }
}
