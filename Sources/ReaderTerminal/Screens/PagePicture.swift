package import PageText

/// The page screen as it looks.
package struct PagePicture: Sendable {
    /// What the title line says.
    package var title: String
    /// The page; `nil` until the first one has come.
    package var page: ReadablePage?
    /// The page laid out before, used when it still fits: laying out a large page takes a while.
    package var layout: PageLayout?
    /// Where it was found, or is being fetched from.
    package var address: String
    /// Whether a page is being fetched.
    package var isLoading = false
    /// Why the last page did not come.
    package var problem: String?
    /// Whether `<` can act.
    package var canGoBack = false
    /// Whether `>` can act.
    package var canGoForward = false
    /// A question, such as for a link's number.
    package var question: StyledText?
    /// How many lines are scrolled away.
    package var scroll = 0

    /// A page screen.
    package init(title: String, address: String) {
        self.title = title
        self.address = address
    }

    /// What it shows in a terminal of a size.
    package func picture(_ size: TerminalSize) -> TerminalPicture {
        var picture = TerminalPicture(title: title, body: body(width: TerminalPicture.bodyWidth(size)))
        picture.scroll = scroll
        picture.status = status
        picture.showsWholeStatus = question != nil || problem != nil
        picture.legend = question == nil ? legend(canScroll: picture.body.count > size.height - 4) : Prompt.legend
        return picture
    }

    private func body(width: Int) -> [StyledText] {
        if let layout, layout.fits(title: title, width: width) { return layout.lines }
        if let page { return PageLayout(page, title: title, width: width).lines }
        return (isLoading ? StyledText("Fetching the page …", .dim) : StyledText("There is no page to show.")).wrapped(to: width)
    }

    private var status: StyledText {
        if let question { return question }
        if isLoading { return StyledText("Loading \(address) …", .dim) }
        if let problem { return StyledText(problem, .alarming) }
        return StyledText("Loaded \(address)", .dim)
    }

    private func legend(canScroll: Bool) -> [TerminalPicture.LegendEntry] {
        var entries: [TerminalPicture.LegendEntry] = []
        let linkCount = page?.links.count ?? 0
        if linkCount > 0 {
            entries.append(.init(linkCount == 1 ? "1" : linkCount > 9 ? "1–9/g" : "1–\(linkCount)", "Follow Link"))
        }
        let history = (canGoBack ? ["<"] : []) + (canGoForward ? [">"] : [])
        if !history.isEmpty { entries.append(.init(history.joined(separator: " "), "History")) }
        if canScroll { entries.append(.init("↑↓", "Scroll")) }
        entries.append(.init("r", problem == nil ? "Reload" : "Try Again"))
        return entries + [.init("b", "Back"), .init("q", "Quit")]
    }
}
