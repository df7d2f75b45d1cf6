import Foundation
import RetrieverTesting
import TestSupport
import Testing

@testable import Retriever

@Suite("Requests that want the same at once")
struct CollapsingTests {
    private let fixture: CacheFixture

    init() throws { fixture = try CacheFixture() }

    /// How often each text came.
    private func texts(_ count: Int, _ get: @escaping @Sendable () async throws -> CollectedResponse) async throws -> [String:
        Int]
    {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<count { group.addTask { try await get().text } }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test("64 tasks make one request") func one() async throws {
        let gate = Gate()
        fixture.answer(.cacheable("a").held(at: gate))
        let all = Task { [self] in try await texts(64) { [fixture] in try await fixture.get() } }
        try await gate.arrivals(1)
        gate.release()
        #expect(try await all.value == ["a": 64])
        #expect(fixture.requestCount == 1)
    }

    @Test("What can be used once only is asked for by everybody") func notStored() async throws {
        let gate = Gate()
        fixture.answer(.cacheable("a", "no-store").held(at: gate))
        fixture.transport.on(.any, .cacheable("b", "no-store"), times: .any)
        let all = Task { [self] in try await texts(10) { [fixture] in try await fixture.get() } }
        try await gate.arrivals(1)
        gate.release()
        #expect(try await all.value == ["a": 1, "b": 9])
        #expect(fixture.requestCount == 10)
    }

    @Test("Nobody waits for what was of use for one only the last time", arguments: ["no-store", "no-cache", "max-age=0"])
    func unshared(control: String) async throws {
        let gate = Gate()
        fixture.answer(
            .cacheable("a", control), .cacheable("b", control).held(at: gate), .cacheable("c", control), .cacheable("d"))
        try await fixture.get()
        let waiting = Task { [fixture] in try await fixture.get() }
        try await gate.arrivals(1)
        #expect(try await fixture.get().text == "c")
        gate.release()
        #expect(try await waiting.value.text == "b")
    }

    @Test("Who waits is not held up by who does not read") func slowReader() async throws {
        fixture.answer(.cacheable("0123456789").inChunks(of: 2))
        let response = try await fixture.client.get(CacheFixture.url)
        #expect(try await fixture.get().text == "0123456789")
        #expect(try await response.text() == "0123456789")
        #expect(fixture.requestCount == 1)
    }

    @Test("A reader who is part way gets the rest when others wait") func midway() async throws {
        fixture.answer(.cacheable("0123456789").inChunks(of: 2))
        let response = try await fixture.client.get(CacheFixture.url)
        let chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next() == Array("01".utf8))
        #expect(try await fixture.get().text == "0123456789")
        var rest: [UInt8] = []
        while let chunk = try await chunks.next() { rest += chunk }
        #expect(rest == Array("23456789".utf8))
    }

    @Test("Who cancels gets no more, those who wait get all") func cancelledReader() async throws {
        fixture.answer(.cacheable("0123456789").inChunks(of: 2))
        let response = try await fixture.client.get(CacheFixture.url)
        #expect(try await response.body.makeAsyncIterator().next() == Array("01".utf8))
        let other = Task { [fixture] in try await fixture.get().text }
        #expect(try await other.value == "0123456789")
        response.cancel()
        let error = await #expect(throws: HTTPClientError.self) { try await response.text() }
        #expect(error?.code == .cancelled)
    }

    @Test("A pause of the reader is none for those who wait") func paused() async throws {
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                connection.respond(fields: "Cache-Control: max-age=60\r\n", body: String(repeating: "x", count: 600_000))
            }
        }
        defer { server.stop() }
        let client = HTTPClient.with { $0.cache = HTTPCache() }
        let response = try await client.get(server.url)
        response.body.pause()
        #expect(try await client.get(server.url).text().utf8.count == 600_000)
        withExtendedLifetime(response) {}
    }

    @Test("Large content comes at the reader's pace; the others ask for themselves") func large() async throws {
        let fixture = try CacheFixture { $0.memoryEntryLimit = 4 }
        fixture.transport.on(.any, .cacheable("0123456789").inChunks(of: 2), times: .any)
        let response = try await fixture.client.get(CacheFixture.url)
        #expect(try await fixture.get().text == "0123456789")
        #expect(try await response.text() == "0123456789")
        #expect(fixture.requestCount == 2)
    }

    @Test("When the first fails, the others ask for themselves") func failure() async throws {
        let gate = Gate()
        fixture.answer(.fails(.connectionLost).held(at: gate))
        fixture.transport.on(.any, .cacheable("b"), times: .any)
        let first = Task { [fixture] in try await fixture.get() }
        try await gate.arrivals(1)
        let others = Task { [self] in try await texts(5) { [fixture] in try await fixture.get() } }
        gate.release()
        await #expect(throws: HTTPClientError.self) { try await first.value }
        #expect(try await others.value == ["b": 5])
    }

    @Test("When the first is cancelled, another takes its place") func cancelled() async throws {
        let gate = Gate()
        fixture.answer(.cacheable("a").held(at: gate), .cacheable("b"))
        let first = Task { [fixture] in try await fixture.get() }
        try await gate.arrivals(1)
        let others = Task { [self] in try await texts(5) { [fixture] in try await fixture.get() } }
        first.cancel()
        await #expect(throws: HTTPClientError.self) { try await first.value }
        #expect(try await others.value == ["b": 5])
        #expect(fixture.requestCount == 2)
    }

    @Test("Who waits can be cancelled, and has a time limit") func limits() async throws {
        let gate = Gate()
        fixture.answer(.cacheable("a").held(at: gate))
        let first = Task { [fixture] in try await fixture.get() }
        try await gate.arrivals(1)
        let second = Task { [fixture] in try await fixture.get() }
        second.cancel()
        let cancelled = await #expect(throws: HTTPClientError.self) { try await second.value }
        #expect(cancelled?.code == .cancelled)
        let late = await #expect(throws: HTTPClientError.self) {
            try await fixture.get(change: { $0.totalTimeout = .milliseconds(1) })
        }
        #expect(late?.code == .timedOut)
        gate.release()
        #expect(try await first.value.text == "a")
        #expect(fixture.requestCount == 1)
    }

    @Test("Requests with other fields do not wait for each other") func otherFields() async throws {
        let gate = Gate()
        fixture.answer(
            .cacheable("a", "max-age=60", [.vary: "Accept"]).held(at: gate), .cacheable("b", "max-age=60", [.vary: "Accept"]))
        let first = Task { [fixture] in try await fixture.get([.accept: "a"]) }
        try await gate.arrivals(1)
        #expect(try await fixture.get([.accept: "b"]).text == "b")
        gate.release()
        #expect(try await first.value.text == "a")
    }
}
