import Foundation
import Retriever
import TestSupport
import Testing

private let me = Credential.password(user: "me", password: "pass-word")

@Suite("Credentials")
struct CredentialTests {
    private static let httpbin = Result { try HTTPBin() }

    // MARK: - Real servers

    @Test("httpbin accepts digests", arguments: ["auth", "auth-int", "none"], ["MD5", "SHA-256"])
    func httpbinDigest(qop: String, algorithm: String) async throws {
        let url = try Self.httpbin.get().url + "/digest-auth/\(qop)/me/pass-word/\(algorithm)"
        let client = HTTPClient()
        for credential in [me, .digest(user: "me", password: "pass-word")] {
            #expect(try await client.get(url, options: .with(credential)).status == 200)
            #expect(try await client.get(url, options: .with(credential)).status == 200)
        }
        let inURL = url.replacing("://", with: "://me:pass-word@")
        let response = try await client.get(inURL)
        #expect(response.status == 200 && !response.url.href.contains("pass-word@"))
        #expect(try await client.get(url, options: .with(.digest(user: "me", password: "wrong"))).status == 401)
        #expect(try await client.get(url).status == 401)
    }

    @Test("httpbin accepts Basic and tokens") func httpbinOthers() async throws {
        let url = try Self.httpbin.get().url
        let client = HTTPClient()
        #expect(try await client.get(url + "/basic-auth/me/pass-word", options: .with(me)).status == 200)
        #expect(try await client.get(url + "/hidden-basic-auth/me/pass-word", options: .with(me)).status == 200)
        #expect(try await client.get(url + "/hidden-basic-auth/me/pass-word").status == 404)
        let answer = try await client.get(url + "/bearer", options: .with(.bearer("t0ken"))).text()
        #expect(answer.contains("\"t0ken\""))
        let asking = HTTPClient.asking { challenge in
            challenge.scheme == .bearer ? .use(.bearer("t0ken")) : .use(me)
        }
        #expect(try await asking.get(url + "/bearer").status == 200)
        #expect(try await asking.get(url + "/basic-auth/me/pass-word").status == 200)
        #expect(try await asking.get(url + "/digest-auth/auth/me/pass-word").status == 200)
    }

    @Test("nginx accepts Basic, with names and passwords in UTF-8") func nginx() async throws {
        let hash = try await Program.run("/usr/bin/openssl", ["passwd", "-apr1", "-salt", "salt", "pässwörd"])
        let users = "jürgen:" + hash.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let server = try Nginx(
            server: "location / { auth_basic \"Größe\"; auth_basic_user_file \"users\"; try_files /page =404; }",
            files: ["page": Data("inside".utf8), "users": Data(users.utf8)])
        let url = "http://127.0.0.1:\(server.port)/x"
        let client = HTTPClient.asking { challenge in
            #expect(challenge.realm == "Größe" && challenge.scheme == .basic)
            return .use(.password(user: "jürgen", password: "pässwörd"))
        }
        #expect(try await client.get(url).text() == "inside")
        #expect(try await HTTPClient().get(url.replacing("://", with: "://j%C3%BCrgen:p%C3%A4ssw%C3%B6rd@")).text() == "inside")
        #expect(try await HTTPClient().get(url, options: .with(me)).status == 401)
    }

    // MARK: - 401 that nobody answers

    @Test(
        "A 401 without a challenge that can be answered is the response",
        arguments: [[], [""], ["Newauth x=y"], ["Digest realm=r"], ["Digest nonce=n, algorithm=SHA-1"], [",,\"=,"], ["Basic"]])
    func unanswerable(challenges: [String]) async throws {
        let server = try GuardedServer { _, _ in .challenge(challenges) }
        defer { server.server.stop() }
        for client in [HTTPClient(), .asking { _ in .defaultHandling }] {
            for options in [RequestOptions(), .with(me), .with(.bearer("t"))] {
                var options = options
                options.onChallenge = client.configuration.options.onChallenge
                let response = try await client.post(server.url, content: .text("x"), options: options).collected()
                #expect(response.status == 401 && response.text == "who?")
            }
        }
        #expect(server.seen.all.count == 6)
    }

    @Test("A field of the request's own is left alone, and so is the 401 that follows") func ownField() async throws {
        let server = try GuardedServer { _, _ in .basic() }
        defer { server.server.stop() }
        let client = HTTPClient.asking { _ in .use(me) }
        var options = client.configuration.options
        options.credentials = me
        let response = try await client.get(server.url, headerFields: [.authorization: "Secret x"], options: options)
        #expect(response.status == 401)
        #expect(server.seen.all.map(\.authorization) == ["Secret x"])
    }

    // MARK: - Digest

    @Test("Fields of Digest are read in any order and case") func sloppyDigest() async throws {
        let server = try GuardedServer { request, authorization in
            guard request.isRightDigest(authorization) else {
                return .challenge([
                    "dIGEST ,NONCE=\"a\\\"b/=\" ,oPaQuE=x,,qop=\"AUTH,auth-int\", Algorithm=md5 ,REALM=\"R, \\\\ r\""
                ])
            }
            let parameters = authorization.flatMap { Challenge.list([$0]).first }?.parameters ?? [:]
            return parameters["nonce"] == "a\"b/=" && parameters["opaque"] == "x" && parameters["realm"] == "R, \\ r"
                ? .pass() : .answer("400 Bad", fields: "")
        }
        defer { server.server.stop() }
        #expect(try await HTTPClient().get(server.url + "/p?q=%C3%A4", options: .with(me)).status == 200)
    }

    @Test("Nonces are counted, replaced when they are old, and followed when the server names the next") func nonces()
        async throws
    {
        let server = try GuardedServer { request, authorization in
            let parameters = authorization.flatMap { Challenge.list([$0]).first }?.parameters ?? [:]
            guard request.isRightDigest(authorization) else { return .challenge(["Digest realm=r, qop=auth, nonce=n0"]) }
            switch (parameters["nonce"], parameters["nc"]) {
            case ("n0", "00000001"): return .pass()
            case ("n0", "00000002"): return .challenge(["Digest realm=r, qop=auth, nonce=n1, stale=true"])
            case ("n1", "00000001"): return .pass("Authentication-Info: nextnonce=\"n2\"\r\n")
            case ("n2", "00000001"), ("n2", "00000002"): return .pass()
            default: return .answer("400 Bad", fields: "")
            }
        }
        defer { server.server.stop() }
        let client = HTTPClient()
        for path in ["/a", "/b", "/c", "/d"] {
            #expect(
                try await client.get(server.url + path, options: .with(.digest(user: "me", password: "pass-word"))).status == 200)
        }
        #expect(server.seen.all.map(\.target) == ["/a", "/a", "/b", "/b", "/c", "/d"])
    }

    @Test("A server that does not know the password is an error", arguments: [true, false]) func impostor(knowsPassword: Bool)
        async throws
    {
        let server = try GuardedServer { request, authorization in
            guard let parameters = authorization.flatMap({ Challenge.list([$0]).first })?.parameters else {
                return .challenge(["Digest realm=r, qop=auth, nonce=n"])
            }
            let proof = request.digest(parameters, ":\(request.target)", knowsPassword ? "pass-word" : "guess")
            return .pass("Authentication-Info: qop=auth, rspauth=\"\(proof)\", cnonce=\"x\", nc=00000001\r\n")
        }
        defer { server.server.stop() }
        let client = HTTPClient()
        if knowsPassword {
            #expect(try await client.get(server.url, options: .with(.digest(user: "me", password: "pass-word"))).status == 200)
        } else {
            let error = await expectError(.authentication) {
                try await client.get(server.url, options: .with(.digest(user: "me", password: "pass-word")))
            }
            #expect(error.map { "\($0)\($0.debugDescription)".contains("pass-word") } == false)
        }
    }

    @Test("A server that calls every nonce old does not keep the client going") func alwaysStale() async throws {
        let server = try GuardedServer { _, authorization in
            .challenge(["Digest realm=r, qop=auth, stale=true, nonce=\"\(authorization?.hashValue ?? 0)\""])
        }
        defer { server.server.stop() }
        #expect(try await HTTPClient().get(server.url, options: .with(me)).status == 401)
        #expect((2...8).contains(server.seen.all.count))
    }

    // MARK: - Content

    @Test("Content is sent again when it can be") func replay() async throws {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let file = try TemporaryFolder().write("content", to: "file")
        let client = HTTPClient.asking { _ in .use(me, persistence: .none) }
        let contents: [RequestContent] = [
            .text("content"), .file(file), .stream { AsyncStream(bytes: Array("content".utf8), chunkSize: 3) },
        ]
        for content in contents {
            let response = try await client.post(server.url, content: content).collected()
            #expect(response.status == 200 && response.text == "content")
        }
        // Once known, it is sent once.
        let knowing = HTTPClient.asking { _ in .use(me) }
        _ = try await knowing.get(server.url).collected()
        let once = RequestContent.stream(AsyncStream(bytes: Array("content".utf8)))
        #expect(try await knowing.post(server.url, content: once).text() == "content")
    }

    @Test("Content that can be read only once makes a 401 the response, and nobody is asked") func unreplayable() async throws {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let asked = Record<Int>()
        let client = HTTPClient.asking { _ in
            asked.append(1)
            return .use(me)
        }
        let once = RequestContent.stream(AsyncStream(bytes: Array("content".utf8)))
        let response = try await client.post(server.url, content: once).collected()
        #expect(response.status == 401 && response.text == "who?")
        #expect(asked.all.isEmpty && server.seen.all.count == 1)
    }

    @Test("The content of a 401 that is answered does not hold the connection up") func content401() async throws {
        for size in [0, 10, 60_000, 10_000_000] {
            let server = try RawServer { connection in
                while let request = connection.readRequest() {
                    if request.values("Authorization").isEmpty {
                        connection.write("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: \(size)\r\n\r\n")
                        connection.write([UInt8](repeating: 1, count: size))
                    } else {
                        connection.respond(body: "in")
                    }
                }
            }
            defer { server.stop() }
            let client = HTTPClient.asking { _ in .use(me) }
            #expect(try await client.get(server.url).text() == "in")
            #expect(server.connectionCount <= 2)
        }
    }

    // MARK: - Where credentials go

    @Test("Neither credentials nor what answered a challenge follow a redirect to another origin") func redirects() async throws {
        let other = try GuardedServer { _, _ in .pass() }
        let server = try GuardedServer { request, authorization in
            guard authorization != nil else { return .challenge(["Basic realm=r", "Digest realm=r, nonce=n"]) }
            return .answer("307 There", fields: "Location: \(other.url)/there\r\n")
        }
        defer {
            server.server.stop()
            other.server.stop()
        }
        let asking = HTTPClient.asking { _ in .use(me) }
        #expect(try await asking.get(server.url).status == 200)
        #expect(try await HTTPClient().get(server.url, options: .with(me)).status == 200)
        #expect(try await HTTPClient().get(server.url, options: .with(.bearer("t0ken"))).status == 200)
        #expect(try await HTTPClient().get(server.url.replacing("://", with: "://me:pass-word@")).status == 200)
        #expect(other.seen.all.map(\.authorization) == [nil, nil, nil, nil])
        #expect(server.seen.all.count == 5)
    }

    @Test("A redirect on the same server takes only what its target is in the scope of") func redirectScope() async throws {
        let server = try GuardedServer { request, authorization in
            switch request.target {
            case "/in/a": authorization == nil ? .basic() : .answer("302 There", fields: "Location: /in/b\r\n")
            case "/in/b": .answer("302 There", fields: "Location: /out\r\n")
            default: .pass()
            }
        }
        defer { server.server.stop() }
        let client = HTTPClient.asking { _ in .use(me) }
        #expect(try await client.get(server.url + "/in/a").status == 200)
        let basic = BasicCredentials(user: "me", password: "pass-word")?.authorization
        #expect(server.seen.all.map(\.authorization) == [nil, basic, basic, nil])
    }

    @Test("Credentials in the URL of a redirect are used, and shown nowhere") func redirectWithCredentials() async throws {
        let server = try GuardedServer { request, authorization in
            guard request.target != "/" else {
                let host = request.values("Host").first ?? ""
                return .answer("302 There", fields: "Location: http://me:pass-word@\(host)/in\r\n")
            }
            return authorization == nil ? .answer("400 Bad", fields: "") : .pass()
        }
        defer { server.server.stop() }
        let response = try await HTTPClient().get(server.url)
        #expect(response.status == 200)
        #expect(response.url.href == server.url + "/in")
    }

    @Test("Secrets are in no error, no metrics and no description") func secrecy() async throws {
        let port = try Loopback.unusedPort()
        let server = try GuardedServer { _, _ in .answer("302 There", fields: "Location: ftp://me:pass-word@h/\r\n") }
        defer { server.server.stop() }
        let texts = Record<String>()
        var options = RequestOptions.with(me)
        options.onMetrics = { metrics in for hop in metrics.hops { texts.append("\(hop.url) \(hop.url.href)") } }
        for url in [
            server.url.replacing("://", with: "://me:pass-word@"), "http://me:pass-word@127.0.0.1:\(port)/",
            "http://a%3Ab:pass-word@h/",
        ] {
            do {
                _ = try await HTTPClient().get(url, options: options)
                Issue.record("no error")
            } catch let error as HTTPClientError {
                texts.append("\(error) \(error.debugDescription)")
            }
        }
        var dumped = ""
        dump(options, to: &dumped)
        texts.append("\(options) \(dumped) \(Credential.bearer("pass-word")) \([me, .ntlm(user: "me", password: "pass-word")])")
        texts.append("\(Credential.aws(accessKey: "a", secretKey: "pass-word", region: "r", service: "s"))")
        #expect(texts.all.count >= 6)
        #expect(!texts.all.joined().contains("pass-word"))
    }

    @Test("A host that wants https only gets the credentials there") func upgrade() async throws {
        let authority = try await TestAuthority()
        let issued = try await authority.issue("server", for: "DNS:localhost")
        let server = try Nginx(issued, server: "location / { return 200 $http_authorization; }")
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = authority.file
        let expires = Int(Date().timeIntervalSince1970) + 1000
        configuration.strictTransport = try StrictTransportStore(
            file: TemporaryFolder().write("localhost - \(expires)\n", to: "hosts"))
        let text = try await HTTPClient(configuration: configuration).get("http://me:pass-word@localhost:\(server.port)/").text()
        #expect(text == BasicCredentials(user: "me", password: "pass-word")?.authorization)
    }
}
