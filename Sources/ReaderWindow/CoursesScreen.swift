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
        let reload: @MainActor () -> Void = { Task { await model.load() } }
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
        privateToggle.isActive = model.isPrivate
    }

    private func toggled() {
        guard privateToggle.isActive != model.isPrivate else { return }
        if privateToggle.isActive { showPrivate(nil) } else { Task { await model.showPublic() } }
    }

    private func showPrivate(_ credentials: BasicCredentials?) {
        Task {
            if case .needsCredentials(let failed) = await model.showPrivate(with: credentials) {
                askForCredentials(failed) { [weak self] given in
                    guard let self else { return }
                    if let given { showPrivate(given) } else { privateToggle.isActive = false }
                }
            }
        }
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
