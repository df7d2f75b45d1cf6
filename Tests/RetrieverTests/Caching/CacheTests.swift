import Foundation
import RetrieverTesting
import TestSupport
import Testing

@testable import Retriever

@Suite("The cache between requests and the server")
struct CacheTests {
    private let fixture: CacheFixture

    init() throws { fixture = try CacheFixture() }

    @Test("A fresh response answers, with its age, and says so") func fresh() async throws {
        fixture.answer(.cacheable("a", "max-age=60", [.date: fixture.date, .eTag: "\"1\""]))
        let first = try await fixture.get()
        #expect(first.headerFields[.cacheStatus] == "Retriever; fwd=uri-miss; stored")
        #expect(first.cacheStatus?.isStoredResponse == false)
        fixture.wait(10)
        for _ in 0..<2 {
            let second = try await fixture.get()
            #expect(second.text == "a")
            #expect(second.headerFields[.age] == "10")
            #expect(second.headerFields[.date] == first.headerFields[.date])
            #expect(second.headerFields[.cacheStatus] == "Retriever; hit; ttl=50")
            #expect(second.cacheStatus?.isHit == true)
        }
        #expect(fixture.requestCount == 1)
        #expect(fixture.cache.statistics == HTTPCache.Statistics(hits: 2, misses: 1, insertions: 1))
        #expect(try await fixture.get(url: "http://example.com/a#part").text == "a")
    }

    @Test("A stale response is validated, and what the 304 says is kept") func validated() async throws {
        let name = try #require(HTTPField.Name("X-State"))
        fixture.answer(
            .cacheable("a", "max-age=1", [.eTag: "\"1\"", .lastModified: fixture.date, name: "old"]),
            .notModified([.eTag: "\"1\"", .cacheControl: "max-age=60", name: "new"]))
        try await fixture.get()
        fixture.wait(2)
        let second = try await fixture.get()
        #expect(second.status == 200 && second.text == "a" && second.headerFields[name] == "new")
        #expect(second.headerFields[.cacheStatus] == "Retriever; fwd=stale; fwd-status=304; ttl=60")
        #expect(second.cacheStatus?.isStoredResponse == true)
        let question = try #require(fixture.transport.requests.last).headerFields
        #expect(question[.ifNoneMatch] == "\"1\"")
        #expect(question.contains(.ifModifiedSince))
        fixture.wait(59)
        #expect(try await fixture.get().headerFields[name] == "new")
        #expect(fixture.requestCount == 2)
    }

    @Test("A 304 about another state answers nothing: the whole is asked for") func strangeNotModified() async throws {
        fixture.answer(
            .cacheable("a", "max-age=1", [.eTag: "\"1\""]), .notModified([.eTag: "\"2\""]),
            .cacheable("b", "max-age=60", [.eTag: "\"2\""]))
        try await fixture.get()
        fixture.wait(2)
        #expect(try await fixture.get().text == "b")
        #expect(fixture.transport.requests.last?.headerFields.contains(.ifNoneMatch) == false)
        #expect(try await fixture.get().text == "b")
        #expect(fixture.requestCount == 3)
    }

    @Test("A changed response takes the place of the old one") func replaced() async throws {
        fixture.answer(.cacheable("a", "max-age=1", [.eTag: "\"1\""]), .cacheable("b", "max-age=60", [.eTag: "\"2\""]))
        try await fixture.get()
        fixture.wait(2)
        #expect(try await fixture.get().text == "b")
        #expect(try await fixture.get().text == "b")
        #expect(fixture.requestCount == 2)
    }

    @Test("The caller's own precondition is answered by the cache, or passed on") func preconditions() async throws {
        fixture.answer(
            .cacheable("a", "max-age=60", [.eTag: "\"1\""]), .notModified([.eTag: "\"1\"", .cacheControl: "max-age=60"]))
        try await fixture.get()
        let fresh = try await fixture.get([.ifNoneMatch: "\"1\""])
        #expect(fresh.status == 304 && fresh.content.isEmpty && fresh.headerFields[.eTag] == "\"1\"")
        #expect(fixture.requestCount == 1)
        fixture.wait(60)
        #expect(try await fixture.get([.ifNoneMatch: "\"1\""]).status == 304)
        // The answer was news of what is stored as well.
        #expect(try await fixture.get().text == "a")
        #expect(fixture.requestCount == 2)
    }

    @Test("What the server says about another state than the stored one is no news of it") func otherPrecondition() async throws {
        fixture.answer(
            .cacheable("a", "max-age=1", [.eTag: "\"1\""]), .notModified([.cacheControl: "max-age=60"]), .cacheable("b"))
        try await fixture.get()
        fixture.wait(2)
        #expect(try await fixture.get([.ifNoneMatch: "\"2\""]).status == 304)
        #expect(try await fixture.get().text == "b")
    }

    @Test("A HEAD is not answered from a part") func headOfPart() async throws {
        let part: HTTPFields = [.eTag: "\"1\"", .contentRange: "bytes 0-4/10"]
        fixture.answer(.cacheable("01234", "max-age=60", status: 206, part), .cacheable("", "max-age=60", [.contentLength: "10"]))
        try await fixture.get([.range: "bytes=0-4"])
        #expect(try await fixture.get(method: .head).status == 200)
        #expect(fixture.requestCount == 2)
        #expect(fixture.transport.requests.last?.headerFields.contains(.range) == false)
    }

    @Test("The policies of a request") func policies() async throws {
        fixture.answer(.cacheable("a", "max-age=60", [.eTag: "\"1\""]))
        try await fixture.get()
        fixture.answer(.notModified([.eTag: "\"1\""]))
        #expect(try await fixture.get(policy: .revalidate).text == "a")
        #expect(fixture.transport.requests.last?.headerFields[.cacheControl] == "max-age=0")
        fixture.answer(.cacheable("b"))
        #expect(try await fixture.get(policy: .reload).text == "b")
        #expect(fixture.transport.requests.last?.headerFields[.cacheControl] == "no-cache")
        #expect(try await fixture.get().text == "b")
        fixture.answer(.cacheable("c"))
        #expect(try await fixture.get(policy: .off).text == "c")
        #expect(fixture.transport.requests.last?.headerFields.contains(.cacheControl) == false)
        fixture.wait(1000)
        #expect(try await fixture.get(policy: .storedOnly).text == "b")
        #expect(try await fixture.get(policy: .storedElseLoad).text == "b")
        fixture.answer(.cacheable("d"))
        #expect(try await fixture.get(url: "http://example.com/new", policy: .storedElseLoad).text == "d")
        let error = await #expect(throws: HTTPClientError.self) {
            try await fixture.get(url: "http://example.com/other?secret", policy: .storedOnly)
        }
        #expect(error?.code == .notStored)
        #expect(error?.description.contains("secret") == false)
        #expect(fixture.requestCount == 5)
    }

    @Test("only-if-cached is answered 504 when nothing is stored") func onlyIfCached() async throws {
        let response = try await fixture.get([.cacheControl: "only-if-cached"])
        #expect(response.status == 504)
        #expect(response.headerFields[.cacheStatus] == "Retriever; detail=only-if-cached")
        #expect(fixture.requestCount == 0)
    }

    @Test("Offline, what is stored answers, and says so; what is not is an error") func offline() async throws {
        fixture.answer(.cacheable("a", "max-age=1"))
        try await fixture.get()
        fixture.wait(1000)
        fixture.cache.isOffline = true
        let response = try await fixture.get()
        #expect(response.text == "a")
        #expect(response.headerFields[.cacheStatus] == "Retriever; hit; ttl=-999; detail=offline")
        await #expect(throws: HTTPClientError.self) { try await fixture.get(url: "http://example.com/other") }
        await #expect(throws: HTTPClientError.self) { try await fixture.get(method: .post) }
        #expect(fixture.requestCount == 1)
        fixture.cache.isOffline = false
        fixture.answer(.cacheable("b"))
        #expect(try await fixture.get().text == "b")
    }

    @Test(
        "Without a way to the server, what is stored answers if that is wanted",
        arguments: [
            (true, .cannotResolve, true), (true, .cannotConnect, true), (false, .cannotConnect, false), (true, .tls, false),
        ]
            as [(Bool, HTTPClientError.Code, Bool)])
    func unreachable(isWanted: Bool, code: HTTPClientError.Code, isAnswered: Bool) async throws {
        let fixture = try CacheFixture { $0.answersWhenUnreachable = isWanted }
        fixture.answer(.cacheable("a", "max-age=1"), .fails(code))
        try await fixture.get()
        fixture.wait(2)
        if isAnswered {
            let response = try await fixture.get()
            #expect(response.text == "a")
            #expect(response.headerFields[.cacheStatus] == "Retriever; fwd=stale; ttl=-1; detail=unreachable")
        } else {
            let error = await #expect(throws: HTTPClientError.self) { try await fixture.get() }
            #expect(error?.code == code)
        }
    }

    @Test("stale-if-error: the old response stands in for errors, RFC 5861 §4", arguments: [500, 503, 0, 404])
    func staleIfError(status: Int) async throws {
        fixture.answer(
            .cacheable("a", "max-age=1, stale-if-error=60"),
            status == 0 ? .fails(.connectionLost) : .text("error", status: .init(code: status)))
        try await fixture.get()
        fixture.wait(2)
        #expect(try await fixture.get().text == (status == 404 ? "error" : "a"))
    }

    @Test("stale-while-revalidate: the old response answers at once, the new one later, RFC 5861 §3") func whileRevalidating()
        async throws
    {
        let gate = Gate()
        fixture.answer(.cacheable("a", "max-age=1, stale-while-revalidate=60", [.eTag: "\"1\""]), .cacheable("b").held(at: gate))
        try await fixture.get()
        fixture.wait(2)
        #expect(try await fixture.get().text == "a")
        try await gate.arrivals(1)
        // One question is enough.
        #expect(try await fixture.get().text == "a")
        gate.release()
        while try await fixture.get().text == "a" { await Task.yield() }
        #expect(fixture.requestCount == 2)
        #expect(fixture.transport.requests.last?.headerFields[.ifNoneMatch] == "\"1\"")
    }

    @Test("A request with an effect makes what is stored worthless, one that fails does not") func invalidation() async throws {
        fixture.answer(.cacheable("a"), .status(500), .status(204), .cacheable("b"))
        try await fixture.get()
        try await fixture.get(method: .post)
        #expect(try await fixture.get().text == "a")
        try await fixture.get(method: .delete)
        #expect(try await fixture.get().text == "b")
        #expect(fixture.requestCount == 4)
    }

    @Test("The answer to HEAD is news of what is stored") func head() async throws {
        let name = try #require(HTTPField.Name("X-State"))
        fixture.answer(
            .cacheable("a", "max-age=1", [.eTag: "\"1\"", name: "old"]),
            .bytes(
                [], status: 200, headerFields: [.cacheControl: "max-age=60", .eTag: "\"1\"", .contentLength: "1", name: "new"]),
            .bytes([], status: 200, headerFields: [.cacheControl: "max-age=60", .eTag: "\"2\"", .contentLength: "1"]),
            .cacheable("b"))
        try await fixture.get()
        fixture.wait(2)
        try await fixture.get(method: .head)
        let known = try await fixture.get()
        #expect(known.text == "a" && known.headerFields[name] == "new")
        #expect(try await fixture.get(method: .head).content.isEmpty)
        #expect(fixture.requestCount == 2)
        fixture.wait(60)
        try await fixture.get(method: .head)
        #expect(try await fixture.get().text == "b")
    }

    @Test("A response that breaks off is not stored", arguments: [true, false]) func brokenOff(isCollected: Bool) async throws {
        fixture.answer(.cacheable("abcdef").breakingOff(after: 3), .cacheable("whole"))
        await #expect(throws: HTTPClientError.self) {
            if isCollected {
                try await fixture.get()
            } else {
                for try await _ in try await fixture.client.get(CacheFixture.url).body {}
            }
        }
        #expect(try await fixture.get().text == "whole")
        #expect(fixture.requestCount == 2)
    }

    @Test("A response that is not as long as it says is not stored") func wrongLength() async throws {
        fixture.answer(.cacheable("abc", "max-age=60", [.contentLength: "5"]), .cacheable("whole"))
        try await fixture.get()
        #expect(try await fixture.get().text == "whole")
    }

    @Test("A response that nobody reads to its end is not stored, however it is given up") func givenUp() async throws {
        let long = String(repeating: "x", count: 100_000)
        for giveUp: (HTTPClientResponse) async throws -> Void in [
            { _ in }, { $0.cancel() }, { _ = try await $0.body.makeAsyncIterator().next() }, { $0.body.discard() },
        ] {
            let fixture = try CacheFixture()
            fixture.answer(.cacheable(long).inChunks(of: 1000), .cacheable("b"))
            try await giveUp(try await fixture.client.get(CacheFixture.url))
            #expect(try await fixture.get().text == "b")
        }
    }

    @Test("Content that is read part by part is stored, and is read part by part") func streamed() async throws {
        let content = String(repeating: "0123456789", count: 1000)
        fixture.answer(.cacheable(content).inChunks(of: 700))
        for _ in 0..<2 {
            var text = ""
            for try await chunk in try await fixture.client.get(CacheFixture.url).body {
                text += String(decoding: chunk, as: UTF8.self)
            }
            #expect(text == content)
        }
        #expect(fixture.requestCount == 1)
    }

    @Test("What is too large for the memory is passed through") func tooLarge() async throws {
        let fixture = try CacheFixture { $0.memoryEntryLimit = 1000 }
        fixture.answer(
            .cacheable(String(repeating: "x", count: 1001)), .cacheable("b"),
            .chunks([Array(repeating: 1, count: 600), Array(repeating: 2, count: 600)]))
        #expect(try await fixture.get().content.count == 1001)
        #expect(try await fixture.get().text == "b")
        #expect(try await fixture.get(url: "http://example.com/chunks").content.count == 1200)
    }

    @Test("Ranges are answered from the whole, parts are stored and put together") func ranges() async throws {
        fixture.answer(.cacheable("0123456789", "max-age=60", [.eTag: "\"1\""]))
        try await fixture.get()
        let part = try await fixture.get([.range: "bytes=2-4"])
        #expect(part.status == 206 && part.text == "234" && part.headerFields[.contentRange] == "bytes 2-4/10")
        #expect(fixture.requestCount == 1)
    }

    @Test("Parts are stored, and the rest is asked for") func parts() async throws {
        func part(_ text: String, _ range: String) -> ScriptedAnswer {
            .cacheable(text, "max-age=60", status: 206, [.eTag: "\"1\"", .contentRange: "bytes \(range)/10"])
        }
        fixture.answer(part("01234", "0-4"), part("56", "5-6"), part("789", "7-9"))
        #expect(try await fixture.get([.range: "bytes=0-4"]).text == "01234")
        #expect(try await fixture.get([.range: "bytes=1-3"]).text == "123")
        #expect(fixture.requestCount == 1)
        #expect(try await fixture.get([.range: "bytes=5-6"]).text == "56")
        #expect(try await fixture.get([.range: "bytes=2-6"]).text == "23456")
        let whole = try await fixture.get()
        #expect(whole.status == 200 && whole.text == "0123456789" && whole.headerFields[.contentRange] == nil)
        #expect(whole.headerFields[.cacheStatus] == "Retriever; fwd=partial; stored")
        let last = try #require(fixture.transport.requests.last).headerFields
        #expect(last[.range] == "bytes=7-" && last[.ifRange] == "\"1\"")
        #expect(try await fixture.get().text == "0123456789")
        #expect(fixture.requestCount == 3)
    }

    @Test("When the rest is of another state, the whole is asked for", arguments: [200, 206, 416]) func otherRest(status: Int)
        async throws
    {
        fixture.answer(.cacheable("01234", "max-age=60", status: 206, [.eTag: "\"1\"", .contentRange: "bytes 0-4/10"]))
        try await fixture.get([.range: "bytes=0-4"])
        if status == 206 {
            fixture.answer(.cacheable("fghij", "max-age=60", status: 206, [.eTag: "\"2\"", .contentRange: "bytes 5-9/10"]))
        }
        if status == 416 { fixture.answer(.status(416, headerFields: [.contentRange: "bytes */3"])) }
        fixture.answer(.cacheable("abcdefghij"))
        #expect(try await fixture.get().text == "abcdefghij")
        #expect(try await fixture.get().text == "abcdefghij")
    }

    @Test("A redirect is stored like any response, and followed") func redirects() async throws {
        fixture.transport.on(
            .get("/a"), .status(301, headerFields: [.location: "/b", .cacheControl: "max-age=60"]), times: .exactly(1))
        fixture.transport.on(.get("/b"), .cacheable("there"), times: .exactly(1))
        for _ in 0..<2 {
            let response = try await fixture.get()
            #expect(response.text == "there")
            #expect(response.history.map(\.status) == [301])
        }
        try fixture.transport.verify()
    }

    @Test("Users with different credentials get different responses") func users() async throws {
        fixture.answer(.cacheable("anybody"), .cacheable("alice"), .cacheable("bob"))
        #expect(try await fixture.get().text == "anybody")
        #expect(try await fixture.get([.authorization: "Bearer alice"]).text == "alice")
        #expect(try await fixture.get(change: { $0.credentials = .bearer("bob") }).text == "bob")
        #expect(try await fixture.get(change: { $0.credentials = .bearer("bob") }).text == "bob")
        #expect(try await fixture.get([.authorization: "Bearer alice"]).text == "alice")
        #expect(try await fixture.get().text == "anybody")
        #expect(fixture.requestCount == 3)
    }

    @Test("A password in the URL tells users apart, too") func urlCredentials() async throws {
        fixture.answer(.cacheable("alice"), .cacheable("anybody"))
        #expect(try await fixture.get(url: "http://alice:secret@example.com/a").text == "alice")
        #expect(try await fixture.get().text == "anybody")
        #expect(try await fixture.get(url: "http://alice:secret@example.com/a").text == "alice")
        #expect(fixture.requestCount == 2)
    }

    @Test("A shared cache stores nothing for one user, however credentials come") func sharedCredentials() async throws {
        let fixture = try CacheFixture { $0.isShared = true }
        fixture.transport.on(.any) { .cacheable($0.headerFields[.authorization] ?? "-") }
        for _ in 0..<2 {
            #expect(try await fixture.get(change: { $0.credentials = .bearer("a") }).text == "Bearer a")
            #expect(try await fixture.get(url: "http://u:p@example.com/a").text.hasPrefix("Basic "))
        }
        #expect(fixture.cache.statistics.insertions == 0)
        #expect(try await fixture.get().text == "-")
    }

    @Test("Who asks for codings himself gets no content that was decoded for others") func ownCodings() async throws {
        fixture.answer(.cacheable("decoded"), .cacheable("encoded"))
        #expect(try await fixture.get().text == "decoded")
        #expect(try await fixture.get([.acceptEncoding: "gzip"]).text == "encoded")
        #expect(try await fixture.get().text == "decoded")
    }

    @Test("What was asked for before something was thrown away is not stored after it") func underWay() async throws {
        let gate = Gate()
        fixture.answer(.cacheable("old").held(at: gate, after: 1), .status(204), .cacheable("new"))
        let response = try await fixture.client.get(CacheFixture.url)
        try await fixture.get(method: .post)
        gate.release()
        #expect(try await response.text() == "old")
        #expect(try await fixture.get().text == "new")
        fixture.answer(.cacheable("bb").held(at: gate, after: 1))
        let other = try await fixture.client.get("http://example.com/b")
        fixture.cache.removeAll()
        #expect(try await other.text() == "bb")
        #expect(fixture.cache.memory.size == 0)
    }

    @Test("A failed POST is not answered by a stored GET", arguments: [503, 0]) func failedPost(status: Int) async throws {
        let fixture = try CacheFixture { $0.answersWhenUnreachable = true }
        fixture.answer(
            .cacheable("a", "max-age=600, stale-if-error=600"),
            status == 0 ? .fails(.cannotConnect) : .text("no", status: 503))
        try await fixture.get()
        if status == 0 {
            await #expect(throws: HTTPClientError.self) { try await fixture.get(method: .post) }
        } else {
            #expect(try await fixture.get(method: .post).status == 503)
        }
    }

    @Test("A part stands in neither for the whole nor for other bytes") func partStandIn() async throws {
        let part: HTTPFields = [.eTag: "W/\"1\"", .contentRange: "bytes 5-9/10"]
        fixture.answer(.cacheable("56789", "max-age=60, stale-if-error=600", status: 206, part))
        try await fixture.get([.range: "bytes=5-9"])
        fixture.answer(.text("no", status: 503), .text("no", status: 503))
        #expect(try await fixture.get().status == 503)
        #expect(try await fixture.get([.range: "bytes=0-1"]).status == 503)
    }

    @Test("A refusal is not stored, whatever it says") func refusals() async throws {
        let challenge: HTTPFields = [.wwwAuthenticate: "Basic realm=\"x\""]
        fixture.answer(.cacheable("no", "max-age=60", status: 401, challenge), .cacheable("yes"))
        let options: (inout RequestOptions) -> Void = { $0.onChallenge = { _ in .use(.password(user: "a", password: "b")) } }
        #expect(try await fixture.get(change: options).text == "yes")
    }

    @Test("Cookies of a stored response are not set again, those of the jar select") func cookies() async throws {
        fixture.answer(
            .cacheable("a", "max-age=60", [.setCookie: "n=1", .vary: "Cookie"]), .cacheable("b", "max-age=60", [.vary: "Cookie"]))
        #expect(try await fixture.get().text == "a")
        #expect(try await fixture.get().text == "b")
        #expect(fixture.transport.requests.last?.headerFields[.cookie] == "n=1")
        #expect(try await fixture.get().text == "b")
        fixture.client.configuration.cookieJar?.removeAll()
        #expect(try await fixture.get().text == "a")
        let url = try WebURL(CacheFixture.url)
        #expect(try fixture.client.configuration.cookieJar?.cookies(for: url).isEmpty == true)
    }

    @Test("Variants are kept beside each other, but not without end") func variants() async throws {
        fixture.transport.on(.any) { request in
            .cacheable(request.headerFields[.accept] ?? "-", "max-age=60", [.vary: "Accept"])
        }
        for _ in 0..<2 {
            for type in ["a", "b", "c"] { #expect(try await fixture.get([.accept: type]).text == type) }
        }
        #expect(fixture.requestCount == 3)
        for number in 0..<1000 { try await fixture.get([.accept: "\(number)"]) }
        #expect(fixture.cache.memory.entries(CacheKey(CacheFixture.url)).count == MemoryStore.variantLimit)
        #expect(try await fixture.get([.accept: "999"]).text == "999")
        #expect(fixture.requestCount == 1003)
    }

    @Test("The memory is bounded: what was used last stays") func bounded() async throws {
        let fixture = try CacheFixture { $0.memoryCapacity = 100_000 }
        fixture.transport.on(.any, .cacheable(String(repeating: "x", count: 1000)), times: .any)
        for number in 0..<500 {
            try await fixture.get(url: "http://example.com/\(number)")
            #expect(fixture.cache.memory.size <= 100_000)
            try await fixture.get(url: "http://example.com/favourite")
        }
        #expect(fixture.requestCount == 501)
        fixture.cache.removeAll()
        #expect(fixture.cache.memory.size == 0)
    }

    @Test("Downloads neither use nor fill the cache") func downloads() async throws {
        fixture.transport.on(.any, .resource(Array("content".utf8)).adding([.cacheControl: "max-age=60"]), times: .any)
        let folder = try TemporaryFolder()
        for name in ["1", "2"] {
            _ = try await fixture.client.download(CacheFixture.url, to: .file(folder.file(name))).finished()
        }
        #expect(fixture.requestCount == 2)
        #expect(fixture.cache.statistics.insertions == 0)
    }

    @Test("Interceptors of calls see answers from the cache, those of attempts do not") func interceptors() async throws {
        let calls = Record<Int>()
        let attempts = Record<Int>()
        struct Counting: Interceptor {
            let record: Record<Int>
            func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
                let response = try await next(call)
                record.append(response.status.code)
                return response
            }
        }
        let fixture = try CacheFixture(configure: {
            $0.interceptors = [Counting(record: calls)]
            $0.attemptInterceptors = [Counting(record: attempts)]
        })
        fixture.answer(.cacheable())
        for _ in 0..<3 { try await fixture.get() }
        #expect(calls.all == [200, 200, 200])
        #expect(attempts.all == [200])
    }

    @Test("A program can forget one URL, or all") func forgetting() async throws {
        fixture.transport.on(.any, .cacheable(), times: .any)
        try await fixture.get()
        try fixture.cache.remove("http://example.com/a#part")
        try await fixture.get()
        #expect(fixture.requestCount == 2)
        fixture.cache.removeAll()
        try await fixture.get()
        #expect(fixture.requestCount == 3)
    }
}
