internal import CatalogAPI
internal import Reader

/// The joke screen: keys in, model calls out.
@MainActor
final class JokeScreen: TerminalScreen {
    var onChange: (() -> Void)?
    private let model: JokeModel
    private let session: ReaderSession
    private var news = StyledText() { didSet { onChange?() } }
    private var scroll = ScrollPosition()

    init(_ session: ReaderSession) {
        self.session = session
        model = JokeModel(catalog: session.catalog, voters: session.voters)
        model.onChange = { [weak self] in self?.onChange?() }
        load()
    }

    func picture(_ size: TerminalSize) -> TerminalPicture {
        var picture = JokePicture(state: model.state, service: session.address)
        picture.isVoting = model.isVoting
        picture.news = news
        picture.scroll = scroll.line
        return picture.picture(size)
    }

    func handle(_ key: Key, size: TerminalSize) -> ScreenTransition {
        let shown = picture(size)
        if scroll.handle(key, window: shown.bodyHeight(size), maximum: shown.maximumScroll(size)) { return .stay }
        switch key {
        case .character("u"): vote(.up)
        case .character("d"): vote(.down)
        case .character("c"): vote(.none)
        case .character("n"), .character("r"): load()
        case .character("w"): return chuckWho()
        case .character("l"): return .open(CoursesScreen(session))
        case .character("q"): return .quit
        default: break
        }
        return .stay
    }

    private func load() {
        news = StyledText()
        scroll = ScrollPosition()
        Task { await model.load() }
    }

    private func vote(_ vote: Vote) {
        news = StyledText()
        Task {
            guard let announcement = await model.vote(vote) else { return }
            news = StyledText(announcement.text, announcement.isError ? .alarming : .bold)
        }
    }

    private func chuckWho() -> ScreenTransition {
        do {
            return .open(PageScreen(session, title: "Chuck Who?", start: try session.catalog.heroPage))
        } catch {
            news = StyledText("\(error)", .alarming)
            return .stay
        }
    }
}
