internal import CurlTransport
public import HTTPSemantics

/// A proxy: a server that carries requests on. RFC 9110 §3.7, RFC 1928.
///
/// https targets are reached through a tunnel (CONNECT), which the proxy cannot look into; http targets by the proxy's own
/// requests.
public struct Proxy: Hashable, Sendable, CustomStringConvertible {
    /// How the proxy is spoken to.
    public enum Kind: Hashable, Sendable {
        /// HTTP without TLS.
        case http
        /// HTTP over TLS. Its certificate is verified as a server's.
        case https
        /// SOCKS version 5; the proxy resolves host names.
        case socks5
    }

    /// How the client proves who it is, when it has credentials.
    public enum Authentication: Hashable, Sendable {
        /// Sent at once, as they are. For SOCKS the only one.
        case basic
        /// RFC 7616.
        case digest
        /// Microsoft's NTLM.
        case ntlm
        /// Kerberos, from the ticket of the user. RFC 4559.
        case negotiate
        /// The strongest that the proxy offers; costs another exchange.
        case any
    }

    /// How the proxy is spoken to.
    public var kind: Kind
    /// Its host, in canonical form.
    public var host: String
    /// Its port.
    public var port: UInt16
    /// User name and password, if it asks for them.
    public var credentials: BasicCredentials?
    /// How the client proves who it is.
    public var authentication = Authentication.basic

    /// The proxy that a text names, such as `http://user:password@proxy.example:3128` or `socks5://127.0.0.1`.
    ///
    /// Schemes are `http`, which also stands for a missing one, `https`, and `socks5` or `socks5h`. Without a port it is 80, 443
    /// or 1080.
    ///
    /// - Throws: ``HTTPClientError`` with code `configuration`; its message does not repeat the text, which may hold a password.
    public init(_ text: String) throws {
        let parts = text.firstRange(of: "://").map { (text[..<$0.lowerBound].lowercased(), text[$0.upperBound...]) }
        let (scheme, rest) = parts ?? ("http", text[...])
        guard let kind = Self.kinds[scheme] else {
            throw HTTPClientError(.configuration, "a proxy's address begins with http://, https:// or socks5://")
        }
        // Each parse leaves its own scheme's default port out.
        guard let url = try? WebURL("http://" + rest), let secure = try? WebURL("https://" + rest), let host = url.host,
            url.path == "/", url.query == nil, url.fragment == nil
        else { throw HTTPClientError(.configuration, "the address of a proxy is not valid; it has the form http://host:port") }
        self.kind = kind
        self.host = host
        port = url.port ?? secure.port ?? kind.defaultPort
        guard url.hasCredentials else { return }
        guard let credentials = BasicCredentials(url) else {
            throw HTTPClientError(.configuration, "the user name for a proxy holds a colon (RFC 7617 §2)")
        }
        self.credentials = credentials
    }

    private static let kinds: [String: Kind] = ["http": .http, "https": .https, "socks5": .socks5, "socks5h": .socks5]

    /// Its address without credentials: safe to log.
    public var description: String { "\(kind)://\(host):\(port)" }

    /// The proxy for the transport.
    ///
    /// - Throws: ``HTTPClientError`` with code `configuration` when SOCKS is to authenticate other than by password.
    func route() throws -> ProxyRoute {
        guard kind != .socks5 || authentication == .basic else {
            throw HTTPClientError(.configuration, "a SOCKS proxy is given user name and password only (basic)")
        }
        var route = ProxyRoute(kind: kind.routeKind, host: host, port: port)
        route.authentication = authentication.routeAuthentication
        route.user = credentials?.user ?? (authentication == .negotiate ? "" : nil)
        route.password = credentials?.password ?? (authentication == .negotiate ? "" : nil)
        return route
    }
}

extension Proxy.Kind {
    fileprivate var defaultPort: UInt16 {
        switch self {
        case .http: 80
        case .https: 443
        case .socks5: 1080
        }
    }

    fileprivate var routeKind: ProxyRoute.Kind {
        switch self {
        case .http: .http
        case .https: .https
        case .socks5: .socks5
        }
    }
}

extension Proxy.Authentication {
    fileprivate var routeAuthentication: ProxyRoute.Authentication {
        switch self {
        case .basic: .basic
        case .digest: .digest
        case .ntlm: .ntlm
        case .negotiate: .negotiate
        case .any: .any
        }
    }
}
