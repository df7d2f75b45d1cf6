import Foundation
import HTTPSemantics
import Testing

@Suite("Cookies as values")
struct CookieTests {
    private let now = HTTPDate(secondsSinceEpoch: 1_000_000)
    private let url: WebURL

    init() throws { url = try URLParser { _ in nil }.parse("https://example.com/dir/page") }

    private func store(_ cookies: Cookie...) throws -> CookieStore {
        var store = CookieStore { !$0.contains(".") }
        for cookie in cookies { try store.set(cookie, now: now) }
        return store
    }

    @Test("A program's own cookie is sent like one that was received") func own() throws {
        var store = try store(
            Cookie(name: "a", value: "1", domain: "Example.COM"),
            Cookie(name: "b", value: "2", domain: "com.", isHostOnly: true),
            Cookie(
                name: "c", value: "\"3\"", domain: "example.com", isHostOnly: false, path: "/dir",
                expires: HTTPDate(secondsSinceEpoch: 1_000_060)))
        #expect(store.field(for: url, now: now)?.value == "c=\"3\"; a=1")
        #expect(store.field(for: url, now: HTTPDate(secondsSinceEpoch: 1_000_060))?.value == "a=1")
        #expect(throws: CookieRefusal.publicSuffix) {
            try store.set(Cookie(name: "a", value: "1", domain: "com", isHostOnly: false), now: now)
        }
        try store.set(Cookie(name: "a", value: "1", domain: "example.com", expires: now), now: now)
        #expect(store.cookies(now: now).map(\.name) == ["b", "c"])
    }

    @Test(
        "What would break a field or a file is none",
        arguments: [
            ("", "b", "h", "/", CookieRefusal.noName), ("a;", "b", "h", "/", .delimiter), ("a", "b;c", "h", "/", .delimiter),
            ("a=", "b", "h", "/", .delimiter), (" a", "b", "h", "/", .delimiter), ("a", "b\t", "h", "/", .delimiter),
            ("a", "b\r\nX: y", "h", "/", .controlCharacter), ("a\u{0}", "b", "h", "/", .controlCharacter),
            ("a", "b\u{7F}", "h", "/", .controlCharacter),
            ("a", String(repeating: "b", count: 4096), "h", "/", .tooLong), ("a", "b", "", "/", .badDomain),
            ("a", "b", "h\t", "/", .badDomain),
            ("a", "b", "bücher.example", "/", .badDomain), ("a", "b", ".h", "/", .badDomain), ("a", "b", "h/x", "/", .badDomain),
            ("a", "b", "[h", "/", .badDomain), ("a", "b", "h:80", "/", .badDomain),
            ("a", "b", "h", "", .badPath), ("a", "b", "h", "x", .badPath), ("a", "b", "h", "/\n", .badPath),
            ("a", "b", "h", "/;", .badPath),
            ("__Host-a", "b", "h", "/", .brokenPrefix), ("__secure-a", "b", "h", "/", .brokenPrefix),
            // A combining accent hides nothing
            ("a", "b;\u{301}c", "h", "/", .delimiter), ("a=\u{301}", "b", "h", "/", .delimiter),
        ])
    func refused(name: String, value: String, domain: String, path: String, refusal: CookieRefusal) {
        #expect(throws: refusal) { try Cookie(name: name, value: value, domain: domain, path: path) }
    }

    @Test("A snapshot can be encoded, and restores everything") func snapshot() throws {
        var store = CookieStore { _ in false }
        for field in ["a=1; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=100; Domain=example.com", "b=2", "c=ä"] {
            try store.receive(SetCookie(field), from: url, now: now)
        }
        try store.receive(SetCookie("a=3; Path=/; Domain=example.com"), from: url, now: HTTPDate(secondsSinceEpoch: 1_000_010))
        let later = HTTPDate(secondsSinceEpoch: 1_000_050)
        let cookies = store.cookies(now: later)
        let decoded = try JSONDecoder().decode([Cookie].self, from: JSONEncoder().encode(cookies))
        #expect(decoded == cookies && cookies.map(\.name) == ["a", "b", "c"])
        var restored = CookieStore { _ in false }
        restored.merge(decoded, now: later)
        #expect(restored.cookies(now: later) == cookies)
        #expect(restored.field(for: url, now: later) == store.field(for: url, now: later))
    }

    @Test("What has ended, or is for a public suffix by now, is not restored") func restored() throws {
        var store = CookieStore { $0 == "example.com" }
        store.merge(
            [
                try Cookie(name: "a", value: "1", domain: "example.com", isHostOnly: false),
                try Cookie(name: "b", value: "2", domain: "example.com"),
                try Cookie(name: "c", value: "3", domain: "example.com", expires: now),
            ], now: now)
        #expect(store.cookies(now: now).map(\.name) == ["b"])
    }

    @Test("What is decoded is checked like anything else", arguments: ["\\r\\nX: y", "\\u010D"]) func decoded(value: String) {
        let text = """
            {"name": "a", "value": "b\(value)", "isLatin1": true, "domain": "h", "isHostOnly": true, "path": "/", "isSecure": false,
            "isHTTPOnly": false, "creationTime": 0, "lastAccessTime": 0}
            """
        #expect(throws: CookieRefusal.controlCharacter) { try JSONDecoder().decode(Cookie.self, from: Data(text.utf8)) }
    }

    @Test("A value is not told by accident") func description() throws {
        let cookie = try Cookie(name: "a", value: "secret", domain: "example.com")
        var dumped = ""
        dump(cookie, to: &dumped)
        #expect(!"\(cookie) \(String(reflecting: cookie)) \(dumped)".contains("secret") && "\(cookie)" == "a for example.com/")
    }
}
