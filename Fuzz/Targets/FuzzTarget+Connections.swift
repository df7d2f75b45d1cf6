import CurlTransport
import HTTPSemantics
import Retriever

extension FuzzTarget {
    /// The address of a proxy, rules for hosts without one, and a host, on a line each.
    static let proxy = FuzzTarget(name: "proxy") { bytes in
        let parts = parts(bytes, 3)
        if let proxy = try? Proxy(parts[0]) {
            let url = try? parser.parse("https://\(proxy.host):\(proxy.port)/")
            try promise(url?.host == proxy.host && url?.effectivePort == proxy.port, "a proxy that is not where it is: \(proxy)")
        }
        guard let host = try? parser.parse("http://\(parts[2])/").host else { return }
        let matches = NoProxyRules(parts[1]).matches(host: host, port: 80)
        try promise(!matches || NoProxyRules(parts[1] + ",x").matches(host: host, port: 80), "a rule less by one that was added")
        try promise(NoProxyRules("*").matches(host: host, port: 80), "not every host")
        // A URL's host may hold characters that mean something in a list of rules.
        let isPlain = host.utf8.allSatisfy { $0.isASCIIAlpha || $0.isASCIIDigit || "-.[]:".utf8.contains($0) }
        let hasName = !host.hasPrefix(".") && !host.hasSuffix("..")
        try promise(!isPlain || !hasName || NoProxyRules(host).matches(host: host, port: 80), "not by its own name: \(host)")
    }

    /// `Strict-Transport-Security` and the host that sends it, on a line each.
    static let strictTransport = FuzzTarget(name: "strict-transport") { bytes in
        let parts = parts(bytes, 2)
        guard let host = try? parser.parse("https://\(parts[1])/").host else { return }
        var policies = StrictTransportPolicies()
        let isNew = policies.note(parts[0], from: host, now: 1000)
        try promise(isNew == !policies.policies.isEmpty, "new without being there, or the reverse")
        try promise(policies.apply(to: host, now: 1000) == isNew, "noted for \(host) and not applied, or the reverse")
        guard let policy = policies.policies.values.first else { return }
        try promise(policy.expires > 1000 && policies.policies.count == 1, "\(policies)")
        try promise(policies.apply(to: "www." + host, now: 1000) == policy.includesSubdomains, "below \(host)")
        try promise(!policies.apply(to: host, now: policy.expires), "applied after its end")
        _ = policies.note("max-age=0", from: host, now: 1000)
        try promise(policies.policies.isEmpty, "not forgotten: \(policies)")
    }

    /// A certificate as text.
    static let pem = FuzzTarget(name: "pem") { bytes in
        let text = text(bytes)
        guard let der = PEMDocument.der(text) else { return }
        try promise(der.count <= text.utf8.count, "more bytes than there were")
    }
}
