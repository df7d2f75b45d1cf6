import Foundation
import Retriever
import TestSupport
import Testing

private let secretName = HTTPField.Name("X-Own") ?? .cookie

@Suite("Requests written down")
struct LoggingTests {
    private static let details: [LoggingInterceptor.Detail] = [.lines, .fields, .content, .curl]

    /// What is written about calls, without times.
    private func log(
        _ detail: LoggingInterceptor.Detail, redaction: Redaction = Redaction(), isOfAttempts: Bool = false,
        _ body: (HTTPClient) async throws -> Void
    ) async rethrows -> [String] {
        let record = Record<String>()
        let interceptor = LoggingInterceptor(detail, redaction: redaction) {
            record.append($0.replacing(#/, \d+ ms/#, with: ", _ ms"))
        }
        try await body(
            .with {
                $0.headerFields = [:]
                if isOfAttempts { $0.attemptInterceptors = [interceptor] } else { $0.interceptors = [interceptor] }
            })
        return record.all
    }

    private var showingAll: Redaction {
        var redaction = Redaction()
        redaction.shownContent = ["*/*"]
        return redaction
    }

    @Test("Lines, fields, content or a command") func details() async throws {
        let server = try RuledServer { _, _ in
            .respond("201 Made", fields: "Content-Type: text/plain\r\nX-Own: 1\r\n", body: "done")
        }
        defer { server.stop() }
        func log(_ detail: LoggingInterceptor.Detail) async throws -> [String] {
            try await self.log(detail, redaction: showingAll) { client in
                let response = try await client.post(server.url, content: .text("a b"), headerFields: [.accept: "a/b"])
                #expect(try await response.text() == "done")
            }
        }
        #expect(try await log(.lines) == ["→ POST \(server.url)/", "← 201 Made, _ ms"])
        let answer = "← 201 Made, _ ms\n  Content-Length: 4\n  Content-Type: text/plain\n  X-Own: 1"
        #expect(try await log(.fields) == ["→ POST \(server.url)/\n  Accept: a/b", answer])
        #expect(try await log(.content) == ["→ POST \(server.url)/\n  Accept: a/b\na b", answer, "done"])
        let type = "--header 'Content-Type: text/plain; charset=utf-8'"
        #expect(
            try await log(.curl) == [
                "curl --header 'Accept: a/b' \(type) --data-raw 'a b' --globoff \(server.url)/", "← 201 Made, _ ms",
            ])
    }

    @Test("Content that is not to be shown, is none in memory, or is long, is only mentioned") func hiddenContent() async throws {
        let server = try RuledServer { _, _ in
            .respond(fields: "Content-Type: text/plain\r\n", body: String(repeating: "x", count: 20_000))
        }
        defer { server.stop() }
        let hidden = try await log(.content) { client in
            _ = try await client.post(server.url, content: .text("secret")).collected()
        }
        #expect(hidden.first?.hasSuffix("\n[6 bytes of content]") == true && hidden.last == "[20000 bytes of content]")
        let long = try await log(.content, redaction: showingAll) { client in
            _ = try await client.post(server.url, content: .stream { AsyncStream(bytes: [1]) }).collected()
        }
        #expect(long.first?.hasSuffix("\n[content from a file or stream]") == true && long.last == "[20000 bytes of content]")
        let command = try await log(.curl) { _ = try await $0.post(server.url, content: .stream { AsyncStream(bytes: [1]) }) }
        #expect(command.first?.hasSuffix("# and content from a file or stream") == true)
    }

    @Test("Each request on the wire, with the number of its attempt, or each call") func levels() async throws {
        let server = try RuledServer { request, number in
            request.target == "/a" ? .redirect("/b?key=secret") : number == 2 ? .respond("503 No") : .respond()
        }
        defer { server.stop() }
        let attempts = try await log(.lines, isOfAttempts: true) { _ = try await $0.get(server.url + "/a", options: .retrying()) }
        #expect(
            attempts == [
                "→ GET \(server.url)/a", "← 302 There, _ ms", "→ GET \(server.url)/b?key=[redacted]",
                "← 503 No, _ ms", "→ GET \(server.url)/b?key=[redacted] (attempt 2)", "← 200 OK, _ ms",
            ])
        let calls = try await log(.lines) { _ = try await $0.get(server.url + "/a", options: .retrying()) }
        #expect(calls == ["→ GET \(server.url)/a", "← 200 OK, _ ms"])
    }

    @Test("Failures are said, and stay what they are") func failures() async throws {
        let port = try Loopback.unusedPort()
        let lines = await log(.lines) { client in
            await expectError(.cannotConnect) { try await client.get("http://127.0.0.1:\(port)/?token=secret") }
        }
        #expect(lines.count == 2 && lines.last?.hasPrefix("← ") == true && lines.last?.contains("127.0.0.1") == true)
        #expect(!lines.joined().contains("secret"))
    }

    @Test("Watching content neither holds connections up nor loses trailers") func transparency() async throws {
        let server = try RuledServer { request, _ in
            request.target == "/a"
                ? .respond("302 There", fields: "Location: /b\r\n", body: "moved") : .respond(body: "there")
        }
        let trailing = try RawServer.answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Own\r\n\r\n1\r\na\r\n0\r\nX-Own: 1\r\n\r\n")
        defer {
            server.stop()
            trailing.stop()
        }
        _ = try await log(.content, isOfAttempts: true) { client throws in
            for _ in 1...3 { #expect(try await client.get(server.url + "/a").text() == "there") }
            #expect(try await client.get(trailing.url).collected().trailerFields[secretName] == "1")
        }
        #expect(server.server.connectionCount == 1)
    }

    @Test("Secrets are nowhere, whatever is written", arguments: [0, 1, 2, 3], [true, false])
    func secrets(detail: Int, isOfAttempts: Bool) async throws {
        let server = try RuledServer { request, _ in
            let fields =
                "Set-Cookie: a=s3cret\r\nX-Own: s3cret\r\nAuthentication-Info: s3cret\r\nContent-Type: application/json\r\n"
            guard request.target.hasPrefix("/a") else {
                return .respond(fields: fields, body: #"{"id":1,"accessToken":"s3cret"}"#)
            }
            let host = request.values("Host").first ?? ""
            return .respond("302 There", fields: fields + "Location: http://me:s3cret@\(host)/b?code=s3cret#token=s3cret\r\n")
        }
        defer { server.stop() }
        var options = RequestOptions()
        options.sensitiveFields = [secretName]
        options.credentials = .bearer("s3cret")
        let url = server.url.replacing("://", with: "://me:s3cret@") + "/a?api_key=s3cret&x=1#s3cret"
        let fields: HTTPFields = [
            .cookie: "a=s3cret", secretName: "s3cret", .proxyAuthorization: "s3cret",
            .referer: "http://me:s3cret@h/?token=s3cret",
        ]
        let contents: [RequestContent?] = [
            nil, .form(["user": "me", "password": "s3cret", "a[secret]": "s3cret"]),
            try .json(["user": "me", "password": "s3cret", "deep": "x"]),
            RequestContent(Array("s3cret".utf8) + [0xFF], contentType: "a/b"),
        ]
        let lines = try await log(Self.details[detail], redaction: showingAll, isOfAttempts: isOfAttempts) { client in
            for content in contents {
                let response = try await client.send(
                    content == nil ? .get : .post, to: url, headerFields: fields, content: content, options: options)
                #expect(try await response.text().contains("s3cret"))
            }
        }
        #expect(lines.count >= contents.count * 2)
        #expect(!lines.joined().contains("s3cret"), "\(lines)")
        #expect(lines.joined().contains("[redacted]"))
    }

    // MARK: - Commands

    @Test("A command, run by a shell, makes the same request") func commands() async throws {
        let server = try RuledServer { _, _ in .respond() }
        defer { server.stop() }
        var redaction = Redaction(fields: [], parameters: [])
        redaction.shownContent = ["*/*"]
        let nasty = "it's \"q\" $HOME `id` \\ !x ~ * ü '\u{301}; false; '\u{301}"
        let requests: [(HTTPRequest.Method, String, HTTPFields, RequestContent?)] = [
            (.get, "/", [:], nil), (.get, "/a[1-3]/{b,c}?x=[1]&y='z'&e=%27", [:], nil), (.head, "/h", [:], nil),
            (.delete, "/d", [secretName: nasty, .accept: ""], nil),
            (.post, "/p", [secretName: "", .accept: "*/*"], .text("@file\nline 2\n\(nasty)\n")),
            (.post, "/q", [.contentType: "x/y", .userAgent: "me"], .text("")),
            (.put, "/r", [:], RequestContent(Array("@".utf8), contentType: "a/b")),
            (.patch, "/s", [:], try .json(["ü": nasty])), (.post, "/f", [:], .form(["a": nasty, "b": ""])),
            (try #require(HTTPRequest.Method("X'Y")), "/x", [:], nil), (.get, "/g", [:], .text("content of a GET")),
        ]
        let commands = try await log(.curl, redaction: redaction) { client in
            for (method, target, fields, content) in requests {
                _ = try await client.send(method, to: server.url + target, headerFields: fields, content: content)
            }
        }
        let ours = server.seen.all
        for command in commands where command.hasPrefix("curl") {
            let outcome = try await Program.run("/bin/sh", ["-euc", command])
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
        }
        let theirs = Array(server.seen.all.dropFirst(ours.count))
        #expect(ours.count == requests.count && theirs.count == ours.count)
        for (our, their) in zip(ours, theirs) {
            #expect(their.line == our.line)
            #expect(their.body == our.body)
            for name in ["X-Own", "Content-Type", "Content-Length"] { #expect(their.values(name) == our.values(name)) }
            if !our.values("Accept").isEmpty { #expect(their.values("Accept") == our.values("Accept")) }
            if !our.values("User-Agent").isEmpty { #expect(their.values("User-Agent") == our.values("User-Agent")) }
        }
    }

    @Test("No field of a command holds a line break", arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\0b"])
    func lineBreaks(value: String) { #expect(HTTPField(name: secretName, value: value) == nil) }
}
