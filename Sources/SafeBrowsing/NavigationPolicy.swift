public import HTTPSemantics

/// A wish of a web view to go somewhere.
public struct NavigationRequest: Hashable, Sendable {
    /// What led to the wish.
    public enum Kind: Hashable, Sendable {
        /// The user followed a link.
        case link
        /// The user sent a form.
        case formSubmission
        /// The user went back or forward.
        case history
        /// The page is loaded again.
        case reload
        /// Anything else: the application, a script or a redirect.
        case other
    }

    /// Where to go; `nil` when the address is no URL.
    public var url: WebURL?
    /// What led there.
    public var kind: Kind

    /// A wish.
    public init(url: WebURL?, kind: Kind) {
        self.url = url
        self.kind = kind
    }
}

/// Whether a navigation goes ahead.
public enum NavigationVerdict: Hashable, Sendable {
    /// The page may be loaded.
    case allow
    /// The page must not be loaded.
    /// - Parameter reason: Why, as a sentence for the reader.
    case block(reason: String)
}

/// Decides about every navigation before anything is loaded.
public protocol NavigationPolicy: Sendable {
    /// The decision about one navigation.
    func verdict(for request: NavigationRequest) -> NavigationVerdict
}

/// Lets pages of the web through (http and https) and nothing that could reach the machine itself or run code in disguise, such
/// as file:, data: or javascript: addresses.
public struct WebPagesOnly: NavigationPolicy {
    /// The policy.
    public init() {}

    /// Allows http and https.
    public func verdict(for request: NavigationRequest) -> NavigationVerdict {
        guard let url = request.url else { return .block(reason: "This link has no valid address.") }
        guard ["http", "https"].contains(url.scheme) else {
            return .block(reason: "Only web pages can be opened here, not “\(url.scheme):” addresses.")
        }
        return .allow
    }
}
