/// XML and HTML: tags coloured, headings set off, elements of XML on lines of their own.
struct MarkupPainter {
    let terminal: Terminal
    /// Whether elements are put on lines of their own; the text in them stays as it is.
    let indents: Bool

    private enum Token {
        case text(Substring)
        case tag(Substring)
    }

    /// The text to print.
    func text(_ document: String) -> String {
        var result = ""
        var depth = 0
        var isHeading = false
        let tokens = Self.tokens(document)
        for (index, token) in tokens.enumerated() {
            switch token {
            case .text(let text):
                guard !indents || !Self.isBlank(text) else { continue }
                result += isHeading ? terminal.paint(String(text), .heading) : String(text)
            case .tag(let tag):
                let kind = Self.kind(of: tag)
                if kind == .end { depth -= 1 }
                let follows = index > 0 ? tokens[index - 1] : nil
                if indents, !result.isEmpty, Self.breaks(before: kind, after: follows) { result += Self.lineStart(depth) }
                result += terminal.paint(String(tag), .name)
                if kind == .start { depth += 1 }
                if Self.isHeadingName(tag) { isHeading = kind == .start }
            }
        }
        return result
    }

    private enum Kind { case start, end, other }

    private static func kind(of tag: Substring) -> Kind {
        if tag.utf8.starts(with: "</".utf8) { return .end }
        return tag.utf8.starts(with: "<!".utf8) || tag.utf8.starts(with: "<?".utf8) || tag.utf8.suffix(2).elementsEqual("/>".utf8)
            ? .other : .start
    }

    /// Text and the tags around it stay on one line, and so do the tags of an element without content.
    private static func breaks(before kind: Kind, after token: Token?) -> Bool {
        switch token {
        case .text(let text): isBlank(text)
        case .tag(let tag): kind != .end || Self.kind(of: tag) != .start
        case nil: false
        }
    }

    private static func lineStart(_ depth: Int) -> String { "\n" + String(repeating: "  ", count: min(max(0, depth), 100)) }

    private static func isBlank(_ text: Substring) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

    /// `h1` to `h6`, and `title`.
    private static func isHeadingName(_ tag: Substring) -> Bool {
        let name = tag.utf8.drop { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "/") }
            .prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }.map { $0 | 0x20 }
        return name.elementsEqual("title".utf8) || name.count == 2 && name[0] == UInt8(ascii: "h") && 0x31...0x36 ~= name[1]
    }

    /// The document in pieces, all of it. Comments, CDATA sections and instructions count as tags.
    private static func tokens(_ document: String) -> [Token] {
        var tokens: [Token] = []
        var rest = document[...]
        while !rest.isEmpty {
            let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
            if start > rest.startIndex { tokens.append(.text(rest[..<start])) }
            rest = rest[start...]
            guard !rest.isEmpty else { break }
            let end = end(of: rest)
            tokens.append(.tag(rest[..<end]))
            rest = rest[end...]
        }
        return tokens
    }

    private static func end(of rest: Substring) -> Substring.Index {
        for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] where rest.utf8.starts(with: start.utf8) {
            return rest.utf8.firstRange(of: end.utf8)?.upperBound ?? rest.endIndex
        }
        return rest.utf8.firstIndex(of: UInt8(ascii: ">")).map { rest.utf8.index(after: $0) } ?? rest.endIndex
    }
}
