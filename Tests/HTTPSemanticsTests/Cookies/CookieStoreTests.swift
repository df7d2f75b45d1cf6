import HTTPSemantics
import Testing

/// A store that knows few public suffixes, at a time of the test's own.
private struct Jar {
    var store = CookieStore { ["com", "co.uk", "github.io"].contains($0) || !$0.contains(".") }
    var now = 1_000_000

    mutating func receive(_ field: String, from url: String = "http://www.example.com/dir/page") throws {
        try store.receive(SetCookie(field), from: Self.url(url), now: HTTPDate(secondsSinceEpoch: now))
    }

    /// What a request carries, after some seconds.
    mutating func sent(to url: String = "http://www.example.com/dir/page", after seconds: Int = 0) throws -> String? {
        try store.field(for: Self.url(url), now: HTTPDate(secondsSinceEpoch: now + seconds))?.value
    }

    static func url(_ text: String) throws -> WebURL {
        try URLParser { $0.replacing("bücher", with: "xn--bcher-kva") }.parse(text)
    }
}

@Suite("Which cookies are kept and sent, RFC 6265bis §5.7 and §5.8")
struct CookieStoreTests {
    @Test(
        "A cookie goes to the hosts it is for",
        arguments: [
            // Without Domain, to the host alone that it is from
            ("a=b", "http://www.example.com/", true), ("a=b", "http://example.com/", false),
            ("a=b", "http://x.www.example.com/", false),
            ("a=b", "https://WWW.example.com:8443/", true), ("a=b", "http://www.example.com./", false),
            // With it, to those below it too
            ("a=b; Domain=example.com", "http://www.example.com/", true),
            ("a=b; Domain=.example.com", "http://example.com/", true),
            ("a=b; Domain=example.com", "http://a.b.example.com/", true),
            ("a=b; Domain=example.com", "http://notexample.com/", false),
            ("a=b; Domain=EXAMPLE.com", "http://other.example.com/", true),
            ("a=b; Domain=www.example.com", "http://example.com/", false),
            ("a=b; Domain=example.com", "http://com/", false),
            ("a=b; Domain=example.com", "http://example.com.evil.example/", false),
        ])
    func hosts(field: String, url: String, isSent: Bool) throws {
        var jar = Jar()
        try jar.receive(field + "; Path=/")
        #expect(try jar.sent(to: url) == (isSent ? "a=b" : nil))
    }

    @Test(
        "A cookie goes to its path and below",
        arguments: [
            ("/", "/", true), ("/", "/a", true), ("/a", "/a", true), ("/a", "/a/", true), ("/a", "/a/b?c", true),
            ("/a", "/ab", false),
            ("/a", "/", false), ("/a/", "/a", false), ("/a/", "/a/b", true), ("/a", "/A", false), ("/a%20b", "/a b", true),
            ("/a b", "/a b", false), ("/ä", "/%C3%A4", false), ("/a?b", "/a?b", false), ("/a//b", "/a//b", true),
        ])
    func paths(cookiePath: String, path: String, isSent: Bool) throws {
        var jar = Jar()
        try jar.receive("a=b; Path=\(cookiePath)")
        #expect(try jar.sent(to: "http://www.example.com\(path)") == (isSent ? "a=b" : nil))
    }

    @Test(
        "Without a path it is for the folder of the page",
        arguments: [
            ("", "/"), ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/", "/a/b"), ("/a/b?c/d", "/a"), ("//", "/"),
        ])
    func defaultPath(path: String, cookiePath: String) throws {
        var jar = Jar()
        try jar.receive("a=b; Path=relative", from: "http://www.example.com\(path)")
        #expect(jar.store.cookies(now: HTTPDate(secondsSinceEpoch: 0)).map(\.path) == [cookiePath])
    }

    @Test(
        "What a server may not set is refused, with the reason",
        arguments: [
            ("a=b; Domain=other.example", "http://www.example.com/", CookieRefusal.foreignDomain),
            ("a=b; Domain=sub.www.example.com", "http://www.example.com/", .foreignDomain),
            ("a=b; Domain=ample.com", "http://example.com/", .foreignDomain),
            ("a=b; Domain=example.com.", "http://example.com/", .foreignDomain),
            ("a=b; Domain=..example.com", "http://www.example.com/", .badDomain),
            ("a=b; Domain=bücher.example", "http://bücher.example/", .badDomain),
            ("a=b; Domain=ex ample.com", "http://www.example.com/", .badDomain),
            ("a=b; Domain=com", "http://www.example.com/", .publicSuffix),
            ("a=b; Domain=com.", "http://www.example.com./", .publicSuffix),
            ("a=b; Domain=.co.uk", "http://www.co.uk/", .publicSuffix),
            ("a=b; Domain=github.io", "http://me.github.io/", .publicSuffix),
            ("a=b; Domain=0.0.1", "http://127.0.0.1/", .foreignDomain), ("a=b; Domain=[::2]", "http://[::1]/", .foreignDomain),
            ("a=b; Secure", "http://www.example.com/", .insecure),
            ("a=b; SameSite=None", "https://www.example.com/", .insecureSameSite),
            ("__Secure-a=b", "https://www.example.com/", .brokenPrefix),
            ("__SECURE-a=b; Path=/", "https://www.example.com/", .brokenPrefix),
            ("__Host-a=b; Path=/", "https://www.example.com/", .brokenPrefix),
            ("__Host-a=b; Secure", "https://www.example.com/x/y", .brokenPrefix),
            ("__hOST-a=b; Secure; Path=/; Domain=www.example.com", "https://www.example.com/", .brokenPrefix),
            ("__Host-a=b; Secure; Path=/", "http://www.example.com/", .insecure), ("a=b; Path=/\t", "data:x", .noHost),
            ("a=b; Path=/a\tb", "http://www.example.com/", .badPath),
        ])
    func refused(field: String, url: String, refusal: CookieRefusal) throws {
        var jar = Jar()
        #expect(throws: refusal) { try jar.receive(field, from: url) }
        #expect(jar.store.isEmpty)
    }

    @Test(
        "What looks like that, and is allowed, is for the host alone",
        arguments: [
            ("a=b; Domain=com", "http://com/"), ("a=b; Domain=github.io", "http://github.io/"),
            ("a=b; Domain=127.0.0.1", "http://127.0.0.1/"),
            ("a=b; Domain=localhost", "http://localhost/"), ("a=b; Domain=[::1]", "http://[::1]/"),
            ("a=b", "http://bücher.example/"),
        ])
    func hostOnly(field: String, url: String) throws {
        var jar = Jar()
        try jar.receive(field, from: url)
        #expect(jar.store.cookies(now: HTTPDate(secondsSinceEpoch: 0)).map(\.isHostOnly) == [true])
        #expect(try jar.sent(to: url) == "a=b")
    }

    @Test("An international domain in ASCII is for its hosts") func international() throws {
        var jar = Jar()
        try jar.receive("a=b; Domain=XN--bcher-kva.example; Path=/", from: "http://bücher.example/")
        #expect(try jar.sent(to: "http://www.xn--bcher-kva.example/") == "a=b")
    }

    @Test(
        "Secure cookies go over TLS, and to this machine",
        arguments: [
            ("https://www.example.com/", true), ("http://localhost:8080/", true), ("http://a.localhost/", true),
            ("http://127.0.0.2/", true),
            ("http://[::1]/", true), ("http://www.example.com/", false), ("http://localhost.example/", false),
            ("http://128.0.0.1/", false),
            ("http://[::2]/", false),
        ])
    func secure(url: String, isSecure: Bool) throws {
        var jar = Jar()
        try jar.receive("a=b; Secure; Path=/", from: url.replacing("http://", with: "https://"))
        #expect(try jar.sent(to: url) == (isSecure ? "a=b" : nil))
        let isTaken = (try? jar.receive("c=d; Secure", from: url)) != nil
        #expect(isTaken == isSecure)
    }

    @Test(
        "Over an open connection nothing takes the place of a secure cookie, or hides it",
        arguments: [
            ("a=evil", "http://www.example.com/login/en", nil),
            ("a=evil; Domain=example.com; Path=/login", "http://www.example.com/", nil),
            ("a=evil; Path=/login", "http://sub.www.example.com/", nil),
            ("a=; Max-Age=0; Path=/login", "http://www.example.com/", nil),
            // Another path, name, domain
            ("a=other; Path=/", "http://www.example.com/", "a=secret; a=other"),
            ("b=other; Path=/login", "http://www.example.com/", "a=secret; b=other"),
            ("a=other; Path=/login", "http://other.example.com/", "a=secret"),
        ])
    func hiding(field: String, url: String, sent: String?) throws {
        var jar = Jar()
        try jar.receive("a=secret; Secure; Path=/login", from: "https://www.example.com/")
        if sent == nil {
            #expect(throws: CookieRefusal.hidesSecureCookie) { try jar.receive(field, from: url) }
        } else {
            try jar.receive(field, from: url)
        }
        #expect(try jar.sent(to: "https://www.example.com/login") == sent ?? "a=secret")
    }

    @Test("Longer paths come first, then what was created first, also when it has a new value since") func order() throws {
        var jar = Jar()
        for field in [
            "a=1; Path=/", "b=1; Path=/dir", "c=1; Path=/; Domain=example.com", "d=1; Path=/dir", "a=2; Path=/",
            "e=1; Path=/dir/page",
        ] {
            try jar.receive(field)
            jar.now += 10
        }
        #expect(try jar.sent() == "e=1; b=1; d=1; a=2; c=1")
        let cookie = try #require(jar.store.cookies(now: HTTPDate(secondsSinceEpoch: jar.now)).first)
        #expect(cookie.value == "2" && cookie.creationTime?.secondsSinceEpoch == 1_000_000)
        #expect(cookie.lastAccessTime?.secondsSinceEpoch == jar.now)
    }

    @Test("Name, domain and path make a cookie, also whether it is for the host alone") func identity() throws {
        var jar = Jar()
        for field in ["a=1; Path=/", "A=2; Path=/", "a=3; Path=/; Domain=www.example.com", "a=4; Path=/dir", "a=5; Path=/"] {
            try jar.receive(field)
        }
        #expect(try jar.sent() == "a=4; a=5; A=2; a=3")
    }

    @Test(
        "A cookie ends when it says, or after 400 days",
        arguments: [
            ("Max-Age=60", 59, true), ("Max-Age=60", 60, false), ("Max-Age=0", 0, false), ("Max-Age=-1", 0, false),
            ("Expires=Mon, 12 Jan 1970 13:46:41 GMT", 0, true), ("Expires=Mon, 12 Jan 1970 13:46:41 GMT", 1, false),
            ("Expires=Mon, 12 Jan 1970 13:46:39 GMT", 0, false), ("Max-Age=60; Expires=Mon, 12 Jan 1970 13:46:41 GMT", 59, true),
            ("Max-Age=0; Expires=Mon, 12 Jan 2070 13:46:41 GMT", 0, false),
            ("Expires=Mon, 12 Jan 2070 13:46:41 GMT", 400 * 86_400 - 1, true),
            ("Expires=Mon, 12 Jan 2070 13:46:41 GMT", 400 * 86_400, false), ("Max-Age=99999999999999999999", 400 * 86_400, false),
            ("", 1_000_000_000, true),
        ])
    func end(attributes: String, seconds: Int, isSent: Bool) throws {
        var jar = Jar()
        try jar.receive("a=old")
        try jar.receive("a=b; " + attributes)
        #expect(try jar.sent(after: seconds) == (isSent ? "a=b" : nil))
        #expect(jar.store.cookies(now: HTTPDate(secondsSinceEpoch: jar.now + seconds)).count == (isSent ? 1 : 0))
    }

    @Test("SameSite and HttpOnly are kept, and change nothing for a client") func flags() throws {
        var jar = Jar()
        try jar.receive("a=b; SameSite=Strict; HttpOnly; Partitioned")
        let cookie = try #require(jar.store.cookies(now: HTTPDate(secondsSinceEpoch: 0)).first)
        #expect(cookie.sameSite == .strict && cookie.isHTTPOnly)
        #expect(try jar.sent() == "a=b")
    }
}

@Suite("How many cookies are kept, RFC 6265bis §5.7")
struct CookieLimitTests {
    @Test("In a domain those go first that are not secure, and were used longest ago") func domain() throws {
        var jar = Jar()
        let url = "https://example.com/"
        try jar.receive("secure=1; Secure", from: url)
        for number in 0..<CookieStore.domainLimit { try jar.receive("n\(number)=1; Path=/\(number)", from: url) }
        #expect(try jar.sent(to: url + "0") == "secure=1")  // n0 is gone
        #expect(try jar.sent(to: url + "1") == "n1=1; secure=1")  // used now
        try jar.receive("more=1; Path=/more", from: url)
        #expect(try jar.sent(to: url + "1") == "n1=1; secure=1" && jar.sent(to: url + "2") == "secure=1")
        #expect(jar.store.cookies(now: HTTPDate(secondsSinceEpoch: jar.now)).count == CookieStore.domainLimit)
    }

    @Test("In all, domains with many give first") func total() throws {
        var jar = Jar()
        try jar.receive("mine=1", from: "http://a.example/")
        for number in 0..<CookieStore.totalLimit {
            try jar.receive("n\(number)=1", from: "http://h\(number / 60).example/")
        }
        #expect(try jar.sent(to: "http://a.example/") == "mine=1")
        #expect(try jar.sent(to: "http://h0.example/")?.hasPrefix("n1=1; n2=1") ?? false)
        #expect(jar.store.cookies(now: HTTPDate(secondsSinceEpoch: jar.now)).count == CookieStore.totalLimit)
    }

    @Test("What has ended gives before anything else") func ended() throws {
        var jar = Jar()
        try jar.receive("old=1; Path=/old")
        try jar.receive("short=1; Max-Age=1")
        for number in 2..<CookieStore.domainLimit { try jar.receive("n\(number)=1; Path=/\(number)") }
        jar.now += 5
        try jar.receive("more=1; Path=/more")
        #expect(try jar.sent(to: "http://www.example.com/old") == "old=1")
    }
}
