internal import CatalogAPI
internal import HTTPSemantics
internal import Reader

/// The course list: keys in, model calls out.
@MainActor
final class CoursesScreen: TerminalScreen {
    /// What is asked for, on the way to the private courses.
    private enum Question {
        case user(Prompt)
        case password(user: String, Prompt)
    }

    var onChange: (() -> Void)?
    private let session: ReaderSession
    private var model: CoursesModel { session.courses }
    private var selection = 0
    private var question: Question?
    private var notice = StyledText() { didSet { onChange?() } }

    init(_ session: ReaderSession) {
        self.session = session
        model.onChange = { [weak self] in self?.onChange?() }
        Task { [model] in await model.load() }
    }

    func picture(_ size: TerminalSize) -> TerminalPicture {
        var picture = CoursesPicture(state: model.state, service: session.address)
        picture.isPrivate = model.isPrivate
        picture.selection = selected
        switch question {
        case .user(let prompt), .password(_, let prompt):
            picture.isAsking = true
            // A refusal and the question after it share the line.
            picture.status = notice + prompt.line
        case nil: picture.status = notice
        }
        return picture.picture(size)
    }

    private var rows: [CoursesModel.Row] { model.state.content ?? [] }
    private var selected: Int { max(0, min(selection, rows.count - 1)) }

    func handle(_ key: Key, size: TerminalSize) -> ScreenTransition {
        if question != nil {
            answer(key)
            return .stay
        }
        notice = StyledText()
        switch key {
        case .down, .character("j"): selection = min(selected + 1, max(0, rows.count - 1))
        case .up, .character("k"): selection = max(0, selected - 1)
        case .home: selection = 0
        case .end: selection = max(0, rows.count - 1)
        case .pageDown, .character(" "): selection = min(selected + 5, max(0, rows.count - 1))
        case .pageUp: selection = max(0, selected - 5)
        case .enter, .right: return openSelected()
        case .character("r"): if model.isPrivate { showPrivate(with: nil) } else { Task { [model] in await model.showPublic() } }
        case .character("p"): togglePrivate()
        case .character("b"), .escape, .left: return .back
        case .character("q"): return .quit
        default: break
        }
        return .stay
    }

    private func openSelected() -> ScreenTransition {
        guard rows.indices.contains(selected) else { return .stay }
        let row = rows[selected]
        guard let page = row.page else {
            notice = StyledText("This course has no page with a valid address.", .alarming)
            return .stay
        }
        return .open(PageScreen(session, title: row.title, start: page))
    }

    private func togglePrivate() {
        selection = 0
        if model.isPrivate { Task { [model] in await model.showPublic() } } else { showPrivate(with: nil) }
    }

    private func showPrivate(with credentials: BasicCredentials?) {
        Task {
            switch await model.showPrivate(with: credentials) {
            case .shown: notice = StyledText()
            case .failed, .superseded: break  // the model's state says what
            case .needsCredentials(let failed):
                question = .user(Prompt("User", answer: credentials?.user ?? ""))
                notice = failed ? StyledText("User or password is wrong. ", .alarming) : StyledText()
            }
        }
    }

    private func answer(_ key: Key) {
        switch question {
        case .user(var prompt):
            switch prompt.handle(key) {
            case .editing: question = .user(prompt)
            case .cancelled: question = nil
            case .answered(let user):
                if BasicCredentials(user: user, password: "") == nil || user.isEmpty {
                    question = .user(Prompt("User (not empty, no colon)", answer: user))
                } else {
                    question = .password(user: user, Prompt("Password", isSecret: true))
                }
            }
        case .password(let user, var prompt):
            switch prompt.handle(key) {
            case .editing: question = .password(user: user, prompt)
            case .cancelled: question = nil
            case .answered(let password):
                question = nil
                notice = StyledText("Asking for the private courses …", .dim)
                showPrivate(with: BasicCredentials(user: user, password: password))
                return
            }
        case nil: break
        }
        notice = StyledText()
    }
}
