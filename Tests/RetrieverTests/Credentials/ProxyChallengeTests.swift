import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

private let me = Credential.password(user: "me", password: "pass-word")

@Suite("Challenges of proxies")
struct ProxyChallengeTests {
    private func client(
        _ proxy: TestProxy, credentials: String = "", authority: TestAuthority? = nil, _ handler: ChallengeHandler? = nil
    ) throws -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.proxy = .proxy(try Proxy("http://\(credentials)127.0.0.1:\(proxy.port)"))
        configuration.options.onChallenge = handler
        configuration.authoritiesFile = authority?.file
        return HTTPClient(configuration: configuration)
    }

    @Test(
        "The hook is asked for a proxy, and the answer goes ahead to all that goes through it",
        arguments: ["Basic realm=p", "Digest realm=p, nonce=n, qop=auth"])
    func httpTarget(challenge: String) async throws {
        let proxy = try TestProxy.http(challenge: challenge)
        defer { proxy.stop() }
        let asked = Record<AuthenticationChallenge>()
        let client = try client(proxy) { challenge in
            asked.append(challenge)
            return .use(me)
        }
        for url in ["http://a.invalid/x/y?z", "http://b.invalid/", "http://a.invalid/"] {
            let text = try await client.post(url, content: .text("content")).text()
            #expect(text.hasPrefix("POST \(url) HTTP/1.1") && text.hasSuffix("content"))
            #expect(text.components(separatedBy: "Proxy-Authorization: ").count == 2)
            #expect(!text.contains("\r\nAuthorization"))
            if challenge.hasPrefix("Digest") { #expect(text.contains("uri=\"\(url)\"")) }
        }
        #expect(proxy.requests.count == 4)
        #expect(asked.all.count == 1)
        let space = try #require(asked.all.first?.protectionSpace)
        #expect(space.isProxy && space.realm == "p" && space.origin.description == "http://127.0.0.1:\(proxy.port)")
        #expect("\(space)".contains("the proxy"))
        #expect(!proxy.requests.joined().contains("pass-word"))
    }

    @Test(
        "For a tunnel it is asked, too; what is known from there serves http targets, and the reverse",
        arguments: ["Basic realm=p", "Digest realm=p, nonce=n, qop=auth"], [true, false])
    func tunnel(challenge: String, tunnelFirst: Bool) async throws {
        let authority = try await TestAuthority()
        let server = try await Nginx(
            authority.issue("server", for: "DNS:name.invalid"),
            server: "location / { return 200 \"[$http_proxy_authorization]\"; }")
        let proxy = try TestProxy.http(challenge: challenge)
        defer { proxy.stop() }
        let asked = Record<AuthenticationChallenge>()
        let client = try client(proxy, authority: authority) { challenge in
            asked.append(challenge)
            return .use(me)
        }
        let secure = "https://name.invalid:\(server.port)/"
        let urls = tunnelFirst ? [secure, "http://a.invalid/", secure] : ["http://a.invalid/", secure]
        for url in urls {
            let text = try await client.get(url).text()
            #expect(text == "[]" || text.hasPrefix("GET http://a.invalid/"))
        }
        #expect(asked.all.count == 1)
        #expect(asked.all.first?.realm == (tunnelFirst ? nil : "p"))
        #expect(asked.all.first.map { "\($0.scheme)" } == String(challenge.prefix { $0 != " " }))
    }

    @Test("A wrong password for a tunnel is asked for again, and fails in the end as before") func wrongTunnelPassword()
        async throws
    {
        let proxy = try TestProxy.http(
            refusal: "407 Proxy Authentication Required", fields: "Proxy-Authenticate: Basic realm=p\r\n")
        defer { proxy.stop() }
        let failures = Record<Int>()
        let client = try client(proxy) { challenge in
            failures.append(challenge.previousFailures)
            return challenge.previousFailures < 2
                ? .use(.password(user: "me", password: "\(challenge.previousFailures)")) : .defaultHandling
        }
        let error = await expectError(.proxy) { try await client.get("https://name.invalid/") }
        #expect(error?.message.contains("user name and password") == true)
        #expect(failures.all == [0, 1, 2])
        let response = try await client.get("http://name.invalid/").collected()
        #expect(response.status == 407 && response.text == "no")
        await expectError(.authentication) {
            try await self.client(proxy) { _ in .refuse }.get("https://name.invalid/")
        }
    }

    @Test("The credentials of the configuration answer Digest as well, and when they are wrong the hook is asked")
    func configured() async throws {
        let digest = try TestProxy.http(challenge: "Digest realm=p, nonce=n, qop=auth")
        let refusing = try TestProxy.http(
            refusal: "407 Proxy Authentication Required", fields: "Proxy-Authenticate: Basic realm=p\r\n")
        defer {
            digest.stop()
            refusing.stop()
        }
        let client = try client(digest, credentials: "me:pass-word@")
        for _ in 0..<2 {
            #expect(try await client.get("http://a.invalid/").text().contains("Proxy-Authorization: Digest username=\"me\""))
        }
        #expect(digest.requests.count == 3)
        let failures = Record<Int>()
        let asking = try self.client(refusing, credentials: "me:pass-word@") { challenge in
            failures.append(challenge.previousFailures)
            return .defaultHandling
        }
        #expect(try await asking.get("http://a.invalid/").status == 407)
        #expect(failures.all == [1])
    }

    @Test("Server and proxy are proved to apart from each other") func both() async throws {
        let seen = Record<(String?, String?)>()
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                let (toProxy, toServer) = (request.values("Proxy-Authorization").first, request.values("Authorization").first)
                seen.append((toProxy, toServer))
                if toProxy == nil {
                    connection.respond("407 No", fields: "Proxy-Authenticate: Basic realm=p\r\n", body: "")
                } else if toServer == nil {
                    connection.respond("401 No", fields: "WWW-Authenticate: Basic realm=s\r\n", body: "")
                } else {
                    connection.respond(body: "in")
                }
            }
        }
        defer { server.stop() }
        var configuration = HTTPClient.Configuration()
        configuration.proxy = .proxy(try Proxy(server.url))
        configuration.options.onChallenge = { challenge in
            .use(.password(user: challenge.realm ?? "", password: challenge.protectionSpace.isProxy ? "1" : "2"))
        }
        let client = HTTPClient(configuration: configuration)
        for _ in 0..<2 { #expect(try await client.get("http://name.invalid/").text() == "in") }
        let (proxy, server1) = ("Basic cDox", "Basic czoy")
        #expect(seen.all.map(\.0) == [nil, proxy, proxy, proxy])
        #expect(seen.all.map(\.1) == [nil, nil, server1, server1])
    }

    @Test("A 407 of a server that is no proxy is a response") func noProxy() async throws {
        let server = try RawServer.answering("HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        #expect(try await HTTPClient.asking { _ in .use(me) }.get(server.url).status == 407)
    }
}
