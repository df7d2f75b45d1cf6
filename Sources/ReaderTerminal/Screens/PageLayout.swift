package import PageText

/// A page's text in lines.
package struct PageLayout: Sendable {
    /// The lines, none wider than asked for.
    package let lines: [StyledText]
    private let title: String
    private let width: Int

    /// Lays a page out.
    ///
    /// - Parameter title: What the title line says; the page's first heading is left out when it says the same.
    package init(_ page: ReadablePage, title: String, width: Int) {
        self.title = title
        self.width = width
        let repeatsTitle = page.blocks.first.map { $0.kind == .heading && $0.text == title } ?? false
        var lines: [StyledText] = []
        var previous: ReadablePage.Block.Kind?
        for block in page.blocks.dropFirst(repeatsTitle ? 1 : 0) {
            // Lists, tables and code stay together; everything else is set off by a line.
            let isApart = previous != block.kind || block.kind == .paragraph || block.kind == .heading
            if previous != nil, isApart { lines.append(StyledText()) }
            lines += Self.lines(block, width: width)
            previous = block.kind
        }
        self.lines = lines.isEmpty ? [StyledText("This page has no text.", .dim)] : lines
    }

    /// Whether it was made for these.
    func fits(title: String, width: Int) -> Bool { title == self.title && width == self.width }

    private static func lines(_ block: ReadablePage.Block, width: Int) -> [StyledText] {
        var text = StyledText()
        for (index, run) in block.runs.enumerated() {
            let plain: TextStyle = block.kind == .heading ? .bold : []
            text += StyledText(run.text, run.link == nil ? plain : plain.union(.underlined))
            let next = block.runs.indices.contains(index + 1) ? block.runs[index + 1].link : nil
            if let link = run.link, next != link { text += StyledText("[\(link)]", .bold) }
        }
        guard block.kind == .item else { return text.wrapped(to: width) }
        return text.wrapped(to: max(2, width - 2)).enumerated().map { index, line in
            index == 0 ? StyledText("• ") + line : line.indented(by: 2)
        }
    }
}
