import HTTPSemantics
import Retriever
import Testing

@Suite("Looking up stored responses")
struct CacheLookupTests {
    /// What is done, in a word.
    private func decision(
        _ asked: HTTPFields, _ fields: HTTPFields..., method: HTTPRequest.Method = .get, policy: CachePolicy = .standard,
        isOffline: Bool = false, after seconds: Int = 0, storedWith own: HTTPFields = [:]
    ) throws -> String {
        let responses = try fields.compactMap { try stored($0, to: request(.get, own)) }
        let lookup = CacheLookup(try request(method, asked), policy: policy, isOffline: isOffline, now: noon + seconds)
        return switch lookup.decision(responses) {
        case .answer(_, let use): "\(use)"
        case .validate(_, let reason): "validate: \(reason)"
        case .complete(_, let start): "complete from \(start)"
        case .forward(let reason): "forward: \(reason)"
        case .refuse: "refuse"
        }
    }

    @Test(
        "Directives of the request, RFC 9111 §5.2.1: against a response of ten seconds that is fresh for sixty, after so many more",
        arguments: [
            ("", 0, "fresh"), ("", 49, "fresh"), ("", 50, "validate: stale"), ("max-age=10", 0, "fresh"),
            ("max-age=9", 0, "validate: request"), ("max-age=x", 0, "validate: request"), ("min-fresh=50", 0, "fresh"),
            ("min-fresh=51", 0, "validate: request"), ("no-cache", 0, "validate: request"), ("max-stale", 100, "stale"),
            ("max-stale=5", 55, "stale"), ("max-stale=5", 56, "validate: stale"), ("only-if-cached", 0, "fresh"),
            ("only-if-cached", 60, "refuse"), ("only-if-cached, max-stale", 60, "stale"),
        ])
    func directives(control: String, seconds: Int, expected: String) throws {
        let asked: HTTPFields = control.isEmpty ? [:] : [.cacheControl: control]
        #expect(try decision(asked, [.cacheControl: "max-age=60", .age: "10", .eTag: "\"1\""], after: seconds) == expected)
    }

    @Test("Pragma means no-cache where there is no Cache-Control, RFC 9111 §5.4") func pragma() throws {
        let response: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
        #expect(try decision([.pragma: "no-cache"], response) == "validate: request")
        #expect(try decision([.pragma: "no-cache", .cacheControl: "x"], response) == "fresh")
        #expect(try decision([.pragma: "x"], response) == "fresh")
    }

    @Test(
        "Directives of the response, RFC 9111 §5.2.2 and RFC 5861",
        arguments: [
            ("max-age=60, no-cache", 0, "validate: request"), ("max-age=60, no-cache=\"Set-Cookie\"", 0, "fresh"),
            ("max-age=60, stale-while-revalidate=5", 65, "staleWhileRevalidating"),
            ("max-age=60, stale-while-revalidate=5", 66, "validate: stale"),
            ("max-age=60, stale-while-revalidate=5, must-revalidate", 61, "validate: stale"), ("max-age=0", 0, "validate: stale"),
        ])
    func responseDirectives(control: String, seconds: Int, expected: String) throws {
        #expect(try decision([:], [.cacheControl: control, .eTag: "\"1\""], after: seconds) == expected)
    }

    @Test("Who says how old a response may be does not get a stale one", arguments: ["max-age=0", "max-age=1000", "min-fresh=1"])
    func staleWhileRevalidateAndAge(control: String) throws {
        let response: HTTPFields = [.cacheControl: "max-age=60, stale-while-revalidate=600", .eTag: "\"1\""]
        #expect(try decision([.cacheControl: control], response, after: 61) == "validate: stale")
    }

    @Test(
        "A part of unknown length answers what lies within it",
        arguments: [("bytes=5-9", true), ("bytes=5-19", false), ("bytes=5-", false)])
    func unknownLength(range: String, isAnswered: Bool) throws {
        let part = try #require(
            try stored(
                [.cacheControl: "max-age=60", .contentRange: "bytes 0-9/*", .eTag: "\"1\""], status: 206,
                to: request(.get, [.range: "bytes=0-9"])))
        let lookup = CacheLookup(try request(.get, [.range: range]), policy: .standard, isOffline: false, now: noon)
        switch lookup.decision([part]) {
        case .answer: #expect(isAnswered)
        case .forward(.partial): #expect(!isAnswered)
        case let decision: Issue.record("\(decision)")
        }
    }

    @Test("Stale responses stand in for no request that changes something", arguments: [HTTPRequest.Method.post, .put, .delete])
    func standInForOthers(method: HTTPRequest.Method) throws {
        let response = try #require(try stored([.cacheControl: "max-age=1, stale-if-error=60"]))
        let lookup = CacheLookup(try request(method), policy: .standard, isOffline: false, now: noon + 2)
        #expect(!lookup.mayStandIn(response, isUnreachable: true))
    }

    @Test("What must be validated is not used stale, whatever the request allows") func mustRevalidate() throws {
        let response: HTTPFields = [.cacheControl: "max-age=60, must-revalidate", .eTag: "\"1\""]
        #expect(try decision([.cacheControl: "max-stale"], response, after: 61) == "validate: stale")
        #expect(try decision([:], response, isOffline: true, after: 61) == "refuse")
        #expect(try decision([:], [.cacheControl: "max-age=60"], isOffline: true, after: 61) == "stale")
    }

    @Test(
        "Policies: with something fresh, stale, or nothing",
        arguments: [
            (.standard, "fresh", "validate: stale", "forward: uriMiss"),
            (.reload, "forward: request", "forward: request", "forward: uriMiss"),
            (.revalidate, "validate: request", "validate: stale", "forward: uriMiss"),
            (.storedElseLoad, "fresh", "stale", "forward: uriMiss"), (.storedOnly, "fresh", "stale", "refuse"),
            (.off, "forward: bypass", "forward: bypass", "forward: bypass"),
        ] as [(CachePolicy, String, String, String)])
    func policies(policy: CachePolicy, fresh: String, stale: String, nothing: String) throws {
        let response: HTTPFields = [.cacheControl: "max-age=60", .lastModified: date(-100)]
        #expect(try decision([:], response, policy: policy) == fresh)
        #expect(try decision([:], response, policy: policy, after: 60) == stale)
        #expect(try decision([:], policy: policy) == nothing)
    }

    @Test("What does not change while it is fresh is not validated on request, RFC 8246") func immutable() throws {
        let response: HTTPFields = [.cacheControl: "max-age=60, immutable", .eTag: "\"1\""]
        #expect(try decision([:], response, policy: .revalidate) == "fresh")
        #expect(try decision([:], response, policy: .revalidate, after: 60) == "validate: stale")
        #expect(try decision([:], response, policy: .reload) == "forward: request")
    }

    @Test("Without a validator a stale response is no help") func noValidator() throws {
        #expect(try decision([:], [.cacheControl: "max-age=1"], after: 2) == "forward: stale")
        #expect(try decision([:], [.cacheControl: "max-age=1", .eTag: "unquoted"], after: 2) == "forward: stale")
    }

    @Test("Other methods and preconditions go to the server") func methods() throws {
        let response: HTTPFields = [.cacheControl: "max-age=60"]
        #expect(try decision([:], response, method: .head) == "fresh")
        #expect(try decision([:], response, method: .post) == "forward: method")
        #expect(try decision([.ifMatch: "*"], response) == "forward: request")
        #expect(try decision([.ifUnmodifiedSince: date(0)], response) == "forward: request")
    }

    @Test(
        "Selecting fields, RFC 9111 §4.1: Vary, of the first request, of the second, whether they match",
        arguments: [
            ("Accept", [.accept: "a"], [.accept: "a"], true), ("Accept", [.accept: "a"], [.accept: "b"], false),
            ("Accept", [.accept: "a"], [:], false), ("Accept", [:], [:], true), ("accept", [:], [.accept: "a"], false),
            ("Accept", [.accept: "a,b"], [.accept: "a ,  b"], true), ("Accept", [.accept: "a, b"], [.accept: "b, a"], false),
            ("Accept", [.accept: "a"], [.accept: "A"], false),
            ("Accept, Referer", [.accept: "a"], [.accept: "a", .referer: "b"], false),
            ("Accept-Language", [.acceptLanguage: "de, en;q=0.5"], [.acceptLanguage: "EN; q=0.5,de"], true),
            ("Accept-Language", [.acceptLanguage: "de, en;q=0.5"], [.acceptLanguage: "en, de;q=0.5"], false),
            ("Accept-Language", [.acceptLanguage: "de, en"], [.acceptLanguage: "en, de"], false),
            ("", [.accept: "a"], [:], true), (" , ", [.accept: "a"], [:], true),
        ] as [(String, HTTPFields, HTTPFields, Bool)])
    func vary(vary: String, first: HTTPFields, second: HTTPFields, matches: Bool) throws {
        let result = try decision(second, [.cacheControl: "max-age=60", .vary: vary], storedWith: first)
        #expect(result == (matches ? "fresh" : "forward: varyMiss"))
    }

    @Test("What varies by more than fields answers nothing", arguments: ["*", "*, *", ", *", "*, Accept", "Accept, *"])
    func varyAll(vary: String) throws { #expect(try stored([.cacheControl: "max-age=60", .vary: vary]) == nil) }

    @Test("Lines of one field count as one") func lines() throws {
        var fields: HTTPFields = [.accept: "a"]
        try fields.append(#require(HTTPField(name: .accept, value: "b")))
        let response: HTTPFields = [.cacheControl: "max-age=60", .vary: "Accept"]
        #expect(try decision([.accept: "a, b"], response, storedWith: fields) == "fresh")
    }

    @Test(
        "Stale responses stand in for failures only where that is allowed, RFC 5861 §4",
        arguments: [
            ("max-age=1, stale-if-error=10", "", 11, true), ("max-age=1, stale-if-error=10", "", 12, false),
            ("max-age=1", "stale-if-error=10", 11, true), ("max-age=1", "", 2, false),
            ("max-age=1, stale-if-error=10, must-revalidate", "", 2, false),
            ("max-age=1, stale-if-error=10, no-cache", "", 2, false),
            ("max-age=1, stale-if-error=10", "no-cache", 2, false),
        ])
    func standIn(control: String, asked: String, seconds: Int, expected: Bool) throws {
        let response = try #require(try stored([.cacheControl: control]))
        let lookup = CacheLookup(
            try request(.get, asked.isEmpty ? [:] : [.cacheControl: asked]), policy: .standard, isOffline: false,
            now: noon + seconds)
        #expect(lookup.mayStandIn(response, isUnreachable: false) == expected)
    }
}

@Suite("Answers made of stored responses")
struct StoredAnswerTests {
    private func answer(_ asked: HTTPFields, _ fields: HTTPFields, status: HTTPResponse.Status = 200) throws
        -> StoredResponse.Answer
    {
        let response = try #require(try stored(fields, status: status))
        return response.answer(try request(.get, asked), storedCount: 10, now: noon + 5)
    }

    @Test(
        "Preconditions of the caller, RFC 9111 §4.3.2",
        arguments: [
            ([.ifNoneMatch: "\"1\""], 304), ([.ifNoneMatch: "W/\"1\""], 304), ([.ifNoneMatch: "\"0\", \"1\""], 304),
            ([.ifNoneMatch: "\"a,b\", \"1\""], 304), ([.ifNoneMatch: "*"], 304), ([.ifNoneMatch: "\"2\""], 200),
            ([.ifNoneMatch: "1"], 200), ([.ifModifiedSince: date(-100)], 304), ([.ifModifiedSince: date(-99)], 304),
            ([.ifModifiedSince: date(-101)], 200), ([.ifModifiedSince: "x"], 200),
            ([.ifNoneMatch: "\"2\"", .ifModifiedSince: date(0)], 200),
        ] as [(HTTPFields, HTTPResponse.Status)])
    func preconditions(asked: HTTPFields, status: HTTPResponse.Status) throws {
        let answer = try answer(asked, [.eTag: "\"1\"", .lastModified: date(-100), .contentLength: "10"])
        #expect(answer.head.status == status)
        #expect(answer.content == (status == 304 ? nil : 0..<10))
        #expect(answer.head.headerFields[.eTag] == "\"1\"")
        #expect(answer.head.headerFields[.age] == "5")
        #expect(answer.head.headerFields.contains(.contentLength) == (status == 200))
    }

    @Test(
        "Ranges of what is stored, RFC 9110 §14.2",
        arguments: [
            ([.range: "bytes=2-4"], 2..<5), ([.range: "bytes=2-"], 2..<10), ([.range: "bytes=-3"], 7..<10),
            ([.range: "bytes=2-99"], 2..<10),
            ([.range: "bytes=2-4", .ifRange: "\"1\""], 2..<5), ([.range: "bytes=2-4", .ifRange: "\"2\""], nil),
            ([.range: "bytes=2-4", .ifRange: "W/\"1\""], nil),
        ] as [(HTTPFields, Range<Int>?)])
    func ranges(asked: HTTPFields, expected: Range<Int>?) throws {
        let answer = try answer(asked, [.eTag: "\"1\"", .contentLength: "10", .cacheControl: "max-age=9"])
        #expect(answer.head.status == (expected == nil ? 200 : 206))
        #expect(answer.content == expected ?? 0..<10)
        #expect(answer.head.headerFields[.contentLength] == "\((expected ?? 0..<10).count)")
        #expect(
            answer.head.headerFields[.contentRange] == expected.map { "bytes \($0.lowerBound)-\($0.upperBound - 1)/10" })
    }

    @Test(
        "Ranges that only the server can answer",
        arguments: ["bytes=1-2,4-5", "lines=1-2", "bytes=20-", "bytes=x"])
    func unknownRanges(range: String) throws {
        let response = try #require(try stored([.contentLength: "10", .cacheControl: "max-age=9"]))
        #expect(RequestedRange(try request(.get, [.range: range]), of: response) == .unknown)
        let encoded = try #require(try stored([.contentLength: "10", .contentEncoding: "gzip", .cacheControl: "max-age=9"]))
        #expect(RequestedRange(try request(.get, [.range: "bytes=1-2"]), of: encoded) == .unknown)
    }

    @Test("A HEAD is answered without content") func head() throws {
        let response = try #require(try stored([.contentLength: "10"]))
        let answer = response.answer(try request(.head), storedCount: 10, now: noon)
        #expect(answer.content == nil)
        #expect(answer.head.headerFields[.contentLength] == "10")
    }

    @Test("What a cache did is a structured field, RFC 9211") func status() throws {
        var status = CacheStatus(cache: "Retriever")
        status.isHit = true
        status.timeToLive = -3
        status.detail = "offline"
        let list = try StructuredField.List(parsing: status.description)
        #expect(list.members.first?.item?.bareItem == .token("Retriever"))
        #expect(list.members.first?.parameters["hit"] == true)
        #expect(list.members.first?.parameters["ttl"] == -3)
        status.isHit = false
        status.forwardReason = .uriMiss
        status.forwardStatus = 304
        status.isStored = true
        status.isCollapsed = true
        #expect(status.description == "Retriever; fwd=uri-miss; fwd-status=304; ttl=-3; stored; collapsed; detail=offline")
    }
}
