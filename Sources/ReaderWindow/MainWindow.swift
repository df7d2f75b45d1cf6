internal import CGtk
internal import CatalogAPI
internal import HTTPSemantics
internal import Reader

/// The window: jokes and courses, and a page over them when one is open.
@MainActor
final class MainWindow {
    private let window: Widget
    private let toasts: Widget
    private let stack: Stack
    private let catalog: CatalogClient
    private let jokes: JokeModel
    private let courses: CoursesModel
    private var screens: [AnyObject] = []
    private let pagePlace = Box(vertical: true, [])
    private var page: PageScreen?
    private var dialog: SignInDialog?
    /// The user name given last, offered again after a wrong password.
    private var lastUser = ""

    init(application: Widget, catalog: CatalogClient, voters: VoterTokens) {
        self.catalog = catalog
        jokes = JokeModel(catalog: catalog, voters: voters)
        courses = CoursesModel(catalog: catalog)
        window = unsafe Widget(cgtk_window_new(application.raw))
        unsafe cgtk_window_set_title(window.raw, "Retriever")
        unsafe cgtk_window_set_size(window.raw, 720, 560)

        let views = unsafe Widget(cgtk_view_stack_new())
        unsafe cgtk_expand(views.raw, 1, 1)
        let switcher = unsafe Widget(cgtk_view_switcher_title_new(views.raw, "Retriever"))
        let header = unsafe Widget(cgtk_header_bar_new())
        unsafe cgtk_header_set_title(header.raw, switcher.raw)
        let narrowBar = unsafe Widget(cgtk_view_switcher_bar_new(views.raw, switcher.raw))
        stack = Stack(["home": Box(vertical: true, [header, views, narrowBar]), "page": pagePlace])
        toasts = unsafe Widget(cgtk_toast_overlay_new(stack.raw))
        unsafe cgtk_window_set_content(window.raw, toasts.raw)

        let jokeScreen = JokeScreen(
            model: jokes, announce: { [weak self] in self?.announce($0) }, openHero: { [weak self] in self?.openHero() })
        let courseScreen = CoursesScreen(
            model: courses, open: { [weak self] in self?.open($0) },
            askForCredentials: { [weak self] failed, done in self?.askForCredentials(failed: failed, done) })
        unsafe cgtk_view_stack_add(views.raw, jokeScreen.widget.raw, "joke", "Jokes", "face-laugh-symbolic")
        unsafe cgtk_view_stack_add(views.raw, courseScreen.widget.raw, "courses", "Courses", "x-office-calendar-symbolic")
        screens = [jokeScreen, courseScreen]
    }

    func present() {
        unsafe cgtk_window_present(window.raw)
        Task { await jokes.load() }
        Task { await courses.load() }
    }

    func showAnotherJoke() { if page == nil { Task { await jokes.load() } } }
    func goBack() { page?.goBack() }
    func goForward() { page?.goForward() }

    func closePage() {
        guard let page else { return }
        page.close()
        stack.show("home")
        pagePlace.remove(page.widget)
        self.page = nil
    }

    private func announce(_ announcement: Announcement) { unsafe cgtk_toast_show(toasts.raw, announcement.text) }

    private func openHero() {
        do {
            openPage(PageModel(title: "Chuck Who?", start: try catalog.heroPage))
        } catch {
            announce(Announcement(text: "\(error)", isError: true))
        }
    }

    private func open(_ row: CoursesModel.Row) {
        guard let page = row.page else { return }
        openPage(PageModel(title: row.title, start: page))
    }

    private func openPage(_ model: PageModel) {
        closePage()
        let page = PageScreen(
            model: model, credentials: { [weak self] host, port in self?.credentials(host: host, port: port) },
            dismiss: { [weak self] in self?.closePage() })
        self.page = page
        pagePlace.append(page.widget)
        stack.show("page")
        page.focus()
    }

    /// What the reader gave for the private courses, for pages of the same origin only.
    private func credentials(host: String, port: Int) -> (user: String, password: String)? {
        let origin = WebURL.Origin(scheme: catalog.service.scheme, host: host, port: UInt16(exactly: port))
        return courses.credentials(for: origin).map { ($0.user, $0.password) }
    }

    private func askForCredentials(failed: Bool, _ done: @escaping @MainActor (BasicCredentials?) -> Void) {
        dialog = SignInDialog(parent: window, host: catalog.service.authority, failed: failed, user: lastUser) {
            [weak self] given in
            self?.lastUser = given?.user ?? ""
            self?.dialog = nil
            done(given)
        }
    }
}
