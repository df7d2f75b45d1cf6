public import HTTPSemantics
internal import Retriever
public import SafeBrowsing

/// The page screen: what a web view shows and may do. The view reports what happens, the model decides and remembers.
@MainActor
public final class PageModel {
    /// Something the view reports about the page it loads.
    public enum Event: Sendable, Equatable {
        /// A page began to load.
        case started
        /// So much of it has come, 0 to 1.
        case progress(Double)
        /// It is there.
        case finished
        /// It could not be loaded.
        case failed(String)
        /// The policy did not let it be loaded.
        case blocked(String)
    }

    /// The title of the screen.
    public let title: String
    /// The page to begin with.
    public let start: WebURL
    /// How much of the page has come, 0 to 1; `nil` when nothing is loading.
    public private(set) var progress: Double?
    /// What went wrong last, for the reader; `nil` when all is well.
    public private(set) var problem: String?
    /// What is going on, in words.
    public var status: String {
        if let problem { return problem }
        return progress == nil ? (events.contains(.finished) ? "Loaded" : "") : "Loading…"
    }
    /// Whether there are pages to go back to.
    public private(set) var canGoBack = false
    /// Whether there are pages to go forward to.
    public private(set) var canGoForward = false
    /// All that was reported, the newest last.
    public private(set) var events: [Event] = []
    /// Called after each change.
    public var onChange: (() -> Void)?

    private let policy: any NavigationPolicy
    private static let eventLimit = 100

    /// A screen that begins with a page.
    public init(title: String, start: WebURL, policy: any NavigationPolicy = WebPagesOnly()) {
        self.title = title
        self.start = start
        self.policy = policy
    }

    /// Decides about a navigation of the main page or of a frame in it; a refusal is shown to the reader.
    public func verdict(for address: String, kind: NavigationRequest.Kind) -> NavigationVerdict {
        let verdict = policy.verdict(for: NavigationRequest(url: try? WebURL(address), kind: kind))
        if case .block(let reason) = verdict { report(.blocked(reason)) }
        return verdict
    }

    /// Takes what the view reports.
    public func report(_ event: Event) {
        events = events.suffix(Self.eventLimit - 1) + [event]
        switch event {
        case .started:
            progress = 0
            problem = nil
        case .progress(let fraction): progress = progress == nil ? nil : fraction
        case .finished: progress = nil
        case .failed(let reason), .blocked(let reason):
            progress = nil
            problem = reason
        }
        onChange?()
    }

    /// Takes what the view's history allows now.
    public func setHistory(canGoBack: Bool, canGoForward: Bool) {
        self.canGoBack = canGoBack
        self.canGoForward = canGoForward
        onChange?()
    }
}
