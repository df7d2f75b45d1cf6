internal import CGtk
internal import HTTPSemantics
internal import Reader

/// A web page over the whole window, with a way back.
@MainActor
final class PageScreen {
    let widget: Widget
    private let model: PageModel
    private let view: WebView
    private let back: Button
    private let forward: Button
    private let status = Label(wraps: false, style: ["dim-label", "caption"])
    private let bar = unsafe Widget(cgtk_progress_new())

    /// - Parameter dismiss: Called by *Back*.
    init(
        model: PageModel, credentials: @escaping @MainActor (_ host: String, _ port: Int) -> (user: String, password: String)?,
        dismiss: @escaping @MainActor () -> Void
    ) {
        self.model = model
        let view = WebView(model: model, credentials: credentials)
        self.view = view
        back = Button("<", style: ["flat"]) { view.goBack() }
        forward = Button(">", style: ["flat"]) { view.goForward() }
        back.tooltip = "Previous Page"
        forward.tooltip = "Next Page"
        let header = unsafe Widget(cgtk_header_bar_new())
        let title = unsafe Widget(cgtk_window_title_new(model.title))
        unsafe cgtk_header_set_title(header.raw, title.raw)
        let dismissButton = Button("Back", onClick: dismiss)
        unsafe cgtk_header_pack_start(header.raw, dismissButton.raw)
        let reload = Button(icon: "view-refresh-symbolic", name: "Load Again") { view.reload() }
        unsafe cgtk_expand(status.raw, 1, 0)
        let tools = Box(vertical: false, spacing: 6, style: ["toolbar"], [back, forward, status, reload])
        widget = Box(vertical: true, [header, bar, view, tools])
        model.onChange = { [weak self] in self?.update() }
        update()
        view.load(model.start.href)
    }

    /// Lets the keyboard act on the page, once it is shown.
    func focus() { view.focus() }

    func goBack() { if model.canGoBack { view.goBack() } }
    func goForward() { if model.canGoForward { view.goForward() } }

    /// Stops what the page does.
    func close() {
        model.onChange = nil
        view.stop()
    }

    private func update() {
        back.isSensitive = model.canGoBack
        forward.isSensitive = model.canGoForward
        bar.isVisible = model.progress != nil
        unsafe cgtk_progress_set(bar.raw, model.progress ?? 0)
        status.text = model.status
    }
}
