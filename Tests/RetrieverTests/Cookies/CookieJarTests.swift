import Foundation
import Retriever
import TestSupport
import Testing

@Suite("Cookie jars")
struct CookieJarTests {
    @Test("Cookies are values: looked at, set, removed") func values() throws {
        let jar = CookieJar()
        try jar.set("a=1; Path=/; Max-Age=1000", from: "https://example.com/dir/page")
        try jar.set(Cookie(name: "b", value: "2", domain: "example.com", isHostOnly: false, path: "/dir"))
        #expect(jar.cookies.map(\.name) == ["a", "b"])
        #expect(try jar.cookies(for: "https://example.com/dir").map(\.name) == ["b", "a"])
        #expect(try jar.cookies(for: "https://www.example.com/dir").map(\.value) == ["2"])
        #expect(try jar.cookies(for: "https://example.com/").map(\.value) == ["1"])
        let cookie = try #require(jar.cookies.first)
        jar.remove(try Cookie(name: "a", value: "", domain: "www.example.com"))
        #expect(jar.cookies.count == 2)
        jar.remove(cookie)
        #expect(jar.cookies.map(\.name) == ["b"])
        try jar.set(cookie)
        jar.removeSessionCookies()
        #expect(jar.cookies == [cookie])
        jar.removeAll()
        #expect(jar.cookies.isEmpty)
    }

    @Test("A snapshot brings back what was, and nothing else") func snapshot() throws {
        let jar = CookieJar()
        try jar.set("a=1; SameSite=Lax", from: "https://example.com/")
        let snapshot = try JSONEncoder().encode(jar.cookies)
        try jar.set("a=2", from: "https://example.com/")
        try jar.set("b=3", from: "https://example.com/")
        jar.restore(try JSONDecoder().decode([Cookie].self, from: snapshot))
        #expect(jar.cookies.map(\.value) == ["1"] && jar.cookies.first?.sameSite == .lax)
    }

    @Test(
        "Public suffixes are known, and cookies for all below them refused",
        arguments: ["com", "co.uk", "github.io", "xn--p1ai", "unheard-of"])
    func publicSuffix(suffix: String) {
        let jar = CookieJar()
        #expect(throws: CookieRefusal.publicSuffix) { try jar.set("a=1; Domain=\(suffix)", from: "https://me.\(suffix)/") }
        #expect(throws: Never.self) { try jar.set("a=1; Domain=me.\(suffix)", from: "https://www.me.\(suffix)/") }
    }

    @Test("What cannot be set is an error") func errors() {
        let jar = CookieJar()
        #expect(throws: CookieRefusal.foreignDomain) { try jar.set("a=1; Domain=other.example", from: "https://example.com/") }
        #expect(throws: CookieRefusal.noName) { try jar.set("a", from: "https://example.com/") }
        #expect(throws: URLParsingError.self) { try jar.set("a=1", from: "nowhere") }
        #expect(throws: URLParsingError.self) { try jar.cookies(for: "nowhere") }
        #expect(jar.cookies.isEmpty)
    }
}

@Suite("Cookie jars in files")
struct CookieJarFileTests {
    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func lines(_ path: String) throws -> [Substring] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("# ") }
    }

    private func client(_ file: String) throws -> HTTPClient { try .with { $0.cookieJar = try CookieJar(file: file) } }

    @Test("When a request returns its cookies are in the file, which is its owner's alone, for the next process") func requests()
        async throws
    {
        let server = try RuledServer { request, number in .respond(fields: "Set-Cookie: n\(number)=\(number)\r\n") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "cookies")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        for number in 1...3 {
            _ = try await client(file).get(server.url).collected()
            #expect(try lines(file).count == number && mode(file) == 0o600)
        }
        #expect(server.seen.all.last?.values("Cookie") == ["n1=1; n2=2"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cookies"])
    }

    @Test("A process that is killed leaves all cookies that it has seen, and a whole file") func killed() async throws {
        let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
        let server = try RuledServer { _, number in
            continuation.yield(number)
            return .respond(fields: "Set-Cookie: n\(number % 100)=\(number)\r\nSet-Cookie: last=\(number); Path=/\r\n")
        }
        defer { server.stop() }
        let file = try TemporaryFolder().file("cookies")
        for round in 1...5 {
            let program = try BackgroundProgram(
                Program.built("RequestLoop"), [server.url, "1000000", file], folder: BackgroundProgram.temporaryFolder())
            for await count in counts where count >= round * 40 { break }
            kill(program.processIdentifier, SIGKILL)
            // Whose next request has come had been returned, and nothing comes any more.
            let seen = server.seen.all.count
            let jar = try CookieJar(file: file)
            let last = try #require(jar.cookies.first { $0.name == "last" }.flatMap { Int($0.value) })
            #expect(last >= seen - 1, "round \(round)")
            withExtendedLifetime(program) {}
        }
    }

    @Test("Two processes lose nothing of each other's") func processes() async throws {
        let server = try RuledServer { request, number in .respond(fields: "Set-Cookie: n\(number)=1; Path=\(request.target)\r\n")
        }
        defer { server.stop() }
        let file = try TemporaryFolder().file("cookies")
        async let one = Program.run("RequestLoop", [server.url + "/a", "40", file])
        async let other = Program.run("RequestLoop", [server.url + "/b", "40", file])
        let outcomes = try await [one, other]
        #expect(outcomes.map(\.status) == [0, 0])
        #expect(try CookieJar(file: file).cookies.count == 80)
    }

    @Test("A jar writes what it has changed, and leaves the rest as others have it") func merging() async throws {
        let file = try TemporaryFolder().file("cookies")
        let one = try CookieJar(file: file)
        for field in ["a=1", "b=1", "c=1"] { try one.set(field, from: "https://example.com/") }
        try await one.save()
        let other = try CookieJar(file: file)
        try other.set("a=2", from: "https://example.com/")
        try other.set("d=2", from: "https://example.com/")
        other.remove(try Cookie(name: "b", value: "", domain: "example.com"))
        try await other.save()
        try one.set("c=3", from: "https://example.com/")
        try await one.save()
        #expect(try CookieJar(file: file).cookies.map { $0.name + $0.value } == ["a2", "c3", "d2"])
        one.removeAll()
        try await one.save()
        #expect(try CookieJar(file: file).cookies.isEmpty)
    }

    @Test("A file that is none, cannot be read or has no folder is an error, and stays as it is") func notUsable() async throws {
        let folder = try TemporaryFolder()
        let thesis = try folder.write("My thesis\n", to: "thesis.txt")
        let error = #expect(throws: HTTPClientError.self) { try CookieJar(file: thesis) }
        #expect(
            error?.code == .file && error?.description.contains("line 1") ?? false && error?.description.contains(thesis) ?? false
        )
        #expect(try String(contentsOfFile: thesis, encoding: .utf8) == "My thesis\n")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: thesis)
        for path in [folder.file("missing/cookies"), folder.path, folder.file("link")] {
            #expect(throws: HTTPClientError.self) { try CookieJar(file: path) }
        }
    }

    @Test("A file that cannot be written fails no request, is told, and is tried again") func unwritable() async throws {
        let server = try RuledServer { _, number in .respond(fields: "Set-Cookie: n\(number)=1\r\n") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let file = folder.file("later/cookies")
        try FileManager.default.createDirectory(atPath: folder.file("later"), withIntermediateDirectories: false)
        let failures = Record<HTTPClientError>()
        let jar = try CookieJar(file: file) { failures.append($0) }
        try FileManager.default.removeItem(atPath: folder.file("later"))
        let client = HTTPClient.with { $0.cookieJar = jar }
        #expect(try await client.get(server.url).status == 200)
        #expect(failures.all.map(\.code) == [.file])
        await expectError(.file) { try await jar.save() }
        try FileManager.default.createDirectory(atPath: folder.file("later"), withIntermediateDirectories: false)
        #expect(try await client.get(server.url).status == 200)
        #expect(try lines(file).count == 2)
    }

    @Test("curl reads what a jar has written, and a jar what curl has") func curl() async throws {
        let server = try RuledServer { request, _ in
            request.target == "/set"
                ? .respond(
                    fields:
                        "Set-Cookie: curl=1\r\nSet-Cookie: both=c; HttpOnly; Path=/\r\nSet-Cookie: kept=1; Max-Age=1000; Path=/\r\n"
                )
                : .respond(fields: "Set-Cookie: ours=1\r\nSet-Cookie: both=o; HttpOnly; Path=/\r\nSet-Cookie: quoted=\"a b\"\r\n")
        }
        defer { server.stop() }
        let file = try TemporaryFolder().file("cookies")
        _ = try await client(file).get(server.url + "/ours").collected()
        let run = try await Program.run(
            "/usr/bin/curl", ["-sS", "-b", file, "-c", file, server.url + "/set", server.url + "/look"])
        #expect(run.status == 0 && run.errors.isEmpty)
        func sent(_ number: Int) -> Set<String> {
            Set(server.seen.all[number].values("Cookie").flatMap { $0.components(separatedBy: "; ") })
        }
        #expect(sent(1) == ["ours=1", "both=o", "quoted=\"a b\""])
        #expect(sent(2) == ["ours=1", "both=c", "quoted=\"a b\"", "curl=1", "kept=1"])
        _ = try await client(file).get(server.url + "/end").collected()
        #expect(sent(3) == ["ours=1", "both=o", "quoted=\"a b\"", "curl=1", "kept=1"])
        let cookies = try CookieJar(file: file).cookies
        #expect(cookies.first { $0.name == "both" }?.isHTTPOnly ?? false)
        #expect(cookies.first { $0.name == "kept" }?.expires != nil && cookies.first { $0.name == "curl" }?.expires == nil)
    }
}
