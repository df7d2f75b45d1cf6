import Foundation
import Retriever
import TestSupport
import Testing

@Suite("Proxies")
struct ProxyTests {
    private func client(_ proxy: ProxyPolicy, authority: TestAuthority? = nil) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.proxy = proxy
        configuration.authoritiesFile = authority?.file
        return HTTPClient(configuration: configuration)
    }

    // MARK: - HTTP

    @Test("An http target goes through an HTTP proxy in absolute form") func absoluteForm() async throws {
        let proxy = try TestProxy.http()
        defer { proxy.stop() }
        let client = client(.proxy(try Proxy("http://127.0.0.1:\(proxy.port)")))
        let text = try await client.post("http://name.invalid/path?q=1", content: .text("x")).text()
        #expect(text.hasPrefix("POST http://name.invalid/path?q=1 HTTP/1.1\r\n"))
        #expect(text.contains("Host: name.invalid\r\n") && !text.contains("Proxy-"))
        #expect(text.hasSuffix("\r\n\r\nx"))
    }

    @Test("An https target goes through a tunnel, which sees nothing of the request") func tunnel() async throws {
        let authority = try await TestAuthority()
        let issued = try await authority.issue("server", for: "DNS:name.invalid")
        let server = try Nginx(issued, http2: true, server: "location / { return 200 $server_protocol; }")
        let proxy = try TestProxy.http()
        defer { proxy.stop() }
        var address = try Proxy("127.0.0.1:\(proxy.port)")
        address.credentials = BasicCredentials(user: "me", password: "secret")
        let client = client(.proxy(address), authority: authority)
        let response = try await client.get("https://name.invalid:\(server.port)/", headerFields: [.cookie: "s=1"])
        #expect(response.status == 200)
        #expect(try await response.text() == "HTTP/2.0")
        let head = try #require(proxy.requests.first)
        #expect(head.hasPrefix("CONNECT name.invalid:\(server.port) HTTP/1.1\r\n"))
        #expect(head.contains("Proxy-Authorization: Basic bWU6c2VjcmV0"))
        #expect(!head.contains("Cookie") && !head.contains("Accept-Encoding"))
    }

    @Test("A challenge is answered when there are credentials", arguments: [Proxy.Authentication.digest, .any])
    func challenge(authentication: Proxy.Authentication) async throws {
        let authority = try await TestAuthority()
        let server = try await Nginx(
            authority.issue("server", for: "DNS:name.invalid"), server: "location / { return 200 tunnelled; }")
        let proxy = try TestProxy.http(challenge: "Digest realm=\"r\", nonce=\"n\", qop=\"auth\"")
        defer { proxy.stop() }
        var address = try Proxy("http://me:secret@127.0.0.1:\(proxy.port)")
        address.authentication = authentication
        let client = client(.proxy(address), authority: authority)
        // The first answer of the proxy is not the response; content is sent again.
        let text = try await client.post("http://name.invalid/", content: .text("content")).text()
        #expect(text.hasPrefix("POST http://name.invalid/") && text.hasSuffix("content"))
        #expect(text.contains("Proxy-Authorization: Digest username=\"me\""))
        #expect(try await client.get("https://name.invalid:\(server.port)/").text() == "tunnelled")
        #expect(!proxy.requests.joined().contains("secret"))
    }

    @Test("Wrong credentials are the response for an http target, an error for a tunnel") func wrongCredentials() async throws {
        let proxy = try TestProxy.http(refusal: "407 Proxy Authentication Required")
        defer { proxy.stop() }
        for authentication in [Proxy.Authentication.basic, .digest] {
            var address = try Proxy("http://me:pass-word@127.0.0.1:\(proxy.port)")
            address.authentication = authentication
            let client = client(.proxy(address))
            let response = try await client.get("http://name.invalid/")
            #expect(response.status == 407)
            #expect(try await response.text() == "no")
            let error = await expectError(.proxy) { try await client.get("https://name.invalid/") }
            #expect(error?.message.contains("127.0.0.1:\(proxy.port)") == true)
            #expect(error?.message.contains("name.invalid") == true)
            #expect(error.map { "\($0)\($0.debugDescription)".contains("pass-word") } == false)
        }
    }

    @Test("A proxy that refuses or is not there is named") func failures() async throws {
        let refusing = try TestProxy.http(refusal: "403 Forbidden")
        defer { refusing.stop() }
        let refused = await expectError(.proxy) {
            try await client(.proxy(Proxy("http://127.0.0.1:\(refusing.port)"))).get("https://name.invalid/")
        }
        #expect(refused?.message.contains("403") == true)
        let port = try Loopback.unusedPort()
        for text in ["http://127.0.0.1:\(port)", "socks5://127.0.0.1:\(port)"] {
            let missing = await expectError(.proxy) { try await client(.proxy(Proxy(text))).get("http://name.invalid/") }
            #expect(missing?.message.contains("127.0.0.1:\(port)") == true)
        }
        let unknown = await expectError(.proxy) {
            try await client(.proxy(Proxy("http://no-such-name.invalid:1"))).get("http://name.invalid/")
        }
        #expect(unknown?.message.contains("no-such-name.invalid:1") == true)
    }

    @Test("A proxy is spoken to over TLS, and verified") func httpsProxy() async throws {
        let authority = try await TestAuthority()
        let issued = try await authority.issue("proxy", for: "DNS:localhost")
        // nginx answers requests in absolute form itself.
        let proxy = try Nginx(issued, server: "location / { return 200 $request; }")
        let address = try Proxy("https://localhost:\(proxy.port)")
        let text = try await client(.proxy(address), authority: authority).get("http://name.invalid/x").text()
        #expect(text == "GET http://name.invalid/x HTTP/1.1")
        let error = await expectError(.tls) { try await client(.proxy(address)).get("http://name.invalid/x") }
        #expect(error?.message.contains("proxy") == true, "\(error?.message ?? "")")
    }

    // MARK: - SOCKS

    @Test("SOCKS5 resolves names itself, and takes a password", arguments: [nil, "secret"])
    func socks(password: String?) async throws {
        let server = try RawServer.echo()
        let proxy = try TestProxy.socks(password: password)
        defer {
            server.stop()
            proxy.stop()
        }
        let credentials = password.map { "me:\($0)@" } ?? ""
        let client = client(.proxy(try Proxy("socks5h://\(credentials)127.0.0.1:\(proxy.port)")))
        let text = try await client.get("http://name.invalid:\(server.port)/x").text()
        #expect(text.hasPrefix("GET /x HTTP/1.1\r\nHost: name.invalid:\(server.port)\r\n"))
        #expect(proxy.requests == (password.map { ["me:\($0)"] } ?? []) + ["name.invalid:\(server.port)"])
    }

    @Test("A SOCKS proxy that refuses the password says so, without the password") func socksRefusal() async throws {
        let proxy = try TestProxy.socks(password: "right")
        defer { proxy.stop() }
        let client = client(.proxy(try Proxy("socks5://me:wrong-one@127.0.0.1:\(proxy.port)")))
        let error = await expectError(.proxy) { try await client.get("http://name.invalid/") }
        #expect(error?.message.contains("127.0.0.1:\(proxy.port)") == true)
        #expect(error.map { $0.debugDescription.contains("wrong-one") } == false)
    }

    // MARK: - Policies

    /// Where a request to a URL goes: "direct", or what arrived at the proxy "P".
    private func way(_ variables: [String: String], to url: String) async throws -> String {
        let proxy = try TestProxy.http(refusal: "403 Forbidden")
        defer { proxy.stop() }
        var configuration = HTTPClient.Configuration()
        configuration.proxy = .environment(variables.mapValues { $0.replacing("P", with: "127.0.0.1:\(proxy.port)") })
        let client = HTTPClient(configuration: configuration)
        do {
            _ = try await client.get(url).collected()
        } catch let error as HTTPClientError where [.cannotResolve, .cannotConnect].contains(error.code) {
            return "direct"
        } catch let error as HTTPClientError where error.code == .configuration {
            return error.debugDescription.contains("word") ? "secret" : "configuration"
        } catch {}
        return proxy.requests.first.map { String($0.prefix { $0 != "\r\n" && $0 != " " }) } ?? "nowhere"
    }

    @Test(
        "The environment chooses",
        arguments: [
            ([:], "http://a.invalid/", "direct"),
            (["http_proxy": "http://P"], "http://a.invalid/", "GET"), (["http_proxy": "P"], "http://a.invalid/", "GET"),
            (["http_proxy": "P"], "https://a.invalid/", "direct"), (["HTTP_PROXY": "P"], "http://a.invalid/", "direct"),
            (["https_proxy": "P"], "https://a.invalid/", "CONNECT"), (["HTTPS_PROXY": "P"], "https://a.invalid/", "CONNECT"),
            (["all_proxy": "P"], "http://a.invalid/", "GET"), (["ALL_PROXY": "P"], "https://a.invalid/", "CONNECT"),
            (["all_proxy": "P", "http_proxy": ""], "http://a.invalid/", "GET"),
            (["http_proxy": "P", "no_proxy": "a.invalid"], "http://a.invalid/", "direct"),
            (["http_proxy": "P", "NO_PROXY": ".invalid"], "http://a.invalid/", "direct"),
            (["http_proxy": "P", "no_proxy": "b.invalid", "NO_PROXY": "a.invalid"], "http://a.invalid/", "GET"),
            (["http_proxy": "P", "no_proxy": "a.invalid:81"], "http://a.invalid/", "GET"),
            // This machine needs no proxy.
            (["http_proxy": "P"], "http://127.0.0.1:1/", "direct"), (["http_proxy": "P"], "http://127.9.9.9:1/", "direct"),
            (["http_proxy": "P"], "http://[::1]:1/", "direct"), (["http_proxy": "P"], "http://localhost:1/", "direct"),
            (["http_proxy": "ftp://u:word@P"], "http://a.invalid/", "configuration"),
            (["http_proxy": "http://u:word@P/x?"], "http://a.invalid/", "configuration"),
        ] as [([String: String], String, String)])
    func environment(variables: [String: String], url: String, expected: String) async throws {
        #expect(try await way(variables, to: url) == expected)
    }

    @Test("A policy can be switched off, chosen for each request, and applies to redirects") func choosing() async throws {
        let proxy = try TestProxy.http()
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                connection.respond("302 Found", fields: "Location: http://name.invalid/there\r\n", body: "")
            }
        }
        defer {
            proxy.stop()
            server.stop()
        }
        let address = try Proxy("http://127.0.0.1:\(proxy.port)")
        let client = client(.custom { $0.host == "name.invalid" ? address : nil })
        #expect(try await client.get(server.url).text().hasPrefix("GET http://name.invalid/there"))
        #expect(proxy.requests.count == 1)
        let server2 = try RawServer.echo()
        defer { server2.stop() }
        #expect(try await self.client(.none).get(server2.url).text().hasPrefix("GET / "))
        let except = self.client(.proxy(address, except: NoProxyRules("127.0.0.1")))
        #expect(try await except.get(server2.url).text().hasPrefix("GET / "))
    }

    @Test("libcurl does not look into the environment by itself") func environmentBehindOurBack() async {
        await #expect(processExitsWith: .success) {
            for name in ["no_proxy", "NO_PROXY"] { setenv(name, "*", 1) }
            let proxy = try TestProxy.http()
            var configuration = HTTPClient.Configuration()
            configuration.proxy = .proxy(try Proxy("http://127.0.0.1:\(proxy.port)"))
            let text = try await HTTPClient(configuration: configuration).get("http://name.invalid/").text()
            precondition(text.hasPrefix("GET http://name.invalid/"))
            for name in ["http_proxy", "all_proxy"] { setenv(name, "http://127.0.0.1:1", 1) }
            unsetenv("no_proxy")
            unsetenv("NO_PROXY")
            let server = try RawServer.echo()
            configuration.proxy = .none
            let direct = try await HTTPClient(configuration: configuration).get(server.url).text()
            precondition(direct.hasPrefix("GET / "))
        }
    }

    @Test(
        "A proxy's address is read, with its default port and without showing its password",
        arguments: [
            ("http://proxy.example:3128", "http://proxy.example:3128"), ("proxy.example", "http://proxy.example:80"),
            ("https://proxy.example", "https://proxy.example:443"), ("http://u:p@h", "http://h:80"),
            ("socks5://h", "socks5://h:1080"), ("SOCKS5H://[::1]:80", "socks5://[::1]:80"), ("https://h:80/", "https://h:80"),
        ])
    func addresses(text: String, description: String) throws {
        #expect(try "\(Proxy(text))" == description)
    }

    @Test(
        "What is no proxy's address is refused",
        arguments: ["", "ftp://h", "http://", "http://h/path", "http://h:x", "socks4://h"])
    func badAddresses(text: String) {
        #expect(throws: HTTPClientError.self) { try Proxy(text) }
    }
}
