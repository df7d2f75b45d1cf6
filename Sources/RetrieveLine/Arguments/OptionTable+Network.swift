internal import HTTPSemantics
internal import Retriever

extension OptionTable {
    static let network = OptionTopic(
        name: "network", title: "Connections",
        text: """
            Proxies are http://, https:// or socks5:// addresses; without --proxy the variables http_proxy, https_proxy, all_proxy
            and no_proxy count. HTTP/2 is spoken where server and TLS agree on it, unless told otherwise.
            """,
        options: [
            .value(
                "proxy", letters: "x", called: "URL|none", common: true,
                curl: .words { $0 == "none" || $0.isEmpty ? ["--noproxy", "*"] : ["--proxy", $0] },
                "go through a proxy, or through none"
            ) {
                settings, text throws(UsageError) in
                guard text != "none", !text.isEmpty else { return settings.change { $0.proxy = .none } }
                guard let proxy = try? Proxy(text) else {
                    throw UsageError("this is no address of a proxy; write http://host:port or socks5://host:port")
                }
                settings.proxy = proxy
            },
            .value("noproxy", called: "HOSTS", curl: "--noproxy", "hosts that are reached without the proxy of --proxy") {
                $0.proxyExceptions = $1
            },
            .value(
                "unix-socket", called: "FILE", common: true, curl: "--unix-socket", "connect to a Unix socket instead of the host"
            ) {
                settings, path in
                settings.change { $0.network.unixSocket = path }
            },
            .value("resolve", called: "HOST:PORT:ADDRESS[,…]", curl: "--resolve", "the addresses of a host") {
                settings, text throws(UsageError) in
                let host = try knownHost(text)
                settings.change { $0.network.knownHosts.append(host) }
            },
            .value("connect-to", called: "HOST:PORT:HOST:PORT", curl: "--connect-to", "connect to another host and port instead")
            {
                settings, text throws(UsageError) in
                let detour = try detour(text)
                settings.change { $0.network.detours.append(detour) }
            },
            .value("interface", called: "NAME|ADDRESS", curl: "--interface", "where connections leave from") { settings, name in
                settings.change { $0.network.localAddress = name }
            },
            .value("doh-url", called: "URL", curl: "--doh-url", "a name server to ask over https") {
                settings, text throws(UsageError) in
                guard let url = try? WebURL(text) else { throw UsageError("this is no URL") }
                settings.change { $0.network.dnsOverHTTPS = url }
            },
            version("http1", also: ["http1.1"], curl: "--http1.1", "speak HTTP/1.1 only", .http1),
            version("http2", common: true, curl: "--http2", "speak HTTP/2 only, agreed on in TLS", .http2),
            version(
                "http2-prior-knowledge", curl: "--http2-prior-knowledge", "speak HTTP/2 without asking, also without TLS",
                .http2PriorKnowledge),
            version("http3", common: true, curl: "--http3-only", "speak HTTP/3 only, where the installed libcurl can", .http3),
            .flag(
                "compressed", common: true, curl: .words { _ in [] },
                "on unless told otherwise: ask for compressed content and decode it"
            ) {
                settings, isOn in
                settings.change { $0.options.decodesContent = isOn }
            },
        ],
        examples: [
            .init("retrieve --resolve example.org:8080:127.0.0.1 http://example.org:8080/", "a host that no name server knows"),
            .init("retrieve --no-compressed --headers :8080/jokes", "as it is stored"),
        ])

    private static func version(
        _ name: String, also aliases: [String] = [], common: Bool = false, curl: CommandOption.CurlForm,
        _ help: String, _ version: HTTPVersionPolicy
    ) -> CommandOption {
        .flag(name, also: aliases, common: common, curl: curl, help) { settings, isOn in
            settings.change { $0.httpVersion = isOn ? version : .automatic }
        }
    }

    /// `host:port:address,address`; addresses of IPv6 may be in brackets.
    private static func knownHost(_ text: String) throws(UsageError) -> NetworkConfiguration.KnownHost {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts[0].isEmpty, let port = UInt16(parts[1]) else {
            throw UsageError("“\(text)” is not HOST:PORT:ADDRESS", in: text, at: 0)
        }
        let addresses = parts[2].split(separator: ",").map { $0.filter { $0 != "[" && $0 != "]" } }
        guard !addresses.isEmpty else { throw UsageError("“\(text)” names no address", in: text, at: text.utf8.count) }
        return .init(host: parts[0], port: port, addresses: addresses)
    }

    /// `host:port:host:port`; an empty host or port at the beginning stands for any.
    private static func detour(_ text: String) throws(UsageError) -> NetworkConfiguration.Detour {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[1].isEmpty || UInt16(parts[1]) != nil, !parts[2].isEmpty, let port = UInt16(parts[3]) else {
            throw UsageError("“\(text)” is not HOST:PORT:HOST:PORT", in: text, at: 0)
        }
        return .init(host: parts[0].isEmpty ? nil : parts[0], port: UInt16(parts[1]), toHost: parts[2], toPort: port)
    }
}
