import HTTPSemantics
import Retriever
import Testing

@Suite("Retries")
struct RetryTests {
    private let now = HTTPDate(secondsSinceEpoch: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    private func request(_ method: HTTPRequest.Method, _ fields: HTTPFields = [:]) throws -> HTTPRequest {
        HTTPRequest(method: method, url: try WebURL("http://localhost/"), headerFields: fields)
    }

    private func response(_ code: Int, _ fields: HTTPFields = [:]) -> HTTPResponse {
        HTTPResponse(status: HTTPResponse.Status(code: code), headerFields: fields)
    }

    private func delay(
        after outcome: Retries.Outcome, of method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:],
        policy: RetryPolicy = RetryPolicy(), canResend: Bool = true, remaining: Duration? = nil
    ) throws -> Duration? {
        var retries = Retries(policy: policy)
        return retries.delay(
            after: outcome, of: try request(method, fields), canResend: canResend, now: now, remaining: remaining, share: 1)
    }

    // MARK: - What is repeated

    @Test(
        "What may have been carried out is repeated only where that does no harm",
        arguments: [
            (HTTPRequest.Method.get, true), (.head, true), (.options, true), (.trace, true), (.query, true), (.put, true),
            (.delete, true), (.post, false), (.patch, false), (.connect, false),
        ])
    func methods(method: HTTPRequest.Method, isRepeated: Bool) throws {
        #expect(try (delay(after: .lost, of: method) != nil) == isRepeated)
        #expect(try (delay(after: .response(response(503)), of: method) != nil) == isRepeated)
        #expect(try delay(after: .notSent, of: method) != nil, "it never reached the server")
        #expect(try delay(after: .failed, of: method) == nil)
        #expect(try delay(after: .lost, of: method, [.idempotencyKey: "\"8e03\""]) != nil)
        var policy = RetryPolicy()
        policy.retriesAnyMethod = true
        #expect(try delay(after: .lost, of: method, policy: policy) != nil)
    }

    @Test("Content that cannot be sent again is the end") func content() throws {
        #expect(try delay(after: .notSent, canResend: false) == nil)
        #expect(try delay(after: .lost, canResend: false) == nil)
        #expect(try delay(after: .response(response(503)), canResend: false) == nil)
    }

    @Test(
        "Only statuses that pass are tried again",
        arguments: [
            (200, false), (304, false), (400, false), (401, false), (404, false), (408, true), (409, false), (425, true),
            (429, true),
            (500, true), (501, false), (502, true), (503, true), (504, true), (505, false),
        ])
    func statuses(code: Int, isRepeated: Bool) throws {
        #expect(try (delay(after: .response(response(code))) != nil) == isRepeated)
    }

    @Test("The attempts are counted", arguments: [1, 2, 3, 10]) func attempts(count: Int) throws {
        var retries = Retries(policy: RetryPolicy(attempts: count))
        let request = try request(.get)
        for attempt in 1..<count {
            #expect(retries.attempts == attempt)
            let delay = retries.delay(after: .lost, of: request, canResend: true, now: now, remaining: nil)
            #expect(delay != nil)
        }
        let delay = retries.delay(after: .lost, of: request, canResend: true, now: now, remaining: nil)
        #expect(delay == nil)
        #expect(retries.attempts == count)
    }

    @Test("No attempts at all are one", arguments: [0, -1, Int.min]) func noAttempts(count: Int) throws {
        #expect(try delay(after: .lost, policy: RetryPolicy(attempts: count)) == nil)
    }

    // MARK: - When

    @Test("Waits double up to a longest one, of which chance takes up to half") func backOff() {
        let backOff = BackOff(initialDelay: .seconds(1), maximumDelay: .seconds(10))
        #expect((1...6).map { backOff.delay(after: $0, share: 1) } == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
        #expect((1...6).map { backOff.delay(after: $0, share: 0) } == [0.5, 1, 2, 4, 5, 5].map { .seconds($0) })
        #expect(backOff.delay(after: .max, share: 1) == .seconds(10))
        #expect(backOff.delay(after: .min, share: 1) == .seconds(1))
        let random = (0..<100).map { _ in backOff.delay(after: 1) }
        #expect(random.allSatisfy { (.milliseconds(500) ... .seconds(1)).contains($0) })
        #expect(Set(random).count > 50)
    }

    @Test(
        "Retry-After is read in all its forms, and never as a time in the past",
        arguments: [
            ("0", 0), ("5", 5), ("59", 59), (" 5 ", 5), ("Sun, 06 Nov 1994 08:50:07 GMT", 30),
            ("Sunday, 06-Nov-94 08:50:07 GMT", 30),
            ("Sun Nov  6 08:50:07 1994", 30), ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("99999999999999999999999999", 1 << 30), ("Fri, 31 Dec 9999 23:59:59 GMT", 1 << 30),
        ])
    func retryAfter(value: String, seconds: Int) {
        #expect(response(503, [.retryAfter: value]).retryAfter(now: now) == .seconds(seconds))
    }

    @Test("A Retry-After that means nothing is none", arguments: ["", "-5", "1.5", "soon", "5 s", "0x10", "٣", "Sun, 06 Nov"])
    func meaninglessRetryAfter(value: String) throws {
        #expect(response(503, [.retryAfter: value]).retryAfter(now: now) == nil)
        #expect(try delay(after: .response(response(503, [.retryAfter: value]))) == .milliseconds(500))
    }

    @Test("A date is seen from the response's own") func dateOfServer() {
        let response = response(
            503, [.retryAfter: "Tue, 01 Dec 2026 12:00:10 GMT", .date: "Tue, 01 Dec 2026 12:00:00 GMT"])
        #expect(response.retryAfter(now: now) == .seconds(10))
    }

    @Test("The server's wish is honoured when it is longer than our own wait, and a limit is kept") func wish() throws {
        #expect(try delay(after: .response(response(503, [.retryAfter: "7"]))) == .seconds(7))
        #expect(try delay(after: .response(response(503, [.retryAfter: "0"]))) == .milliseconds(500))
        #expect(try delay(after: .response(response(503, [.retryAfter: "60"]))) == .seconds(60))
        #expect(try delay(after: .response(response(503, [.retryAfter: "61"]))) == nil)
        #expect(try delay(after: .response(response(503, [.retryAfter: "99999999999999999999"]))) == nil)
    }

    @Test("No attempt begins after the request's time is over") func deadline() throws {
        #expect(try delay(after: .lost, remaining: .milliseconds(501)) == .milliseconds(500))
        #expect(try delay(after: .lost, remaining: .milliseconds(500)) == nil)
        #expect(try delay(after: .lost, remaining: .seconds(-1)) == nil)
    }

    // MARK: - All requests of an origin

    @Test("A budget ends a storm, and is earned again by requests") func budget() {
        var budget = RetryBudget(RetryBudget.Limits(capacity: 2, perRequest: 0.5))
        func take(_ count: Int) -> [Bool] { (0..<count).map { _ in budget.takeRetry() } }
        #expect(budget.isFull)
        #expect(take(3) == [true, true, false])
        budget.noteRequest()
        #expect(take(1) == [false])
        budget.noteRequest()
        #expect(take(1) == [true])
        #expect(!budget.isFull)
        for _ in 0..<100 { budget.noteRequest() }
        #expect(take(3) == [true, true, false], "it holds no more than its capacity")
    }

    @Test("A circuit opens after failures in a row, lets one try after its pause, and closes when that succeeds") func circuit() {
        var circuit = CircuitBreaker(CircuitBreaker.Limits(failures: 2, pause: .seconds(10)))
        func end(isFailure: Bool = true, at second: Int) { circuit.note(isFailure: isFailure, now: .seconds(second)) }
        func pause(at second: Int) -> Duration? { circuit.admit(now: .seconds(second)) }
        end(at: 0)
        end(isFailure: false, at: 1)
        end(at: 2)
        #expect(pause(at: 2) == nil, "they were not in a row")
        end(at: 3)
        #expect(pause(at: 4) == .seconds(9))
        #expect(pause(at: 13) == nil)
        #expect(pause(at: 13) == .seconds(10), "one tries, the others wait")
        end(at: 14)
        #expect(pause(at: 20) == .seconds(4), "the pause begins anew")
        #expect(pause(at: 24) == nil)
        end(isFailure: false, at: 25)
        #expect(circuit.isUntroubled)
        #expect(pause(at: 25) == nil)
    }

    @Test("Whoever tries and is never heard of again holds nobody up for ever") func lostTrial() {
        var circuit = CircuitBreaker(CircuitBreaker.Limits(failures: 1, pause: .seconds(10)))
        func pause(at second: Int) -> Duration? { circuit.admit(now: .seconds(second)) }
        circuit.note(isFailure: true, now: .zero)
        #expect(pause(at: 10) == nil)
        #expect(pause(at: 19) == .seconds(1))
        #expect(pause(at: 20) == nil)
    }
}
