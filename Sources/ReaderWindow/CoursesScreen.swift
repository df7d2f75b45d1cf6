internal import CGtk
internal import HTTPSemantics
internal import Reader

/// The courses: the open ones, and the private ones behind a dialog.
@MainActor
final class CoursesScreen {
    let widget: Widget
    private let model: CoursesModel
    private let stack: Stack
    private let list = TitleList()
    private let failure: StatusPage
    /// Whether the toggle follows the model just now, and not the reader's hand.
    private var isUpdating = false
    private let privateToggle = Toggle("Private Courses")
    private let askForCredentials: @MainActor (_ failed: Bool, _ done: @escaping @MainActor (BasicCredentials?) -> Void) -> Void

    /// - Parameters:
    ///   - open: Shows a course's page.
    ///   - askForCredentials: Asks for user and password; `failed` when those given before were wrong.
    init(
        model: CoursesModel, open: @escaping @MainActor (CoursesModel.Row) -> Void,
        askForCredentials: @escaping @MainActor (_ failed: Bool, _ done: @escaping @MainActor (BasicCredentials?) -> Void) -> Void
    ) {
        self.model = model
        self.askForCredentials = askForCredentials
        let owner = Weak()
        let reload: @MainActor () -> Void = { owner.screen?.reload() }
        let bar = Box(
            vertical: false, spacing: 12,
            [privateToggle, Button(icon: "view-refresh-symbolic", name: "Load Again", onClick: reload)])
        let content = Box(vertical: true, spacing: 18, margin: 18, [Layout.atEnd(bar), list])
        failure = StatusPage(
            icon: "network-offline-symbolic", title: "No Courses", button: Button("Try Again", style: ["pill"], onClick: reload))
        stack = Stack([
            "loading": Layout.spinner(), "loaded": Layout.scrolled(Layout.clamped(content)), "failed": failure,
        ])
        widget = stack
        owner.screen = self
        list.onActivation { index in
            guard let rows = model.state.content, rows.indices.contains(index) else { return }
            open(rows[index])
        }
        privateToggle.on("toggled") { [weak self] in self?.toggled() }
        model.onChange = { [weak self] in self?.update() }
        update()
    }

    private func update() {
        switch model.state {
        case .loading: stack.show("loading")
        case .failed(let reason):
            failure.setText(reason)
            stack.show("failed")
        case .loaded(let rows):
            list.replaceRows(rows.map { ($0.title, $0.date, $0.page != nil) })
            stack.show("loaded")
        }
        isUpdating = true
        privateToggle.isActive = model.isPrivate
        isUpdating = false
    }

    private func toggled() {
        guard !isUpdating else { return }
        if privateToggle.isActive { showPrivate(nil) } else { Task { await model.showPublic() } }
    }

    private func reload() { Task { handle(await model.load()) } }

    private func showPrivate(_ credentials: BasicCredentials?) { Task { handle(await model.showPrivate(with: credentials)) } }

    private func handle(_ outcome: CoursesModel.PrivateOutcome) {
        guard case .needsCredentials(let failed) = outcome else { return }
        askForCredentials(failed) { [weak self] given in
            guard let self else { return }
            if let given { showPrivate(given) } else { Task { await self.model.showPublic() } }
        }
    }

    /// Lets the buttons, which are made before the screen is, find it.
    @MainActor private final class Weak {
        weak var screen: CoursesScreen?
    }
}

/// A button that stays pressed.
final class Toggle: Widget {
    convenience init(_ label: String) { unsafe self.init(cgtk_toggle_button_new(label)) }

    var isActive: Bool {
        get { unsafe cgtk_toggle_is_active(raw) != 0 }
        set { if newValue != isActive { unsafe cgtk_toggle_set_active(raw, newValue ? 1 : 0) } }
    }
}
