import Foundation
import Retriever
import Testing

@Suite("The guide to connections")
struct ConnectionGuideTests {
    /// The guide's code, here to be compiled.
    private func code() throws {
        // swift format would break lines that fit the guide.
        // swift-format-ignore
        do {
            var configuration = HTTPClient.Configuration()
            configuration.httpVersion = .http2  // or .http1, .http2PriorKnowledge, .http3

            configuration.proxy = .none
            configuration.proxy = .proxy(try Proxy("socks5://proxy.example:1080"), except: NoProxyRules("localhost 10.0.0.0/8 .example"))
            configuration.proxy = .custom { url in url.scheme == "https" ? nil : try Proxy("http://user:secret@proxy.example:3128") }

            configuration.tls.authorities = .file("/etc/example/authority.pem")  // instead of the system's
            configuration.tls.identity = ClientIdentity(certificateFile: "me.pem", keyFile: "me.key", passphrase: "secret")
            configuration.tls.minimumVersion = .tls13
            configuration.tls.serverTrust = { trust in trust.host != "example.com" || trust.certificates.count > 1 }
            configuration.strictTransport = try StrictTransportStore(file: "hosts-with-https-only")

            configuration.network.knownHosts = [.init(host: "example.com", port: 443, addresses: ["192.0.2.1"])]
            configuration.network.detours = [.init(host: "example.com", toHost: "staging.example.com", toPort: 443)]
            configuration.network.unixSocket = "/run/example.sock"
            configuration.network.zone = "eth0"  // for addresses such as http://[fe80::1]/

            var options = RequestOptions()
            options.onMetrics = { metrics in
                for hop in metrics.hops { print(hop.url, hop.total, hop.httpVersion ?? "no response", hop.isConnectionReused) }
            }

            options.limits.minimumRate = 1000  // bytes a second, over limits.minimumRatePeriod
            options.limits.contentBytes = 100 << 20
        }
    }

    @Test("All code in the guide to connections is compiled") func connections() throws {
        let file = URL(filePath: #filePath)
        let compiled = try lines(of: String(contentsOf: file, encoding: .utf8))
        let guide = file.deletingLastPathComponent().appending(path: "../../Documentation/connections.md").standardizedFileURL
        let blocks = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
            .map { lines(of: $0.components(separatedBy: "```")[0]) }
        #expect(blocks.count > 5)
        for block in blocks { #expect(compiled.firstRange(of: block) != nil, "\(block.joined(separator: "\n"))") }
    }

    private func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
