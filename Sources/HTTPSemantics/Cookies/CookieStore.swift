/// The cookies of a client, and which of them go with a request. RFC 6265bis §5.7, §5.8. Pure: the time is a parameter.
public struct CookieStore: Sendable {
    /// Whether anybody can register a name directly below a domain, such as `com` or `co.uk`. The domain is in ASCII and lower case.
    public typealias PublicSuffixCheck = @Sendable (_ domain: String) -> Bool

    struct Entry {
        var cookie: Cookie
        /// Which was created, and which was used, earlier: more than the seconds that a cookie knows.
        var creation: Int
        var lastUse: Int
    }

    /// By domain, in any order.
    var entries: [String: [Entry]] = [:]
    private let isPublicSuffix: PublicSuffixCheck
    private var events = 0

    /// How many cookies a domain has at most; then those are forgotten first that are not secure, and were used longest ago.
    public static let domainLimit = 180
    /// How many cookies there are at most in all; then those are forgotten first whose domain has more than 50, and that are not secure.
    public static let totalLimit = 3000
    /// How long a cookie is kept at most, whatever it says. RFC 6265bis §5.5.
    public static let ageLimit = 400 * 24 * 3600

    /// No cookies.
    public init(isPublicSuffix: @escaping PublicSuffixCheck) { self.isPublicSuffix = isPublicSuffix }

    /// Whether there is none.
    public var isEmpty: Bool { entries.isEmpty }

    /// The cookies that have not ended, in the order in which they were created.
    public func cookies(now: HTTPDate) -> [Cookie] {
        entries.values.joined().filter { !$0.cookie.isExpired(at: now) }.sorted { $0.creation < $1.creation }.map(\.cookie)
    }

    // MARK: - Sending

    /// The cookies to send to a URL: those with longer paths first, else those that were created first. RFC 6265bis §5.8.3.
    public mutating func cookies(for url: WebURL, now: HTTPDate) -> [Cookie] {
        guard !isEmpty, let host = url.host else { return [] }
        let (path, isSecure) = (url.path, CookieRules.isSecure(url))
        let use = nextEvent()
        var found: [Entry] = []
        for domain in Self.domains(of: host) {
            entries[domain]?.updateEach { entry in
                let cookie = entry.cookie
                guard !cookie.isHostOnly || cookie.domain == host, isSecure || !cookie.isSecure, !cookie.isExpired(at: now),
                    CookieRules.pathMatches(path, cookie.path)
                else { return }
                entry.cookie.lastAccessTime = now
                entry.lastUse = use
                found.append(entry)
            }
        }
        return found.sorted { left, right in
            let (leftLength, rightLength) = (left.cookie.path.utf8.count, right.cookie.path.utf8.count)
            return leftLength == rightLength ? left.creation < right.creation : leftLength > rightLength
        }.map(\.cookie)
    }

    /// The field `Cookie` for a request to a URL; `nil` when there are no cookies for it.
    public mutating func field(for url: WebURL, now: HTTPDate) -> HTTPField? {
        let cookies = cookies(for: url, now: now)
        guard !cookies.isEmpty else { return nil }
        let octets = Array(cookies.map(\.octets).joined(separator: "; ".utf8))
        // One that is not UTF-8 makes the others ISO 8859-1 as well: what goes out are the same octets.
        let isLatin1 = cookies.contains(where: \.isLatin1)
        return HTTPField(name: .cookie, uncheckedValue: String(octets: octets, isLatin1: isLatin1), isLatin1: isLatin1)
    }

    /// The host, and the domains that it is in.
    private static func domains(of host: String) -> [String] {
        var domains = [host]
        guard !CookieRules.isAddress(host) else { return domains }
        var rest = host.utf8[...]
        while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.index(after: dot)...]
            domains.append(String(Substring(rest)))
        }
        return domains
    }

    // MARK: - Changing

    /// Takes a cookie that a server has set. RFC 6265bis §5.7.
    ///
    /// - Parameter url: The URL that the response came from.
    /// - Returns: The cookie as it is kept; one that has ended has only removed the one before.
    /// - Throws: ``CookieRefusal`` when the server may not set it.
    @discardableResult
    public mutating func receive(_ setCookie: SetCookie, from url: WebURL, now: HTTPDate) throws(CookieRefusal) -> Cookie {
        guard let host = url.host, !host.isEmpty else { throw .noHost }
        let isSecure = CookieRules.isSecure(url)
        let domain = try domain(of: setCookie, from: host)
        let cookie = try Cookie(
            name: setCookie.name, value: setCookie.value, isLatin1: setCookie.isLatin1, domain: domain ?? host,
            isHostOnly: domain == nil, path: setCookie.path ?? CookieRules.defaultPath(of: url.path),
            expires: setCookie.end(now: now), isSecure: setCookie.isSecure, isHTTPOnly: setCookie.isHTTPOnly,
            sameSite: setCookie.sameSite)
        if !isSecure {
            guard !cookie.isSecure else { throw .insecure }
            guard !hidesSecureCookie(cookie) else { throw .hidesSecureCookie }
        }
        insert(cookie, now: now)
        return cookie
    }

    /// The domain whose hosts get a cookie; `nil` for the host alone.
    private func domain(of setCookie: SetCookie, from host: String) throws(CookieRefusal) -> String? {
        guard let domain = setCookie.domain else { return nil }
        guard CookieRules.isDomain(domain) else { throw .badDomain }
        guard CookieRules.domainMatches(host, domain) else { throw .foreignDomain }
        guard !isForbidden(domain) else {
            guard domain == host else { throw .publicSuffix }
            return nil
        }
        return domain
    }

    /// Whether a domain is a public suffix, with or without the dot at its end that a name may have.
    private func isForbidden(_ domain: String) -> Bool {
        !CookieRules.isAddress(domain) && isPublicSuffix(domain.hasSuffix(".") ? String(domain.dropLast()) : domain)
    }

    /// Whether a secure cookie of that name might not be seen any more. RFC 6265bis §5.7 step 16.
    private func hidesSecureCookie(_ cookie: Cookie) -> Bool {
        entries.contains { domain, entries in
            (CookieRules.domainMatches(domain, cookie.domain) || CookieRules.domainMatches(cookie.domain, domain))
                && entries.contains {
                    $0.cookie.isSecure && $0.cookie.name == cookie.name && CookieRules.pathMatches(cookie.path, $0.cookie.path)
                }
        }
    }

    /// Sets a cookie of the program's own.
    ///
    /// - Throws: ``CookieRefusal`` when it is for all hosts below a public suffix.
    public mutating func set(_ cookie: Cookie, now: HTTPDate) throws(CookieRefusal) {
        guard cookie.isHostOnly || !isForbidden(cookie.domain) else { throw .publicSuffix }
        insert(cookie, now: now)
    }

    /// Takes the place of one of the same identity, and its age. RFC 6265bis §5.7 step 23.
    private mutating func insert(_ cookie: Cookie, now: HTTPDate) {
        let old = removeEntry(cookie.identity)
        guard !cookie.isExpired(at: now) else { return }
        let event = nextEvent()
        var entry = Entry(cookie: cookie, creation: old?.creation ?? event, lastUse: event)
        entry.cookie.creationTime = old?.cookie.creationTime ?? cookie.creationTime ?? now
        entry.cookie.lastAccessTime = cookie.lastAccessTime ?? now
        entries[cookie.domain, default: []].append(entry)
        removeExcess(in: cookie.domain, now: now)
    }

    /// Adds cookies that were kept elsewhere, in the order in which they were created, in place of those of the same identity. What
    /// has ended, or is for a domain that has become a public suffix, is left out.
    public mutating func merge(_ cookies: some Sequence<Cookie>, now: HTTPDate) {
        for cookie in cookies where cookie.isHostOnly || !isForbidden(cookie.domain) {
            insert(cookie, now: now)
        }
    }

    /// Removes a cookie.
    public mutating func remove(_ cookie: Cookie) { removeEntry(cookie.identity) }

    /// Removes the cookies for which `condition` is true.
    public mutating func removeAll(where condition: (Cookie) -> Bool) {
        entries = entries.mapValues { $0.filter { !condition($0.cookie) } }.filter { !$0.value.isEmpty }
    }

    @discardableResult
    private mutating func removeEntry(_ identity: Cookie.Identity) -> Entry? {
        let domain = identity.domain
        guard let place = entries[domain]?.firstIndex(where: { $0.cookie.identity == identity }) else { return nil }
        defer { if entries[domain]?.isEmpty ?? false { entries[domain] = nil } }
        return entries[domain]?.remove(at: place)
    }

    private mutating func nextEvent() -> Int {
        events += 1
        return events
    }
}

extension SetCookie {
    /// When the cookie ends: `Max-Age` before `Expires`, neither later than the limit. RFC 6265bis §5.5, §5.6.1, §5.6.2.
    fileprivate func end(now: HTTPDate) -> HTTPDate? {
        let limit = HTTPDate(secondsSinceEpoch: now.secondsSinceEpoch + CookieStore.ageLimit)
        guard let maximumAge else { return expires.map { min($0, limit) } }
        guard maximumAge > 0 else { return HTTPDate(secondsSinceEpoch: 0) }
        return HTTPDate(secondsSinceEpoch: now.secondsSinceEpoch + min(maximumAge, CookieStore.ageLimit))
    }
}

extension Array {
    fileprivate mutating func updateEach(_ change: (inout Element) -> Void) {
        for index in indices { change(&self[index]) }
    }
}
