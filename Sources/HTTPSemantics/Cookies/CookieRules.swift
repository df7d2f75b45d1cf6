/// Which hosts and paths a cookie is for. RFC 6265bis §5.1.
enum CookieRules {
    /// Whether a host is a domain, or below it. Hosts are canonical. RFC 6265bis §5.1.3.
    static func domainMatches(_ host: String, _ domain: String) -> Bool {
        let (hostBytes, domainBytes) = (host.utf8, domain.utf8)
        guard hostBytes.count > domainBytes.count else { return host == domain }
        return hostBytes.suffix(domainBytes.count + 1).first == UInt8(ascii: ".")
            && hostBytes.suffix(domainBytes.count).elementsEqual(domainBytes) && !isAddress(host)
    }

    /// Whether a request's path is a cookie's, or below it. RFC 6265bis §5.1.4.
    static func pathMatches(_ path: String, _ cookiePath: String) -> Bool {
        let (path, cookiePath) = (path.utf8, cookiePath.utf8)
        guard path.starts(with: cookiePath) else { return false }
        return path.count == cookiePath.count || cookiePath.last == UInt8(ascii: "/")
            || path.dropFirst(cookiePath.count).first == UInt8(ascii: "/")
    }

    /// The path of cookies that name none: the request's up to its last "/". RFC 6265bis §5.1.4.
    static func defaultPath(of path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > path.startIndex
        else { return "/" }
        return String(path[..<slash])
    }

    /// Whether a host is an address: those have no hosts below them.
    static func isAddress(_ host: String) -> Bool { host.hasPrefix("[") || IPv4Address.endsInNumber(host.utf8.span) }

    /// Whether connections to a URL may carry secure cookies: over TLS, or to this machine, as in browsers and curl. RFC 6265bis §5.7.
    static func isSecure(_ url: WebURL) -> Bool {
        if url.isSecure { return true }
        switch url.hostKind {
        case .domain(let name): return name == "localhost" || name.hasSuffix(".localhost")
        case .ipv4(let address): return address.value >> 24 == 127
        case .ipv6: return url.host == "[::1]"
        case .opaque, .empty, nil: return false
        }
    }

    /// Whether a text could be a host, in canonical form.
    static func isDomain(_ text: String) -> Bool {
        if text.hasPrefix("[") { return text.hasSuffix("]") && IPv6Address(text.dropFirst().dropLast()) != nil }
        let isAllowed: (UInt8) -> Bool = { $0 > 0x20 && $0 < 0x7F && !"\"#%/:;<>?@[\\]^|".utf8.contains($0) }
        return !text.isEmpty && text.utf8.allSatisfy(isAllowed) && text.utf8.first != UInt8(ascii: ".")
    }
}
