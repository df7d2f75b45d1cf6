import Foundation
import Retriever
import TestSupport
import Testing

/// The examples of `Documentation/cookies.md`.
// swift format would break lines that fit the guide.
// swift-format-ignore
private enum CookieGuide {
    static func session(_ server: String) async throws -> [HTTPClientResponse] {
        let client = HTTPClient()
        _ = try await client.post(server + "/login", form: ["user": "me", "password": "secret"])
        let page = try await client.get(server + "/private").successful()

        var options = RequestOptions()
        options.usesCookies = false
        let plain = try await client.get(server + "/private", options: options)

        var configuration = HTTPClient.Configuration()
        configuration.cookieJar = nil
        let forgetful = HTTPClient(configuration: configuration)
        _ = try await forgetful.get(server + "/login").collected()
        return [page, plain, try await forgetful.get(server + "/private")]
    }

    static func jar() throws -> CookieJar {
        var configuration = HTTPClient.Configuration()
        let jar = CookieJar()
        configuration.cookieJar = jar
        try jar.set("theme=dark; Path=/; Max-Age=3600", from: "https://example.com/")
        try jar.set(Cookie(name: "id", value: "7", domain: "example.com", isHostOnly: false, isSecure: true))
        for cookie in try jar.cookies(for: "https://www.example.com/shop") { print(cookie.name, cookie.value, cookie.path) }
        jar.removeAll { $0.domain == "example.com" && $0.name != "id" }
        jar.removeSessionCookies()
        try jar.set("restored=1", from: "https://example.com/")

        let snapshot = try JSONEncoder().encode(jar.cookies)
        jar.removeAll()
        jar.restore(try JSONDecoder().decode([Cookie].self, from: snapshot))

        let octets = NetscapeCookieFile(cookies: jar.cookies).octets
        jar.restore(NetscapeCookieFile(octets: octets).cookies)
        return jar
    }

    static func file(_ path: String, _ server: String) async throws {
        var configuration = HTTPClient.Configuration()
        let kept = try CookieJar(file: path) { failure in print("cookies are not kept: \(failure)") }
        configuration.cookieJar = kept
        _ = try await HTTPClient(configuration: configuration).get(server + "/login").collected()
    }
}

@Suite("The guide to cookies")
struct CookieGuideTests {
    @Test("Its examples are those that are compiled here") func examples() throws {
        #expect(try missingExamples(of: "cookies.md", in: #filePath, count: 6) == [])
    }

    @Test("They do what it says") func running() async throws {
        let server = try RuledServer { request, _ in
            guard request.target == "/private" else { return .respond(fields: "Set-Cookie: session=1; HttpOnly\r\n") }
            return .respond(request.values("Cookie") == ["session=1"] ? "200 OK" : "403 No")
        }
        defer { server.stop() }
        #expect(try await CookieGuide.session(server.url).map(\.status) == [200, 403, 403])
        #expect(try CookieGuide.jar().cookies.map(\.name) == ["restored"])
        let file = try TemporaryFolder().file("cookies.txt")
        try await CookieGuide.file(file, server.url)
        let line = "#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t1\n"
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix(line))
    }
}
