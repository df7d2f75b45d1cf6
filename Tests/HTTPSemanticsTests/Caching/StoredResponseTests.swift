import HTTPSemantics
import Testing

@testable import Retriever

/// Noon of a day, in seconds since 1970 and as fields have it.
let noon = 1_750_075_200
func date(_ seconds: Int) -> String { HTTPDate(secondsSinceEpoch: noon + seconds).description }

let privateRules = CachingRules(parser: .standard)

func request(
    _ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:], url: String = "http://example.com/a"
) throws -> HTTPRequest { HTTPRequest(method: method, url: try WebURL(url), headerFields: fields) }

/// What is stored of a response that came at noon.
func stored(
    _ fields: HTTPFields, status: HTTPResponse.Status = 200, to asked: HTTPRequest? = nil, rules: CachingRules = privateRules,
    delay: Int = 0
) throws -> StoredResponse? {
    try rules.stored(
        HTTPResponse(status: status, headerFields: fields), to: asked ?? request(), requestTime: noon - delay, responseTime: noon)
}

@Suite("Stored responses")
struct StoredResponseTests {
    @Test(
        "Freshness lifetime, RFC 9111 §4.2.1 and §4.2.2",
        arguments: [
            ([.cacheControl: "max-age=60"], 60),
            ([.cacheControl: "max-age=60", .expires: date(-9)], 60),
            ([.cacheControl: "max-age=60, s-maxage=9"], 60),
            ([.expires: date(60), .date: date(0)], 60),
            ([.expires: date(60), .date: date(50)], 10),
            ([.expires: date(60)], 60),
            ([.expires: date(-60)], 0),
            ([.expires: "0"], 0),
            ([.expires: date(60), .date: "yesterday"], 60),
            ([.lastModified: date(-1000), .date: date(0)], 100),
            ([.lastModified: date(-100_000_000), .date: date(0)], 86_400),
            ([.lastModified: date(1000), .date: date(0)], 0),
            ([:], 0),
        ] as [(HTTPFields, Int)])
    func lifetime(fields: HTTPFields, expected: Int) throws { #expect(try stored(fields)?.freshnessLifetime == expected) }

    @Test("Several lines of Expires name no date") func severalDates() throws {
        var fields: HTTPFields = [.expires: date(60)]
        try fields.append(#require(HTTPField(name: .expires, value: date(70))))
        #expect(try stored(fields)?.freshnessLifetime == 0)
    }

    @Test("A shared cache goes by s-maxage") func shared() throws {
        var rules = privateRules
        rules.isShared = true
        #expect(try stored([.cacheControl: "max-age=60, s-maxage=9"], rules: rules)?.freshnessLifetime == 9)
    }

    @Test(
        "Age, RFC 9111 §4.2.3: fields, seconds on the way, age after ten seconds",
        arguments: [
            ([:], 0, 10), ([.date: date(0)], 0, 10), ([.date: date(-5)], 0, 15), ([.date: date(5)], 0, 10), ([.age: "7"], 0, 17),
            ([.age: "7"], 2, 19), ([.age: "7", .date: date(-30)], 2, 40), ([.age: "-7"], 0, 10), ([.age: "7.5"], 0, 10),
            ([.age: "7, 0"], 0, 17), ([.age: "99999999999999999999"], 0, 1 << 31),
        ] as [(HTTPFields, Int, Int)])
    func age(fields: HTTPFields, delay: Int, expected: Int) throws {
        #expect(try stored(fields, delay: delay)?.age(at: noon + 10) == expected)
    }

    @Test("When the clock has been set back, nothing is fresh") func clockSetBack() throws {
        let response = try #require(try stored([.cacheControl: "max-age=60"]))
        #expect(response.remainingFreshness(at: noon) == 60)
        #expect(response.remainingFreshness(at: noon - 1) < 0)
    }

    @Test(
        "What may be stored, RFC 9111 §3: status, Cache-Control, for one user, for several",
        arguments: [
            (200, nil, true, true), (200, "no-store", false, false), (200, "private", true, false), (404, nil, true, true),
            (201, nil, false, false), (201, "max-age=1", true, true), (201, "s-maxage=1", false, true), (302, nil, false, false),
            (302, "public", true, true), (304, "max-age=1", false, false), (206, nil, false, false),
            (412, "max-age=9", false, false), (416, "max-age=9", false, false),
            (103, "max-age=1", false, false),
            (200, "no-store, must-understand", true, true), (299, "max-age=1, must-understand", false, false),
            (200, "no-cache", true, true),
        ] as [(HTTPResponse.Status, String?, Bool, Bool)])
    func storable(status: HTTPResponse.Status, control: String?, byOne: Bool, byAll: Bool) throws {
        let fields: HTTPFields = control.map { [.cacheControl: $0] } ?? [:]
        #expect(try (stored(fields, status: status) != nil) == byOne)
        var rules = privateRules
        rules.isShared = true
        #expect(try (stored(fields, status: status, rules: rules) != nil) == byAll)
    }

    @Test(
        "A shared cache keeps what was asked for with credentials only when it is told to, RFC 9111 §3.5",
        arguments: [
            ("max-age=1", false), ("max-age=1, public", true), ("must-revalidate, max-age=1", true), ("s-maxage=1", true),
        ])
    func authorized(control: String, isStored: Bool) throws {
        let asked = try request(.get, [.authorization: "Bearer x"])
        var rules = privateRules
        #expect(try stored([.cacheControl: control + ", max-age=1"], to: asked) != nil)
        rules.isShared = true
        #expect(try (stored([.cacheControl: control], to: asked, rules: rules) != nil) == isStored)
    }

    @Test(
        "Methods, RFC 9111 §3",
        arguments: [
            (.get, [.cacheControl: "max-age=1"], true), (.put, [.cacheControl: "max-age=1"], false),
            (.post, [.cacheControl: "max-age=1"], false), (.head, [.cacheControl: "max-age=1"], false),
            (.post, [.cacheControl: "max-age=1", .contentLocation: "/a"], true),
            (.post, [.cacheControl: "max-age=1", .contentLocation: "/b"], false), (.post, [.contentLocation: "/a"], false),
        ] as [(HTTPRequest.Method, HTTPFields, Bool)])
    func methods(method: HTTPRequest.Method, fields: HTTPFields, isStored: Bool) throws {
        #expect(try (stored(fields, to: request(method)) != nil) == isStored)
    }

    @Test("Fields of the connection, and those that must not be used again, are not stored, RFC 9111 §3.1") func fields() throws {
        let connection = try #require(HTTPField.Name("Keep-Alive"))
        let named = try #require(HTTPField.Name("X-Hop"))
        let secret = try #require(HTTPField.Name("X-Secret"))
        let response = try #require(
            try stored([
                .connection: "close, x-hop", connection: "timeout=5", named: "1", .transferEncoding: "chunked",
                .setCookie: "a=1", secret: "2", .cacheControl: "max-age=1, no-cache=\"X-Secret\"",
            ]))
        #expect(response.response.headerFields.map(\.name) == [.setCookie, .cacheControl])
    }

    @Test(
        "Targeted fields come before Cache-Control and Expires, RFC 9213",
        arguments: [
            ("max-age=9", 9), ("max-age=9;ext, x=1", 9), ("", 60), ("max-age=", 60), ("max-age=9, !", 60), ("max-age=?0", 0),
        ])
    func targeted(value: String, expected: Int) throws {
        let name = try #require(HTTPField.Name("CDN-Cache-Control"))
        var rules = privateRules
        rules.targets = [name]
        #expect(try stored([.cacheControl: "max-age=60", name: value], rules: rules)?.freshnessLifetime == expected)
    }

    @Test(
        "What a request with an effect makes worthless, RFC 9111 §4.4",
        arguments: [
            (.post, 200, [:], ["http://example.com/a"]), (.get, 200, [.location: "/b"], []), (.post, 404, [:], []),
            (
                .put, 201, [.location: "/b", .contentLocation: "c?d"],
                ["http://example.com/a", "http://example.com/b", "http://example.com/c?d"]
            ),
            (.delete, 303, [.location: "http://other.example/b"], ["http://example.com/a"]),
        ] as [(HTTPRequest.Method, HTTPResponse.Status, HTTPFields, [String])])
    func invalidated(method: HTTPRequest.Method, status: HTTPResponse.Status, fields: HTTPFields, expected: [String]) throws {
        let urls = try privateRules.invalidated(by: HTTPResponse(status: status, headerFields: fields), to: request(method))
        #expect(urls.map(\.href) == expected)
    }

    @Test("A 304 brings fields up to date, but none that say how to read the content, RFC 9111 §3.2") func updated() throws {
        let old = try #require(
            try stored([.contentLength: "5", .eTag: "\"1\"", .age: "100", .cacheControl: "max-age=1", .server: "a"]))
        let news = HTTPResponse(
            status: 304, headerFields: [.contentLength: "0", .eTag: "\"1\"", .cacheControl: "max-age=60", .connection: "close"])
        #expect(old.isMeant(by: news, wasAskedAbout: true))
        let new = old.updated(by: news, requestTime: noon + 200, responseTime: noon + 200, rules: privateRules)
        #expect(new.response.headerFields == [.contentLength: "5", .eTag: "\"1\"", .cacheControl: "max-age=60", .server: "a"])
        #expect(new.remainingFreshness(at: noon + 200) == 60)
    }

    @Test("A 206 with all of it is the whole") func wholePart() throws {
        let asked = try request(.get, [.range: "bytes=0-"])
        let whole = try #require(try stored([.contentRange: "bytes 0-9/10", .eTag: "\"1\""], status: 206, to: asked))
        #expect(whole.response == HTTPResponse(status: 200, headerFields: [.eTag: "\"1\"", .contentLength: "10"]))
        #expect(whole.positions == nil)
        #expect(try stored([.contentRange: "bytes 0-4/10", .contentEncoding: "gzip"], status: 206, to: asked) == nil)
    }

    @Test(
        "News that forbids to keep a response, RFC 9111 §3.2",
        arguments: [
            ([.cacheControl: "no-store"], false, false), ([.cacheControl: "private"], true, false), ([.vary: "*"], false, false),
            ([.cacheControl: "max-age=9"], true, true),
        ] as [(HTTPFields, Bool, Bool)])
    func unkept(news: HTTPFields, byOne: Bool, byAll: Bool) throws {
        for (isShared, expected) in [(false, byOne), (true, byAll)] {
            var rules = privateRules
            rules.isShared = isShared
            let old = try #require(try stored([.cacheControl: "max-age=1, public"], rules: rules))
            let head = HTTPResponse(status: 304, headerFields: news)
            #expect(rules.mayKeep(old.updated(by: head, requestTime: noon, responseTime: noon, rules: rules)) == expected)
        }
    }

    @Test(
        "Which response a 304 is about, RFC 9111 §4.3.4",
        arguments: [
            ([.eTag: "\"1\""], [.eTag: "\"1\""], true), ([.eTag: "\"1\""], [.eTag: "\"2\""], false),
            ([.eTag: "\"1\""], [:], true),
            ([.eTag: "W/\"1\""], [.eTag: "\"1\""], true), ([:], [.eTag: "\"1\""], false),
            ([.lastModified: date(0)], [.lastModified: date(1)], false), ([.lastModified: date(0)], [:], true),
        ] as [(HTTPFields, HTTPFields, Bool)])
    func meant(own: HTTPFields, news: HTTPFields, expected: Bool) throws {
        let news304 = HTTPResponse(status: 304, headerFields: news)
        #expect(try stored(own)?.isMeant(by: news304, wasAskedAbout: true) == expected)
        // Who was asked about something else needs to be told.
        #expect(try stored(own)?.isMeant(by: news304, wasAskedAbout: false) == (expected && !news.isEmpty))
    }

    @Test(
        "Parts of one representation become one, RFC 9111 §3.4",
        arguments: [
            ("0-4/10", "5-9/10", "\"1\"", "\"1\"", nil), ("5-9/10", "0-4/10", "\"1\"", "\"1\"", nil),
            ("0-4/10", "3-6/10", "\"1\"", "\"1\"", "bytes 0-6/10"), ("0-3/10", "5-9/10", "\"1\"", "\"1\"", "-"),
            ("0-4/10", "5-9/10", "\"1\"", "\"2\"", "-"), ("0-4/10", "5-9/10", "W/\"1\"", "W/\"1\"", "-"),
            ("0-4/10", "5-10/11", "\"1\"", "\"1\"", "-"), ("0-9/*", "5-19/*", "\"1\"", "\"1\"", "bytes 0-19/*"),
        ])
    func combined(first: String, second: String, tag: String, otherTag: String, expected: String?) throws {
        let asked = try request(.get, [.range: "bytes=0-"])
        let one = try #require(try stored([.contentRange: "bytes " + first, .eTag: tag], status: 206, to: asked))
        let other = try #require(try stored([.contentRange: "bytes " + second, .eTag: otherTag], status: 206, to: asked))
        let whole = one.combined(with: other, rules: privateRules)
        #expect((whole == nil) == (expected == "-"))
        if let whole {
            #expect(whole.response.status == (expected == nil ? 200 : 206))
            #expect(whole.response.headerFields[.contentRange] == expected)
            #expect(whole.response.headerFields[.contentLength] == "\(whole.positions?.count ?? 10)")
        }
    }
}
