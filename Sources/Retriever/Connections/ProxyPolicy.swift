internal import CurlTransport
public import HTTPSemantics

/// Which requests go through a proxy.
public struct ProxyPolicy: Sendable {
    private typealias Choice = @Sendable (WebURL) throws -> Proxy?

    /// The choice; `nil` when no request has a proxy, so that none pays for asking.
    private let choice: Choice?

    /// No request goes through a proxy.
    public static let none = ProxyPolicy(choice: nil)

    /// All requests go through a proxy but those to hosts that `exceptions` match.
    public static func proxy(_ proxy: Proxy, except exceptions: NoProxyRules = NoProxyRules("")) -> ProxyPolicy {
        ProxyPolicy { url in exceptions.matches(host: url.host ?? "", port: url.effectivePort ?? 0) ? nil : proxy }
    }

    /// The caller chooses for each request and each redirect; `nil` for no proxy.
    public static func custom(_ choose: @escaping @Sendable (WebURL) throws -> Proxy?) -> ProxyPolicy {
        ProxyPolicy(choice: choose)
    }

    /// What this process's environment says; see ``environment(_:)``. Read once.
    public static let environment = environment(Environment.value)

    /// What an environment says: `http_proxy`, `https_proxy` and, for both schemes, `all_proxy` name the proxy, `no_proxy` hosts
    /// without one (``NoProxyRules``). Names in lower case come first; those in upper case count, too, but for `HTTP_PROXY`, which
    /// in a CGI program is a field of the request. This machine, `localhost` and loopback addresses, is never reached by a proxy.
    ///
    /// A variable that names no proxy is an error of the requests that it is about.
    public static func environment(_ variables: [String: String]) -> ProxyPolicy {
        environment { variables[$0] }
    }

    private static func environment(_ variable: @escaping (String) -> String?) -> ProxyPolicy {
        func value(_ names: String...) -> (name: String, value: String)? {
            names.lazy.compactMap { name in variable(name).flatMap { $0.isEmpty ? nil : (name, $0) } }.first
        }
        func proxy(_ variable: (name: String, value: String)?) -> Result<Proxy, HTTPClientError>? {
            guard let (name, value) = variable else { return nil }
            return Result { () throws(HTTPClientError) in
                do { return try Proxy(value) } catch {
                    throw HTTPClientError(.configuration, "the environment variable \(name) names no proxy: \(error)")
                }
            }
        }
        let all = value("all_proxy", "ALL_PROXY")
        let http = proxy(value("http_proxy") ?? all)
        let https = proxy(value("https_proxy", "HTTPS_PROXY") ?? all)
        guard http != nil || https != nil else { return .none }
        let exceptions = NoProxyRules(value("no_proxy", "NO_PROXY")?.value ?? "")
        return ProxyPolicy { url in
            guard let choice = url.scheme == "https" ? https : http, let host = url.host, !loopback.matches(host: host, port: 0),
                !exceptions.matches(host: host, port: url.effectivePort ?? 0)
            else { return nil }
            return try choice.get()
        }
    }

    private static let loopback = NoProxyRules("localhost 127.0.0.0/8 ::1")

    /// The way to a URL; `nil` without a proxy.
    func route(to url: WebURL) throws -> ProxyRoute? {
        guard let choice else { return nil }
        return try choice(url)?.route()
    }
}
