/// A URL as the WHATWG URL standard means it: what browsers and web pages mean by a URL.
///
/// The value is one canonical ASCII text and the places of its components in it, so whatever connects, compares or matches
/// decides on the same parse. Make one with ``URLParser`` or, in the client library, with `WebURL("…")`.
public struct WebURL: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The whole URL, serialised. It may hold a user name and a password: log ``description`` instead.
    public let href: String
    let layout: Layout
    /// The port, or `nil` when it is the scheme's default or the URL has none.
    public let port: UInt16?

    /// Where the components stand in `href`, as byte offsets in rising order.
    struct Layout: Hashable, Sendable {
        /// After the scheme's ":".
        var schemeEnd = 0
        /// Start and end of the user name and the password; empty ranges when there are none.
        var username = 0..<0
        var password = 0..<0
        /// The host, brackets included; `nil` when the URL has none.
        var host: Range<Int>?
        /// The path, up to the query or fragment.
        var path = 0..<0
        /// Without "?" or "#".
        var query: Range<Int>?
        var fragment: Range<Int>?
        var hasOpaquePath = false
    }

    init(href: [UInt8], layout: Layout, port: UInt16?) {
        self.href = String(decoding: href, as: UTF8.self)
        self.layout = layout
        self.port = port
    }

    private func component(_ range: Range<Int>) -> String {
        let start = href.utf8.index(href.startIndex, offsetBy: range.lowerBound)
        return String(href[start..<href.utf8.index(start, offsetBy: range.count)])
    }

    /// The scheme in lower case, without ":".
    public var scheme: String { component(0..<layout.schemeEnd - 1) }
    /// The user name, percent-encoded; empty when there is none.
    public var username: String { component(layout.username) }
    /// The password, percent-encoded; empty when there is none.
    public var password: String { component(layout.password) }
    /// The host in canonical form: ASCII domain, dotted IPv4 or bracketed IPv6 address; `nil` when the URL has none.
    public var host: String? { layout.host.map(component) }
    /// The path, percent-encoded.
    public var path: String { component(layout.path) }
    /// The query without "?", percent-encoded; `nil` when there is none.
    public var query: String? { layout.query.map(component) }
    /// The fragment without "#", percent-encoded; `nil` when there is none.
    public var fragment: String? { layout.fragment.map(component) }

    /// Whether the URL holds a user name or a password.
    public var hasCredentials: Bool { !layout.username.isEmpty || !layout.password.isEmpty }

    /// The port to connect to: the one given, or the scheme's default; `nil` for schemes without one.
    public var effectivePort: UInt16? { port ?? SpecialScheme.defaultPort(of: scheme) }

    /// `host:port` as it stands in a `Host` field: the port only when it is not the scheme's default. RFC 9110 §7.2.
    public var authority: String { (host ?? "") + (port.map { ":\($0)" } ?? "") }

    /// The URL without user name, password and fragment: what is asked for over the wire. RFC 9110 §4.2.4, §7.1.
    public var requestHref: String {
        guard hasCredentials || layout.fragment != nil else { return href }
        let end = layout.fragment.map { $0.lowerBound - 1 } ?? href.utf8.count
        guard hasCredentials, let host = layout.host else { return component(0..<end) }
        return component(0..<layout.username.lowerBound) + component(host.lowerBound..<end)
    }

    /// Scheme, host and port: two URLs with the same origin trust each other. RFC 9110 §4.3.1.
    public var origin: Origin {
        Origin(scheme: scheme, host: host ?? "", port: effectivePort)
    }

    /// Whether the origins are the same, without making texts of them.
    package func hasSameOrigin(as other: WebURL) -> Bool {
        // All that stands before the path is the origin, unless there are credentials; canonical texts are compared as they are.
        guard hasCredentials || other.hasCredentials else {
            return layout.path.lowerBound == other.layout.path.lowerBound
                && begins(like: other.href, count: layout.path.lowerBound)
        }
        return origin == other.origin
    }

    /// Whether the scheme is http or https.
    package var isHTTP: Bool { isSecure || layout.schemeEnd == 5 && begins(like: "http", count: 4) }
    /// Whether the scheme is https.
    package var isSecure: Bool { layout.schemeEnd == 6 && begins(like: "https", count: 5) }

    /// Whether the first `count` bytes, which both texts must have, are the same.
    private func begins(like other: String, count: Int) -> Bool {
        let (bytes, others) = (href.utf8.span, other.utf8.span)
        for position in 0..<count where bytes[position] != others[position] { return false }
        return true
    }

    /// What credentials and cookies must not leave by themselves. RFC 9110 §4.3.1.
    public struct Origin: Hashable, Sendable, CustomStringConvertible {
        /// The scheme in lower case.
        public let scheme: String
        /// The canonical host.
        public let host: String
        /// The effective port.
        public let port: UInt16?

        /// An origin; `host` in canonical form and `port` as it is connected to.
        public init(scheme: String, host: String, port: UInt16?) {
            self.scheme = scheme
            self.host = host
            self.port = port
        }

        /// `scheme://host:port`, safe to log.
        public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
    }

    /// Equal when the serialised texts are.
    public static func == (left: Self, right: Self) -> Bool { left.href == right.href }
    /// Hashes the serialised text.
    public func hash(into hasher: inout Hasher) { hasher.combine(href) }

    /// Scheme, host, port and path: safe to log, since secrets travel in user name, password, query and fragment.
    public var description: String { component(0..<layout.schemeEnd) + (layout.host == nil ? "" : "//\(authority)") + path }
    /// The URL with its query, still without password and fragment.
    public var debugDescription: String { requestHref }
}
