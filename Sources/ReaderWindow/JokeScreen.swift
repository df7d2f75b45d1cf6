internal import CatalogAPI
internal import Reader

/// The joke, its rating, and what to do about it.
@MainActor
final class JokeScreen {
    let widget: Widget
    private let model: JokeModel
    private let stack: Stack
    private let joke = Label(style: ["title-2"])
    private let rating = Label(style: ["dim-label"])
    private let failure: StatusPage
    private let buttons: [Button]

    /// - Parameters:
    ///   - announce: Tells the reader something in passing.
    ///   - openHero: Shows the page about the hero.
    init(model: JokeModel, announce: @escaping @MainActor (Announcement) -> Void, openHero: @escaping @MainActor () -> Void) {
        self.model = model
        let vote: @MainActor (Vote) -> Void = { vote in
            Task { if let announcement = await model.vote(vote) { announce(announcement) } }
        }
        let another: @MainActor () -> Void = { Task { await model.load() } }
        let up = Button("Vote Up", style: ["pill"]) { vote(.up) }
        let down = Button("Vote Down", style: ["pill"]) { vote(.down) }
        let next = Button("Another", style: ["pill", "suggested-action"], onClick: another)
        let who = Button("Chuck Who?", style: ["pill"], onClick: openHero)
        buttons = [up, down]
        let votes = Layout.centered(Box(vertical: false, spacing: 12, [up, down]))
        let more = Layout.centered(Box(vertical: false, spacing: 12, [next, who]))
        let content = Box(vertical: true, spacing: 24, margin: 24, [joke, rating, votes, more])
        failure = StatusPage(
            icon: "network-offline-symbolic", title: "No Joke", button: Button("Try Again", style: ["pill"], onClick: another))
        stack = Stack([
            "loading": Layout.spinner(), "loaded": Layout.scrolled(Layout.clamped(Layout.verticallyCentered(content))),
            "failed": failure,
        ])
        widget = stack
        joke.makeSelectable()
        model.onChange = { [weak self] in self?.update() }
        update()
    }

    private func update() {
        switch model.state {
        case .loading: stack.show("loading")
        case .failed(let reason):
            failure.setText(reason)
            stack.show("failed")
        case .loaded(let content):
            joke.text = content.joke.plainText
            rating.text = content.rating?.summary ?? "The rating is not known."
            for button in buttons { button.isSensitive = !model.isVoting }
            stack.show("loaded")
        }
    }
}
