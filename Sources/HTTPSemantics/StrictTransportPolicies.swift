/// The hosts that want to be reached by https only. RFC 6797. Pure: the time is a parameter, in seconds since 1970.
public struct StrictTransportPolicies: Hashable, Sendable {
    /// What a host has asked for.
    public struct Policy: Hashable, Sendable {
        /// When it ends, in seconds since 1970.
        public var expires: Int
        /// Whether it holds for all hosts below, too.
        public var includesSubdomains: Bool

        /// A policy.
        public init(expires: Int, includesSubdomains: Bool) {
            self.expires = expires
            self.includesSubdomains = includesSubdomains
        }
    }

    /// The policies by host, canonical and without a dot at the end.
    public private(set) var policies: [String: Policy] = [:]
    /// With more hosts than this, those whose policy ends first are forgotten: a server could invent any number.
    public static let limit = 10_000

    /// None.
    public init() {}

    /// Remembers what a response says that came from `host` over a secure connection. RFC 6797 §8.1.
    ///
    /// - Parameter field: The first `Strict-Transport-Security` field; one that is malformed says nothing.
    /// - Returns: Whether that is worth writing down: each response moves the end a little, which only counts when it is a day.
    public mutating func note(_ field: String, from host: String, now: Int) -> Bool {
        guard !Self.isAddress(host), let directives = Directives(field) else { return false }
        let old = policies[Self.key(host)]
        guard directives.maximumAge > 0 else {
            policies[Self.key(host)] = nil
            return old != nil
        }
        let (expires, overflow) = now.addingReportingOverflow(directives.maximumAge)
        let new = Policy(expires: overflow ? .max : expires, includesSubdomains: directives.includesSubdomains)
        set(new, for: host, now: now)
        guard let old, old.includesSubdomains == new.includesSubdomains else { return true }
        return old.expires.distance(to: new.expires).magnitude >= 24 * 3600
    }

    /// Sets a host's policy.
    public mutating func set(_ policy: Policy, for host: String, now: Int) {
        policies[Self.key(host)] = policy
        guard policies.count > Self.limit else { return }
        policies = policies.filter { $0.value.expires > now }
        if policies.count > Self.limit, let first = policies.min(by: { $0.value.expires < $1.value.expires }) {
            policies[first.key] = nil
        }
    }

    /// Whether a host is reached by https only. RFC 6797 §8.2.
    public func apply(to host: String, now: Int) -> Bool {
        guard !policies.isEmpty, !Self.isAddress(host) else { return false }
        var name = Self.key(host)[...]
        var isParent = false
        while true {
            if let policy = policies[String(name)], policy.expires > now, policy.includesSubdomains || !isParent { return true }
            guard let dot = name.firstIndex(of: ".") else { return false }
            name = name[name.index(after: dot)...]
            isParent = true
        }
    }

    private static func key(_ host: String) -> String { host.hasSuffix(".") ? String(host.dropLast()) : host }

    /// An address proves nothing about a name. RFC 6797 §8.1.1.
    private static func isAddress(_ host: String) -> Bool { host.hasPrefix("[") || IPv4Address.endsInNumber(host.utf8.span) }

    /// The directives of the field. RFC 6797 §6.1.
    private struct Directives {
        var maximumAge = 0
        var includesSubdomains = false

        init?(_ field: String) {
            var values: [String: String] = [:]
            for directive in field.split(separator: ";") {
                let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts[0].trimmingOptionalWhitespace.asciiLowercased
                guard !name.isEmpty else { continue }
                var value = parts.count > 1 ? parts[1].trimmingOptionalWhitespace : ""
                if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") { value = value.dropFirst().dropLast() }
                guard values.updateValue(String(value), forKey: name) == nil else { return nil }
            }
            guard let age = values["max-age"], !age.isEmpty, age.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
            maximumAge = Int(age) ?? .max
            includesSubdomains = values["includesubdomains"] != nil
        }
    }
}
