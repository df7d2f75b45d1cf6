/// Which cookies are forgotten when there are too many. RFC 6265bis §5.7.
extension CookieStore {
    /// What a domain may have before it is asked first when there are too many in all.
    private static let fairShare = 50

    /// Keeps the limits after a cookie was added to a domain.
    mutating func removeExcess(in domain: String, now: HTTPDate) {
        if entries[domain]?.count ?? 0 > Self.domainLimit {
            removeAll { $0.domain == domain && $0.isExpired(at: now) }
            if entries[domain]?.count ?? 0 > Self.domainLimit { removeFirst(of: [domain]) }
        }
        guard count > Self.totalLimit else { return }
        removeAll { $0.isExpired(at: now) }
        guard count > Self.totalLimit else { return }
        let crowded = entries.filter { $0.value.count > Self.fairShare }.keys
        removeFirst(of: crowded.isEmpty ? Array(entries.keys) : Array(crowded))
    }

    private var count: Int { entries.values.reduce(0) { $0 + $1.count } }

    /// Removes the cookie of some domains that is not secure, or else any, and was used longest ago.
    private mutating func removeFirst(of domains: [String]) {
        let first = domains.flatMap { entries[$0] ?? [] }.min { left, right in
            left.cookie.isSecure == right.cookie.isSecure ? left.isStaler(than: right) : !left.cookie.isSecure
        }
        if let first { remove(first.cookie) }
    }
}

extension CookieStore.Entry {
    fileprivate func isStaler(than other: Self) -> Bool {
        let (time, otherTime) = (
            cookie.lastAccessTime?.secondsSinceEpoch ?? 0, other.cookie.lastAccessTime?.secondsSinceEpoch ?? 0
        )
        return (time, lastUse) < (otherTime, other.lastUse)
    }
}
