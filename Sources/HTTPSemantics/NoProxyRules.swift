/// Which hosts are reached without a proxy: what the environment variable `no_proxy` says.
///
/// Entries are separated by commas or spaces. `example.com` means the host and all below it, `.example.com` and `*.example.com`
/// only those below it, `*` every host. Addresses are compared as numbers, `10.0.0.0/8` and `fd00::/8` mean whole networks. An
/// entry with a port, such as `example.com:8080` or `[::1]:8080`, means this port only. What is none of these matches nothing.
public struct NoProxyRules: Hashable, Sendable {
    private enum Target: Hashable {
        case every
        case domain(String, withItself: Bool)
        case network(Address, prefix: Int)
    }

    private struct Rule: Hashable {
        var target: Target
        var port: UInt16?
    }

    private let rules: [Rule]

    /// The rules in a text; none in an empty one.
    public init(_ text: String) {
        rules = text.split { $0 == "," || $0 == " " || $0 == "\t" || $0.isNewline }.compactMap { Self.rule($0) }
    }

    /// Whether a host, in canonical form as in ``WebURL/host``, is reached without a proxy.
    public func matches(host: String, port: UInt16) -> Bool {
        let address = Address(host)
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return rules.contains { rule in
            guard rule.port == nil || rule.port == port else { return false }
            return switch rule.target {
            case .every: true
            case .network(let network, let prefix): address?.begins(like: network, bits: prefix) ?? false
            case .domain(let domain, let withItself):
                address == nil && (withItself && name == domain || name.hasSuffix("." + domain))
            }
        }
    }

    private static func rule(_ entry: Substring) -> Rule? {
        if entry == "*" { return Rule(target: .every) }
        if let network = network(entry) { return Rule(target: network) }
        // An address of IPv6 has colons of its own, unless it stands in brackets.
        guard let colon = entry.lastIndex(of: ":") else { return domain(entry).map { Rule(target: $0) } }
        guard let port = UInt16(entry[entry.index(after: colon)...]) else { return nil }
        let host = entry[..<colon]
        guard let target = network(host) ?? domain(host) else { return nil }
        return Rule(target: target, port: port)
    }

    private static func network(_ text: Substring) -> Target? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = Address(parts[0]) else { return nil }
        guard parts.count == 2 else { return .network(address, prefix: address.bits.count) }
        guard let prefix = Int(parts[1]), (0...address.bits.count).contains(prefix) else { return nil }
        return .network(address, prefix: prefix)
    }

    private static func domain(_ text: Substring) -> Target? {
        var name = text.asciiLowercased[...]
        if name.hasSuffix(".") { name.removeLast() }
        if name.hasPrefix("*.") { name.removeFirst() }
        let withItself = !name.hasPrefix(".")
        if !withItself { name.removeFirst() }
        guard !name.isEmpty, !name.contains(where: { $0 == ":" || $0 == "/" || $0 == "[" || $0 == "*" }) else { return nil }
        return .domain(String(name), withItself: withItself)
    }

    /// An address of either kind as its bits. The kinds differ in number, so that none is part of the other.
    private struct Address: Hashable {
        let bits: [Bool]

        init?(_ text: some StringProtocol) {
            if text.contains(":") {
                let bare = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
                guard let address = IPv6Address(bare) else { return nil }
                bits = (0..<128).map { address.value >> (127 - $0) & 1 == 1 }
            } else {
                guard text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }), text.split(separator: ".").count == 4,
                    let address = IPv4Address(text)
                else { return nil }
                bits = (0..<32).map { address.value >> (31 - UInt32($0)) & 1 == 1 }
            }
        }

        func begins(like other: Address, bits count: Int) -> Bool {
            bits.count == other.bits.count && bits.prefix(count) == other.bits.prefix(count)
        }
    }
}
