internal import HTTPSemantics
internal import PageText
internal import Reader
internal import SafeBrowsing

/// What a web view is to the window: loads pages, follows links, keeps the history, and tells the model all of it.
@MainActor
final class PageBrowser {
    /// A page that was visited.
    private struct Visit {
        var address: String
        var page: ReadablePage
    }

    let model: PageModel
    /// Called after each change.
    var onChange: (() -> Void)?
    /// Called when another page is shown.
    var onPageChange: (() -> Void)?

    private let loader: PageLoader
    private var history: [Visit] = []
    private var position = -1
    private var loadingAddress: String?
    /// The address of the page that did not come last, until another one does.
    private var failedAddress: String?
    private var loading: Task<Void, Never>?
    private static let historyLimit = 50

    init(model: PageModel, loader: PageLoader) {
        self.model = model
        self.loader = loader
        model.onChange = { [weak self] in self?.onChange?() }
    }

    private var current: Visit? { history.indices.contains(position) ? history[position] : nil }
    /// The page that is shown.
    var page: ReadablePage? { current?.page }
    /// How many links it has.
    var linkCount: Int { page?.links.count ?? 0 }
    /// The address being loaded, else the one that is shown.
    var address: String { loadingAddress ?? current?.address ?? model.start.description }
    /// The screen's title while the page it began with is shown, later the page's own.
    var title: String {
        guard position > 0, let own = page?.title, !own.isEmpty else { return model.title }
        return own
    }

    /// Loads the page at an address, unless the policy refuses, and puts it after the one that is shown.
    func open(_ address: String, kind: NavigationRequest.Kind) {
        load(address, kind: kind) { browser, visit in
            browser.history.removeSubrange(min(browser.position + 1, browser.history.count)...)
            browser.history.append(visit)
            browser.history.removeFirst(max(0, browser.history.count - Self.historyLimit))
            browser.move(to: browser.history.count - 1)
        }
    }

    /// Follows a link of the page; does nothing when there is none with that number.
    func follow(link number: Int) {
        guard let page, page.links.indices.contains(number - 1) else { return }
        open(page.links[number - 1].address, kind: .link)
    }

    /// Loads the page again, or the one that did not come.
    func reload() {
        if let failedAddress { return open(failedAddress, kind: .reload) }
        guard let current else { return open(model.start.href, kind: .reload) }
        load(current.address, kind: .reload) { browser, visit in
            guard let current = browser.current, current.address == visit.address else { return }
            browser.history[browser.position] = visit
            browser.move(to: browser.position)
        }
    }

    /// Shows the page before, as it was.
    func goBack() { go(to: position - 1) }
    /// Shows the page after, as it was.
    func goForward() { go(to: position + 1) }

    /// Gives up what is being loaded.
    func stop() { loading?.cancel() }

    private func go(to target: Int) {
        guard history.indices.contains(target) else { return }
        stop()
        loadingAddress = nil
        guard model.verdict(for: history[target].address, kind: .history) == .allow else { return }
        model.report(.started)
        move(to: target)
        model.report(.finished)
    }

    private func move(to target: Int) {
        position = target
        failedAddress = nil
        onPageChange?()
        model.setHistory(canGoBack: position > 0, canGoForward: position + 1 < history.count)
    }

    private func load(
        _ address: String, kind: NavigationRequest.Kind, then show: @escaping @MainActor (PageBrowser, Visit) -> Void
    ) {
        guard model.verdict(for: address, kind: kind) == .allow else { return }
        stop()
        loadingAddress = address
        model.report(.started)
        loading = Task { [weak self, loader] in
            let outcome = await loader.load(address) { self?.model.verdict(for: $0, kind: .other) ?? .allow }
            guard let self, !Task.isCancelled else { return }  // something newer is on its way
            loadingAddress = nil
            switch outcome {
            case .page(let page, let address):
                show(self, Visit(address: address, page: page))
                model.report(.finished)
            case .failed(let reason):
                failedAddress = address
                model.report(.failed(reason))
            case .blocked: break  // the model has said so
            }
        }
    }
}
