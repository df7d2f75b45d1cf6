import Foundation
import Retriever
import TestSupport
import Testing

private struct Refusal: Error {}

private let secretName = HTTPField.Name("X-Secret") ?? .cookie
private let hopName = HTTPField.Name("X-Hop") ?? .cookie

@Suite("Redirects on the wire")
struct RedirectWireTests {
    private static let server = Result { try HTTPBin() }

    @Test("The response has the history of its redirects: status, URL and fields of each") func history() async throws {
        let server = try RuledServer { request, number in
            switch request.target {
            case "/a?q": .respond("301 Moved", fields: "Location: b#part\r\nX-Hop: 1\r\n")
            case "/b": .respond("303 Other", fields: "Location: /c\r\nX-Hop: 2\r\n")
            default: .respond(body: "there")
            }
        }
        defer { server.stop() }
        let response = try await HTTPClient().get(server.url.replacing("://", with: "://me:secret@") + "/a?q")
        #expect(response.status == 200 && response.url.href == server.url + "/c#part")
        #expect(response.history.map(\.status) == [301, 303])
        #expect(response.history.map(\.url.href) == [server.url + "/a?q", server.url + "/b#part"])
        #expect(response.history.map { $0.headerFields[hopName] } == ["1", "2"])
        let collected = try await response.collected()
        #expect(collected.text == "there" && collected.history == response.history)
        #expect(try await HTTPClient().get(server.url + "/c").history.isEmpty)
    }

    @Test("A loop ends with an error that names the whole way, the limit is the caller's") func loop() async throws {
        let server = try RuledServer { request, _ in .redirect(request.target == "/a" ? "/b?secret" : "/a") }
        defer { server.stop() }
        var options = RequestOptions()
        options.redirects = .follow(maximum: 2)
        let error = await expectError(.redirect) { try await HTTPClient().get(server.url + "/a", options: options) }
        #expect((error?.cause as? RedirectError)?.chain == ["/a", "/b", "/a"].map { server.url + $0 })
        #expect(error?.description == "too many redirects: \(server.url)/a → \(server.url)/b → \(server.url)/a")
        await expectError(.redirect) { try await HTTPClient().get(server.url + "/a") }
        #expect(server.seen.all.count == 3 + 21)
    }

    @Test("300, 304, 305 and 306 are not followed, also with Location", arguments: [300, 304, 305, 306])
    func notFollowed(status: Int) async throws {
        let server = try RuledServer { request, _ in .redirect("/elsewhere", status) }
        defer { server.stop() }
        let response = try await HTTPClient().get(server.url + "/a")
        #expect(response.status.code == status && response.history.isEmpty)
        #expect(server.targets == ["/a"])
    }

    @Test(
        "A relative Location is seen from the URL that answered, not from the root",
        arguments: [
            ("next", "/dir/sub/next"), ("../up", "/dir/up"), ("./", "/dir/sub/"), ("?y", "/dir/sub/page?y"), ("/root", "/root"),
            ("#part", "/dir/sub/page?x"), ("../../../..", "/"), ("a b", "/dir/sub/a%20b"), ("a%2Fb", "/dir/sub/a%2Fb"),
        ])
    func relative(location: String, target: String) async throws {
        let server = try RuledServer { _, number in number == 1 ? .redirect(location) : .respond(body: "there") }
        defer { server.stop() }
        #expect(try await HTTPClient().get(server.url + "/dir/sub/page?x#old").text() == "there")
        #expect(server.targets == ["/dir/sub/page?x", target])
    }

    @Test(
        "Bytes in Location that are not ASCII reach the server as they came",
        arguments: [
            (Array("/caf".utf8) + [0xE9], "/caf%E9"), (Array("/café".utf8), "/caf%C3%A9"),
            ([0x2F, 0xC3, 0xA9, 0xE9, 0x3F, 0xFF], "/%C3%A9%E9?%FF"), (Array("/日?日".utf8), "/%E6%97%A5?%E6%97%A5"),
        ])
    func bytes(location: [UInt8], target: String) async throws {
        let seen = Record<String>()
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                seen.append(request.target)
                guard seen.all.count == 1 else { return connection.respond(body: "there") }
                connection.write(
                    Array("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: ".utf8) + location + [0x0D, 0x0A, 0x0D, 0x0A])
            }
        }
        defer { server.stop() }
        #expect(try await HTTPClient().get(server.url).text() == "there")
        #expect(seen.all == ["/", target])
    }

    @Test("HEAD stays HEAD, whatever the status", arguments: [301, 302, 303, 307, 308]) func head(status: Int) async throws {
        let server = try RuledServer { _, number in number == 1 ? .redirect("/b", status) : .respond() }
        defer { server.stop() }
        #expect(try await HTTPClient().head(server.url).status == 200)
        #expect(server.seen.all.map(\.method) == ["HEAD", "HEAD"])
    }

    @Test("httpbin: a POST becomes a GET after 303, and stays one after 308") func methods() async throws {
        let url = try Self.server.get().url
        struct Answer: Decodable { let form: [String: String]?, url: String }
        for (status, path) in [(303, "/get"), (308, "/post")] {
            let response = try await HTTPClient().post(
                url + "/redirect-to?status_code=\(status)&url=\(path)", form: ["a": "ü"])
            let answer = try await response.decoded(as: Answer.self)
            #expect(answer.url == url + path && answer.form?["a"] == (status == 308 ? "ü" : nil))
        }
    }

    // MARK: - Secrets

    private let secrets: HTTPFields = [
        .authorization: "Basic c2VjcmV0", .cookie: "a=secret", .proxyAuthorization: "secret", secretName: "secret",
        .accept: "a/b",
    ]

    /// The fields of `secrets` that arrived.
    private func arrived(_ request: ServedConnection.Request?) -> [String] {
        secrets.map(\.name.rawName).filter { request?.values($0).isEmpty == false }
    }

    @Test("Authorization, cookies and custom secrets stay at their scheme, host and port", arguments: ["port", "host", "none"])
    func secretsStay(change: String) async throws {
        let other = try RuledServer { _, _ in .respond() }
        let server = try RuledServer { request, _ in
            guard request.target == "/" else { return .respond() }
            let host = request.values("Host").first ?? ""
            return switch change {
            case "port": .redirect(other.url + "/there")
            case "host": .redirect("http://\(host.replacing("127.0.0.1", with: "localhost"))/there")
            default: .redirect("/there")
            }
        }
        defer {
            server.stop()
            other.stop()
        }
        var options = RequestOptions()
        options.sensitiveFields = [secretName]
        #expect(try await HTTPClient().get(server.url, headerFields: secrets, options: options).status == 200)
        let last = change == "port" ? other.seen.all.last : server.seen.all.last
        #expect(last?.target == "/there")
        let all = ["Authorization", "Cookie", "Proxy-Authorization", "X-Secret", "Accept"]
        #expect(arrived(server.seen.all.first) == all)
        #expect(arrived(last) == (change == "none" ? all : ["Accept"]))
    }

    @Test("From https to http only where that is allowed, and then without secrets") func insecure() async throws {
        let plain = try RuledServer { _, _ in .respond(body: "plain") }
        defer { plain.stop() }
        let authority = try await TestAuthority()
        let secure = try Nginx(
            try await authority.issue("server", for: "IP:127.0.0.1"), server: "location / { return 302 \(plain.url)/there; }")
        let client = HTTPClient.with { $0.authoritiesFile = authority.file }
        let url = "https://127.0.0.1:\(secure.port)/a"
        let error = await expectError(.redirect) { try await client.get(url) }
        #expect((error?.cause as? RedirectError)?.code == .insecure)
        #expect(error?.description.contains(url) == true)
        var options = RequestOptions()
        options.allowsInsecureRedirects = true
        #expect(try await client.get(url, headerFields: secrets, options: options).text() == "plain")
        #expect(plain.seen.all.count == 1 && arrived(plain.seen.all.first) == ["X-Secret", "Accept"])
    }

    // MARK: - The hook

    @Test("It is told what happened and what would be next, and may let it be") func told() async throws {
        let server = try RuledServer { request, _ in
            switch request.target {
            case "/a": .redirect("/b", 303)
            case "/b": .redirect("/c", 307)
            default: .respond(body: "there")
            }
        }
        defer { server.stop() }
        let told = Record<Redirection>()
        let options = RequestOptions.redirecting {
            told.append($0)
            return .follow($0.proposed)
        }
        let response = try await HTTPClient().post(server.url + "/a", content: .text("x"), options: options)
        #expect(try await response.text() == "there")
        #expect(told.all.map(\.response.status) == [303, 307])
        #expect(told.all.map(\.url.path) == ["/a", "/b"])
        #expect(told.all.map(\.proposed.url.path) == ["/b", "/c"])
        #expect(told.all.map(\.proposed.method) == [.get, .get])
        #expect(told.all.map(\.previous.count) == [0, 1])
        #expect(server.seen.all.map(\.body.count) == [1, 0, 0])
    }

    @Test("It may change the request") func change() async throws {
        let server = try RuledServer { request, _ in request.target == "/a" ? .redirect("/b", 307) : .respond() }
        defer { server.stop() }
        let options = RequestOptions.redirecting { redirection in
            var request = redirection.proposed
            request.url = try WebURL("/c", base: redirection.url)
            request.method = .put
            request.headerFields[hopName] = "1"
            return .follow(request)
        }
        let response = try await HTTPClient().post(server.url + "/a", content: .text("text"), options: options)
        #expect(response.url.path == "/c")
        #expect(server.seen.all.map(\.line) == ["POST /a HTTP/1.1", "PUT /c HTTP/1.1"])
        #expect(server.seen.all.last?.values("X-Hop") == ["1"])
        #expect(server.seen.all.last?.body == Array("text".utf8))
        #expect(server.seen.all.last?.values("Content-Length") == ["4"])
    }

    @Test("It may have the redirect itself, with its content") func deliver() async throws {
        let server = try RuledServer { request, _ in
            request.target == "/a" ? .redirect("/b") : .respond("302 There", fields: "Location: /c\r\n", body: "moved")
        }
        defer { server.stop() }
        let options = RequestOptions.redirecting {
            $0.url.path == "/a" ? .follow($0.proposed) : .deliverRedirectionResponse
        }
        let response = try await HTTPClient().get(server.url + "/a", options: options)
        #expect(response.status == 302 && response.url.path == "/b" && response.history.map(\.url.path) == ["/a"])
        #expect(try await response.text() == "moved")
    }

    @Test("Its error is the request's, and it is not asked about what no redirect may be") func refuse() async throws {
        let server = try RuledServer { request, _ in .redirect(request.target == "/a" ? "/b" : "ftp://h/") }
        defer { server.stop() }
        await #expect(throws: Refusal.self) {
            try await HTTPClient().get(server.url + "/a", options: .redirecting { _ in throw Refusal() })
        }
        let error = await expectError(.redirect) {
            try await HTTPClient().get(server.url + "/x", options: .redirecting { _ in throw Refusal() })
        }
        #expect((error?.cause as? RedirectError)?.code == .malformedLocation)
        let elsewhere = await expectError(.redirect) {
            try await HTTPClient().get(
                server.url + "/a",
                options: .redirecting { _ in .follow(HTTPRequest(url: try WebURL("file:///etc/hosts"))) })
        }
        #expect((elsewhere?.cause as? RedirectError)?.code == .malformedLocation)
    }

    @Test("Where it leads to another origin secrets stay behind, those of the client too, also on the hops after that")
    func hookedSecrets() async throws {
        let other = try RuledServer { request, _ in request.target == "/1" ? .redirect("/2") : .respond() }
        let server = try RuledServer { _, _ in .redirect("/next") }
        defer {
            server.stop()
            other.stop()
        }
        let client = HTTPClient.with { [secrets] configuration in
            configuration.headerFields = secrets
            configuration.options.sensitiveFields = [secretName]
            configuration.options.onRedirect = { redirection in
                var request = redirection.proposed
                if redirection.url.href == server.url + "/" { request.url = try WebURL(other.url + "/1") }
                return .follow(request)
            }
        }
        #expect(try await client.get(server.url).status == 200)
        #expect(other.targets == ["/1", "/2"])
        #expect(other.seen.all.map(arrived) == [["Accept"], ["Accept"]])
    }

    // MARK: - Content

    @Test("Short content of a redirect is read, so that the connection serves the next request") func shortContent() async throws
    {
        let server = try RuledServer { request, _ in
            request.target == "/a"
                ? .respond("302 There", fields: "Location: /b\r\n", body: String(repeating: "x", count: 2000))
                : .respond(body: "there")
        }
        defer { server.stop() }
        // With one connection, the second request can go out only when the first is done with it.
        let client = HTTPClient.with { $0.connectionsPerHost = 1 }
        for _ in 1...3 { #expect(try await client.get(server.url + "/a").text() == "there") }
        #expect(server.server.connectionCount == 1)
    }

    @Test("Endless content of a redirect ends with its connection") func endlessContent() async throws {
        let closed = Barrier(2)
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                guard request.target == "/a" else {
                    connection.respond(body: "there")
                    continue
                }
                connection.write("HTTP/1.1 302 Found\r\nLocation: /b\r\nTransfer-Encoding: chunked\r\n\r\n")
                while connection.write("1000\r\n" + String(repeating: "x", count: 4096) + "\r\n") {}
                return closed.arrive()
            }
        }
        defer { server.stop() }
        #expect(try await HTTPClient().get(server.url + "/a").text() == "there")
        await Task.detached { closed.arrive() }.value
    }
}
