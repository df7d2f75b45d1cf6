internal import Console

/// How a piece of text looks; a terminal without colours shows it plain.
package struct TextStyle: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    static let bold = Self(rawValue: 1)
    static let dim = Self(rawValue: 2)
    static let underlined = Self(rawValue: 4)
    static let reversed = Self(rawValue: 8)
    static let alarming = Self(rawValue: 16)
}

/// One line of text in several styles. Whatever goes to the terminal is made of these, and making one cleans the text: there is no
/// other door, so nothing that came over the network can bring escape sequences along.
package struct StyledText: Sendable, Equatable {
    /// A piece in one style.
    package struct Span: Sendable, Equatable {
        /// The text, without control characters.
        package let text: String
        /// How it looks.
        package let style: TextStyle
    }

    /// The pieces, from left to right; none is empty.
    package private(set) var spans: [Span] = []

    /// No text.
    package init() {}

    /// Text in one style.
    package init(_ text: some StringProtocol, _ style: TextStyle = []) {
        let clean = text.printable
        if !clean.isEmpty { spans = [Span(text: clean, style: style)] }
    }

    /// The text without styles.
    package var plain: String { spans.map(\.text).joined() }
    /// How many columns it takes.
    package var width: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }
    /// Whether there is nothing to see.
    var isEmpty: Bool { spans.isEmpty }

    static func + (left: Self, right: Self) -> Self {
        var result = left
        result += right
        return result
    }

    static func += (left: inout Self, right: Self) {
        for span in right.spans { left.append(span) }
    }

    private mutating func append(_ span: Span) {
        if let last = spans.last, last.style == span.style {
            spans[spans.count - 1] = Span(text: last.text + span.text, style: span.style)
        } else {
            spans.append(span)
        }
    }

    /// At most the first `width` columns, with "…" in place of what does not fit.
    func truncated(to width: Int) -> Self {
        guard self.width > width else { return self }
        guard width > 0 else { return Self() }
        var result = Self()
        var rest = width - 1
        for span in spans {
            var piece = ""
            for character in span.text {
                let columns = character.displayWidth
                guard columns <= rest else { return result + Self(piece + "…", span.style) }
                piece.append(character)
                rest -= columns
            }
            result += Self(piece, span.style)
        }
        return result
    }

    /// Filled up with spaces to `width` columns.
    func padded(to width: Int, _ style: TextStyle = []) -> Self {
        self + Self(String(repeating: " ", count: max(0, width - self.width)), style)
    }

    /// Moved to the right.
    func indented(by columns: Int) -> Self { isEmpty ? self : Self(String(repeating: " ", count: columns)) + self }
}
