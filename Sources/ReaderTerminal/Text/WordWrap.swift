internal import Console

extension StyledText {
    /// The text in lines of at most `width` columns, broken between words; where a word is wider than a line, and between wide
    /// characters (Chinese and Japanese have no spaces), broken between characters. At least one line.
    func wrapped(to width: Int) -> [StyledText] {
        var wrap = WordWrap(width: max(2, width))  // a wide character has to fit somewhere
        for span in spans {
            for character in span.text { wrap.add(character, span.style) }
        }
        return wrap.finish()
    }
}

/// Lays characters out in lines.
private struct WordWrap {
    let width: Int
    private var lines: [StyledText] = []
    private var line = StyledText()
    private var lineWidth = 0
    private var word = StyledText()
    private var wordWidth = 0
    /// The space before the word, shown unless the line breaks there.
    private var space: StyledText?
    /// What was added last, so that a style's run becomes one piece.
    private var pending = ""
    private var pendingStyle: TextStyle = []

    init(width: Int) { self.width = width }

    mutating func add(_ character: Character, _ style: TextStyle) {
        if character == " " {
            endWord()
            space = StyledText(" ", style)
            return
        }
        let columns = character.displayWidth
        if columns == 2 || wordWidth + columns > width { endWord() }
        if style != pendingStyle { collect() }
        pendingStyle = style
        pending.append(character)
        wordWidth += columns
        if columns == 2 { endWord() }
    }

    mutating func finish() -> [StyledText] {
        endWord()
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }

    private mutating func collect() {
        word += StyledText(pending, pendingStyle)
        pending = ""
    }

    private mutating func endWord() {
        collect()
        guard !word.isEmpty else { return }
        let gap = lineWidth > 0 ? space : nil
        if lineWidth + (gap?.width ?? 0) + wordWidth > width, lineWidth > 0 {
            lines.append(line)
            line = word
            lineWidth = wordWidth
        } else {
            line += (gap ?? StyledText()) + word
            lineWidth += (gap?.width ?? 0) + wordWidth
        }
        word = StyledText()
        wordWidth = 0
        space = nil
    }
}
