extension WebURL {
    /// Who may be trusted like whom: credentials and cookies must not leave an origin by themselves. WHATWG HTML standard §7.1.1,
    /// RFC 9110 §4.3.1.
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

        /// Whether nothing is of this origin but what has it: URLs of schemes that are not of the web, such as `file` and `data`,
        /// share theirs with no other URL, equal ones included.
        public var isOpaque: Bool { !["http", "https", "ws", "wss", "ftp"].contains(scheme) }

        /// The origin as the field `Origin` has it, the scheme's default port left out; "null" when it is opaque. RFC 6454 §6.2.
        public var serialized: String {
            guard !isOpaque else { return "null" }
            let isDefault = port == SpecialScheme(rawValue: scheme)?.defaultPort
            return "\(scheme)://\(host)" + (isDefault ? "" : port.map { ":\($0)" } ?? "")
        }

        /// `scheme://host:port`, safe to log.
        public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
    }

    /// Scheme, host and port: two URLs with the same origin trust each other, unless it is opaque. That of a `blob:` URL is the one
    /// of the page that made it.
    public var origin: Origin {
        if scheme == "blob", let page = try? URLParser(domainToASCII: { _ in nil }).parse(path), page.isHTTP {
            return page.origin
        }
        return Origin(scheme: scheme, host: host ?? "", port: effectivePort)
    }

    /// Whether the origins are the same and not opaque, without making texts of them.
    public func hasSameOrigin(as other: WebURL) -> Bool {
        guard let special = layout.special, special != .file, special == other.layout.special else {
            let origin = origin
            return !origin.isOpaque && origin == other.origin
        }
        guard port == other.port, layout.host.count == other.layout.host.count else { return false }
        let (bytes, otherBytes) = (href.utf8.span, other.href.utf8.span)
        for index in layout.host where bytes[index] != otherBytes[index - layout.hostStart + other.layout.hostStart] {
            return false
        }
        return true
    }
}
