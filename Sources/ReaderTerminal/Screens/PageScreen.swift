internal import HTTPSemantics
internal import Reader
internal import SafeBrowsing

/// The page screen: keys in, browsing out.
@MainActor
final class PageScreen: TerminalScreen {
    var onChange: (() -> Void)?
    private let browser: PageBrowser
    private var question: Prompt?
    private var scroll = ScrollPosition()
    private var layout: PageLayout?

    init(_ session: ReaderSession, title: String, start: WebURL) {
        browser = PageBrowser(
            model: PageModel(title: title, start: start, policy: session.policy),
            loader: PageLoader(client: session.client) { [courses = session.courses] in courses.credentials(for: $0) })
        browser.onChange = { [weak self] in self?.onChange?() }
        browser.onPageChange = { [weak self] in self?.showFromTop() }
        browser.open("\(start.href)", kind: .other)
    }

    func picture(_ size: TerminalSize) -> TerminalPicture {
        var picture = PagePicture(title: browser.title, address: browser.address)
        picture.page = browser.page
        picture.layout = laidOut(title: browser.title, width: TerminalPicture.bodyWidth(size))
        picture.isLoading = browser.model.progress != nil
        picture.problem = browser.model.problem
        picture.canGoBack = browser.model.canGoBack
        picture.canGoForward = browser.model.canGoForward
        picture.question = question?.line
        picture.scroll = scroll.line
        return picture.picture(size)
    }

    private func laidOut(title: String, width: Int) -> PageLayout? {
        if layout?.fits(title: title, width: width) != true {
            layout = browser.page.map { PageLayout($0, title: title, width: width) }
        }
        return layout
    }

    func handle(_ key: Key, size: TerminalSize) -> ScreenTransition {
        if question != nil {
            answer(key)
            return .stay
        }
        let shown = picture(size)
        if scroll.handle(key, window: shown.bodyHeight(size), maximum: shown.maximumScroll(size)) { return .stay }
        switch key {
        case .character("<"), .left: browser.goBack()
        case .character(">"), .right: browser.goForward()
        case .character("r"): browser.reload()
        case .character("g") where browser.linkCount > 9: question = Prompt("Link number, 1 to \(browser.linkCount)")
        case .character("b"), .escape:
            browser.stop()
            return .back
        case .character("q"): return .quit
        case .character(let digit):
            if let number = digit.wholeNumberValue { browser.follow(link: number) }
        default: break
        }
        return .stay
    }

    private func showFromTop() {
        layout = nil
        scroll = ScrollPosition()
    }

    private func answer(_ key: Key) {
        guard var prompt = question else { return }
        switch prompt.handle(key) {
        case .editing: question = prompt
        case .cancelled: question = nil
        case .answered(let text):
            question = nil
            if let number = Int(text) { browser.follow(link: number) }
        }
    }
}
