import Foundation
import Retriever
import TestSupport
import Testing

/// An interceptor in a few lines.
private struct Step: Interceptor {
    let body: nonisolated(nonsending) @Sendable (InterceptedRequest, Next) async throws -> HTTPClientResponse

    func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse { try await body(call, next) }
}

@Suite("Cookies on the wire")
struct CookieWireTests {
    /// A client for which all hosts are this server.
    private func client(_ server: RuledServer, _ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
        .with {
            $0.proxy = .none
            $0.network.detours = [.init(toHost: "127.0.0.1", toPort: server.server.port)]
            change(&$0)
        }
    }

    /// A server that sets what the query asks it to: `/path?name=value;…`.
    private func settingServer(status: String = "200 OK", fields: String = "") throws -> RuledServer {
        try RuledServer { request, _ in
            let query = request.target.split(separator: "?").dropFirst().first.map { "Set-Cookie: \($0)\r\n" } ?? ""
            return .respond(status, fields: query + fields)
        }
    }

    private func cookies(_ server: RuledServer) -> [[String]] { server.seen.all.map { $0.values("Cookie") } }

    @Test("What a response sets goes with the next request, in one field") func next() async throws {
        let server = try RuledServer { _, _ in .respond(fields: "Set-Cookie: a=1\r\nset-cookie: b=\"2\"; HttpOnly\r\n") }
        defer { server.stop() }
        let client = client(server)
        for _ in 0..<2 { _ = try await client.get("http://example.com/").collected() }
        _ = try await client.get("http://other.example/").collected()
        _ = try await self.client(server).get("http://example.com/").collected()
        #expect(cookies(server) == [[], ["a=1; b=\"2\""], [], []])
    }

    @Test("A redirect's cookies go with the hop that follows, to those it is for") func redirect() async throws {
        let server = try RuledServer { request, _ in
            switch (request.values("Host").first ?? "", request.target) {
            case ("www.example.com", "/a"):
                .respond("302 There", fields: "Location: /b\r\nSet-Cookie: host=1\r\nSet-Cookie: all=2; Domain=example.com\r\n")
            case ("www.example.com", "/b"): .redirect("http://example.com/c", 307)
            case ("example.com", _):
                .respond("303 Other", fields: "Location: http://other.example/d\r\nSet-Cookie: all=3; Domain=example.com\r\n")
            case ("other.example", _): .redirect("http://www.example.com/e")
            default: .respond(body: "there")
            }
        }
        defer { server.stop() }
        let response = try await client(server).post("http://www.example.com/a", content: .text("x"))
        #expect(response.history.count == 4)
        #expect(cookies(server) == [[], ["host=1; all=2"], ["all=2"], [], ["host=1; all=3"]])
    }

    @Test("Secure cookies do not go from https to http, nor come back") func secure() async throws {
        let authority = try await TestAuthority()
        let secure = try await Nginx(
            authority.issue("server", for: "DNS:example.com"),
            server: """
                add_header Set-Cookie 'open=1'; add_header Set-Cookie 'sealed=2; Secure'; add_header X-Cookie $http_cookie;
                location / { return 302 http://example.com/; } location /end { return 200 "$http_cookie"; }
                """)
        let open = try RuledServer { _, _ in .respond(fields: "Set-Cookie: sealed=evil\r\nSet-Cookie: new=3; Secure\r\n") }
        defer { open.stop() }
        let client = client(open) {
            $0.network.detours.insert(.init(port: 443, toHost: "127.0.0.1", toPort: secure.port), at: 0)
            $0.authoritiesFile = authority.file
            $0.options.allowsInsecureRedirects = true
        }
        _ = try await client.get("https://example.com/").collected()
        #expect(cookies(open) == [["open=1"]])
        #expect(try await client.get("https://example.com/end").text() == "open=1; sealed=2")
    }

    @Test("Retries and answers to challenges carry what the attempt before has set", arguments: ["503 Busy", "401 Who"])
    func again(status: String) async throws {
        let server = try RuledServer { _, number in
            number == 1
                ? .respond(status, fields: "Set-Cookie: a=1\r\nWWW-Authenticate: Basic realm=\"x\"\r\n")
                : .respond(fields: "Set-Cookie: b=2\r\n")
        }
        defer { server.stop() }
        let options = RequestOptions.retrying { $0.onChallenge = { _ in .use(.password(user: "me", password: "x")) } }
        #expect(try await client(server).get("http://example.com/", options: options).status == 200)
        #expect(cookies(server) == [[], ["a=1"]])
    }

    @Test(
        "Cookies are kept from a response that is handed out, whatever its status",
        arguments: ["404 No", "500 Broken", "302 Nowhere", "401 Who"])
    func statuses(status: String) async throws {
        let server = try settingServer(status: status)
        defer { server.stop() }
        let client = client(server)
        for target in ["?a=1", ""] { _ = try await client.get("http://example.com/\(target)").collected() }
        #expect(cookies(server) == [[], ["a=1"]])
    }

    @Test("An interim response sets nothing") func interim() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                connection.write("HTTP/1.1 103 Early Hints\r\nSet-Cookie: early=1\r\n\r\n")
                connection.respond(body: request.values("Cookie").joined())
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        for _ in 0..<2 { #expect(try await client.get(server.url).text() == "") }
    }

    @Test("Without cookies nothing is sent, and nothing is kept", arguments: [true, false]) func off(forRequest: Bool)
        async throws
    {
        let server = try settingServer()
        defer { server.stop() }
        let jar = CookieJar()
        try jar.set("mine=1", from: "http://example.com/")
        let client = client(server) { $0.cookieJar = forRequest ? jar : nil }
        var options = RequestOptions()
        options.usesCookies = !forRequest
        _ = try await client.get("http://example.com/?a=1", options: options).collected()
        #expect(jar.cookies.map(\.name) == ["mine"])
        _ = try await client.get("http://example.com/").collected()
        #expect(cookies(server) == [[], forRequest ? ["mine=1"] : []])
    }

    @Test("A field of the request's own is sent instead, on redirects too as far as its origin goes; what comes is kept")
    func ownField() async throws {
        let server = try RuledServer { request, _ in
            switch request.target {
            case "/a": .respond("302 There", fields: "Location: /b\r\nSet-Cookie: a=1; Domain=example.com\r\n")
            case "/b": .redirect("http://www.example.com/c")
            default: .respond()
            }
        }
        defer { server.stop() }
        let client = client(server)
        _ = try await client.get("http://example.com/a", headerFields: [.cookie: "own=x"]).collected()
        #expect(cookies(server) == [["own=x"], ["own=x"], ["a=1"]])
    }

    @Test("Clients may share a jar, and use it at the same time") func shared() async throws {
        let server = try settingServer()
        defer { server.stop() }
        let jar = CookieJar()
        let clients = (0..<2).map { _ in client(server) { $0.cookieJar = jar } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { _ = try await clients[number % 2].get("http://example.com/?n\(number)=1").collected() }
            }
            try await group.waitForAll()
        }
        #expect(Set(jar.cookies.map(\.name)) == Set((0..<100).map { "n\($0)" }))
        _ = try await clients[0].get("http://example.com/").collected()
        #expect(cookies(server).last?.first?.components(separatedBy: "; ").count == 100)
    }

    @Test("Interceptors of attempts see the cookies, may change them, and take none of them elsewhere", arguments: [0, 1, 2])
    func interceptors(step: Int) async throws {
        let server = try settingServer()
        defer { server.stop() }
        let record = Record<String?>()
        let jar = CookieJar()
        try jar.set("a=1", from: "http://example.com/")
        try jar.set("b=2", from: "http://other.example/")
        let client = client(server) {
            $0.cookieJar = jar
            $0.attemptInterceptors = [
                Step { call, next in
                    var call = call
                    record.append(call.request.headerFields[.cookie])
                    if step == 1 { call.request.headerFields[.cookie] = "c=3" }
                    if step == 2 { call.request.url = try WebURL("http://other.example/?d=4") }
                    return try await next(call)
                }
            ]
        }
        _ = try await client.get("http://example.com/").collected()
        #expect(record.all == ["a=1"])
        #expect(cookies(server) == [[["a=1"], ["c=3"], ["b=2"]][step]])
        #expect(try jar.cookies(for: "http://other.example/").map(\.name) == (step == 2 ? ["b", "d"] : ["b"]))
    }

    @Test("A request through a proxy carries them, and a download too") func otherWays() async throws {
        let server = try RuledServer { request, _ in .respond(fields: "Set-Cookie: a=1; Path=/\r\n", body: "content") }
        defer { server.stop() }
        let client = try HTTPClient.with { $0.proxy = .proxy(try Proxy(server.url)) }
        _ = try await client.get("http://example.com/").collected()
        for try await _ in client.download("http://example.com/file", to: .file(try TemporaryFolder().file("x"))) {}
        #expect(cookies(server).first == [] && cookies(server).dropFirst().allSatisfy { $0 == ["a=1"] })
        #expect(server.targets.last == "http://example.com/file")
    }

    @Test("Beside a cache each request has one field, and what is stored sets nothing once more") func cache() async throws {
        let server = try RuledServer { _, _ in
            .respond(fields: "Set-Cookie: a=1\r\nCache-Control: max-age=100\r\n", body: "content")
        }
        defer { server.stop() }
        let jar = CookieJar()
        try jar.set("mine=1", from: "http://example.com/")
        let client = client(server) {
            $0.cookieJar = jar
            $0.cache = HTTPCache()
        }
        for _ in 0..<2 {
            #expect(try await client.get("http://example.com/").text() == "content")
            jar.removeAll { $0.name == "a" }
        }
        #expect(cookies(server) == [["mine=1"]] && jar.cookies.map(\.name) == ["mine"])
    }

    @Test("Octets that are no UTF-8 come back as they came") func octets() async throws {
        let value: [UInt8] = [0x61, 0x3D, 0xE9, 0xFF]
        let record = Record<[UInt8]>()
        let server = try RawServer { connection in
            var bytes: [UInt8] = []
            while let part = connection.read(65536) {
                bytes += part
                guard bytes.suffix(4) == [13, 10, 13, 10] else { continue }
                let line = bytes.split(separator: 10).first { $0.starts(with: "Cookie: ".utf8) }
                record.append(line.map { Array($0.dropFirst(8).dropLast()) } ?? [])
                bytes = []
                connection.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nSet-Cookie: ".utf8) + value + [13, 10, 13, 10])
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        for _ in 0..<2 { _ = try await client.get(server.url).collected() }
        #expect(record.all == [[], value])
        #expect(client.configuration.cookieJar?.cookies.map(\.value) == ["éÿ"])
    }
}
