/// A URL as the WHATWG URL standard means it: what browsers and web pages mean by a URL.
///
/// The value is one canonical ASCII text and the places of its components in it, so whatever connects, compares or matches
/// decides on the same parse. Make one with ``URLParser`` or, in the client library, with `WebURL("…")`.
public struct WebURL: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The whole URL, serialised. It may hold a user name and a password: log ``description`` instead.
    public let href: String
    let layout: Layout

    init(href: [UInt8], layout: Layout) {
        self.href = String(decoding: href, as: UTF8.self)
        self.layout = layout
    }

    func component(_ range: Range<Int>) -> String {
        let start = href.utf8.index(href.startIndex, offsetBy: range.lowerBound)
        return String(href[start..<href.utf8.index(start, offsetBy: range.count)])
    }

    /// The scheme in lower case, without ":".
    public var scheme: String { layout.special?.rawValue ?? component(0..<layout.schemeEnd - 1) }
    /// The user name, percent-encoded; empty when there is none.
    public var username: String { component(layout.username) }
    /// The password, percent-encoded; empty when there is none.
    public var password: String { component(layout.password) }
    /// The host in canonical form: ASCII domain, dotted IPv4 or bracketed IPv6 address; `nil` when the URL has none.
    public var host: String? { layout.hasHost ? component(layout.host) : nil }
    /// The port, or `nil` when it is the scheme's default or the URL has none.
    public var port: UInt16? { layout.port }
    /// The path, percent-encoded.
    public var path: String { component(layout.pathStart..<pathEnd) }
    /// The query without "?", percent-encoded; `nil` when there is none.
    public var query: String? { layout.queryStart == 0 ? nil : component(layout.queryStart..<fragmentMark) }
    /// The fragment without "#", percent-encoded; `nil` when there is none.
    public var fragment: String? {
        layout.fragmentStart == 0 ? nil : component(layout.fragmentStart..<href.utf8.count)
    }

    /// Where the path ends.
    var pathEnd: Int { layout.queryStart == 0 ? fragmentMark : layout.queryStart - 1 }
    /// Where the fragment's "#" stands, or the end.
    var fragmentMark: Int { layout.fragmentStart == 0 ? href.utf8.count : layout.fragmentStart - 1 }

    /// Whether the URL holds a user name or a password.
    public var hasCredentials: Bool { layout.hasHost && layout.hostStart > layout.usernameStart }

    /// The port to connect to: the one given, or the scheme's default; `nil` for schemes without one.
    public var effectivePort: UInt16? { port ?? layout.special?.defaultPort }

    /// `host:port` as it stands in a `Host` field: the port only when it is not the scheme's default. RFC 9110 §7.2.
    public var authority: String { layout.hasHost ? component(layout.hostStart..<layout.authorityEnd) : "" }

    /// The URL without user name, password and fragment: what is asked for over the wire. RFC 9110 §4.2.4, §7.1.
    public var requestHref: String {
        guard hasCredentials else { return layout.fragmentStart == 0 ? href : component(0..<fragmentMark) }
        return component(0..<layout.usernameStart) + component(layout.hostStart..<fragmentMark)
    }

    /// Whether the scheme is http or https.
    package var isHTTP: Bool { layout.special == .http || layout.special == .https }
    /// Whether the scheme is https.
    package var isSecure: Bool { layout.special == .https }

    /// Equal when the serialised texts are.
    public static func == (left: Self, right: Self) -> Bool { left.href == right.href }
    /// Hashes the serialised text.
    public func hash(into hasher: inout Hasher) { hasher.combine(href) }

    /// Scheme, host, port and path: safe to log, since secrets travel in user name, password, query and fragment.
    public var description: String {
        component(0..<layout.schemeEnd) + (layout.hasHost ? "//\(authority)" : "") + component(layout.authorityEnd..<pathEnd)
    }
    /// The URL with its query, still without password and fragment.
    public var debugDescription: String { requestHref }
}
