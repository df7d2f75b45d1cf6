import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Retries on the wire")
struct RetryWireTests {
    private static let server = Result { try HTTPBin() }

    @Test("A GET whose answer was lost is sent again, a POST only when that is safe or wanted") func lostAnswers() async throws {
        let server = try RuledServer { _, number in number % 2 == 1 ? .hangUp : .respond(body: "\(number)") }
        defer { server.stop() }
        let client = HTTPClient()
        #expect(try await client.get(server.url, options: .retrying()).text() == "2")
        let key: HTTPFields = [.idempotencyKey: "\"1\""]
        #expect(try await client.post(server.url, content: .text("x"), headerFields: key, options: .retrying()).text() == "4")
        let any = RequestOptions.retrying { $0.retries.retriesAnyMethod = true }
        #expect(try await client.post(server.url, content: .text("x"), options: any).text() == "6")
        #expect(try await client.put(server.url, content: .text("x"), options: .retrying()).text() == "8")
    }

    @Test("A POST whose answer was lost is not sent again, on a new connection or on one that is used again", arguments: [1, 2])
    func lostPost(number: Int) async throws {
        let server = try RuledServer { request, _ in request.method == "POST" ? .hangUp : .respond() }
        defer { server.stop() }
        let client = HTTPClient()
        if number == 2 { _ = try await client.get(server.url).collected() }
        await expectError(.connectionLost) { try await client.post(server.url, content: .text("x"), options: .retrying()) }
        #expect(server.seen.all.count(where: { $0.method == "POST" }) == 1)
    }

    @Test("A GET on a connection that brings no answer is sent again at once, without any retries") func lostGet() async throws {
        let server = try RuledServer { _, number in number == 2 ? .hangUp : .respond(body: "\(number)") }
        defer { server.stop() }
        let client = HTTPClient()
        for (key, count) in [(nil, 1), (nil, 3), ("\"1\"", 4)] as [(String?, Int)] {
            var fields = HTTPFields()
            fields[.idempotencyKey] = key
            #expect(try await client.send(key == nil ? .get : .post, to: server.url, headerFields: fields).text() == "\(count)")
        }
    }

    @Test("A request that nobody could take is sent again, whatever it is") func notSent() async throws {
        let port = try Loopback.unusedPort()
        let attempts = Record<RetryAttempt>()
        let options = RequestOptions.retrying(4) {
            $0.onRetry = {
                attempts.append($0); return true
            }
        }
        await expectError(.cannotConnect) {
            try await HTTPClient().post("http://127.0.0.1:\(port)/", content: .text("x"), options: options)
        }
        #expect(attempts.all.map(\.number) == [1, 2, 3])
    }

    @Test(
        "Statuses that pass are tried again, others are the response",
        arguments: [(429, 3), (500, 3), (502, 3), (503, 3), (504, 3), (408, 3), (501, 1), (404, 1), (409, 1)])
    func statuses(status: Int, count: Int) async throws {
        let server = try RuledServer { _, number in .respond("\(status) Hm", body: "\(number)") }
        defer { server.stop() }
        let response = try await HTTPClient().get(server.url, options: .retrying())
        #expect(response.status.code == status)
        #expect(try await response.text() == "\(count)", "it is the last one")
        #expect(server.seen.all.count == count)
        #expect(server.server.connectionCount == 1)
    }

    @Test("httpbin: each attempt is in the metrics") func metrics() async throws {
        let url = try Self.server.get().url
        let metrics = Record<RequestMetrics>()
        let options = RequestOptions.retrying { $0.onMetrics = { metrics.append($0) } }
        let response = try await HTTPClient().get(url + "/status/503", options: options)
        let answer = try await response.collected()
        #expect(answer.status == 503, "\(answer.status) \(answer.text)")
        #expect(metrics.all.map(\.hops.count) == [3])
        #expect(metrics.all.first?.hops.allSatisfy { $0.url.path == "/status/503" && $0.error == nil } == true)
    }

    @Test("By itself nothing is tried again") func never() async throws {
        let server = try RuledServer { _, _ in .respond("503 No") }
        defer { server.stop() }
        #expect(try await HTTPClient().get(server.url).status == 503)
        #expect(server.seen.all.count == 1)
    }

    // MARK: - When

    @Test(
        "Retry-After is told to the hook, which may stop there; the response is then handed out whole",
        arguments: [
            ("5", 5), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sunday, 06-Nov-94 08:49:37 GMT", 0),
            ("Sun Nov  6 08:49:37 1994", 0),
            ("-1", 0), ("soon", 0), ("0", 0), ("60", 60),
        ])
    func retryAfter(value: String, seconds: Int) async throws {
        let server = try RuledServer { _, _ in .respond("503 No", fields: "Retry-After: \(value)\r\n", body: "later") }
        defer { server.stop() }
        let attempts = Record<RetryAttempt>()
        let options = RequestOptions.retrying {
            $0.onRetry = {
                attempts.append($0); return false
            }
        }
        let response = try await HTTPClient().get(server.url + "/x", options: options)
        #expect(response.status == 503)
        #expect(try await response.text() == "later")
        #expect(attempts.all.map(\.delay) == [.seconds(seconds)])
        let attempt = try #require(attempts.all.first)
        #expect(attempt.number == 1 && attempt.request.url.path == "/x")
        if case .response(let head) = attempt.reason { #expect(head.status == 503) } else { Issue.record("another reason") }
        #expect(server.seen.all.count == 1)
    }

    @Test(
        "When a server wants to be left alone for very long its response is handed out",
        arguments: ["61", "99999999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func absurd(value: String) async throws {
        let server = try RuledServer { _, _ in .respond("429 No", fields: "Retry-After: \(value)\r\n") }
        defer { server.stop() }
        #expect(try await HTTPClient().get(server.url, options: .retrying()).status == 429)
        #expect(server.seen.all.count == 1)
    }

    @Test("An attempt that would begin after the request's time is none") func deadline() async throws {
        let server = try RuledServer { _, _ in .respond("503 No", fields: "Retry-After: 50\r\n") }
        defer { server.stop() }
        let options = RequestOptions.retrying { $0.totalTimeout = .seconds(40) }
        #expect(try await HTTPClient().get(server.url, options: options).status == 503)
        #expect(server.seen.all.count == 1)
    }

    @Test("The wait can be cancelled, and holds no connection", .timeLimit(.minutes(1))) func waiting() async throws {
        let server = try RuledServer { request, _ in
            request.target == "/busy" ? .respond("503 No", body: String(repeating: "x", count: 10_000_000)) : .respond(body: "ok")
        }
        defer { server.stop() }
        let client = HTTPClient.with { $0.connectionsPerHost = 1 }
        let (waits, waiting) = AsyncStream.makeStream(of: Void.self)
        let options = RequestOptions.retrying {
            $0.retries.backOff = BackOff(initialDelay: .seconds(1000), maximumDelay: .seconds(1000))
            $0.onRetry = { _ in
                waiting.yield(); return true
            }
        }
        let task = Task { try await client.get(server.url + "/busy", options: options) }
        for await _ in waits { break }
        #expect(try await client.get(server.url + "/other").text() == "ok")
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        #expect(server.targets == ["/busy", "/other"])
    }

    @Test("After a redirect its target is tried again, not the way to it") func afterRedirect() async throws {
        let server = try RuledServer { request, number in
            request.target == "/a" ? .redirect("/b") : number < 4 ? .respond("503 No") : .respond(body: "there")
        }
        defer { server.stop() }
        let response = try await HTTPClient().get(server.url + "/a", options: .retrying())
        #expect(response.history.count == 1)
        #expect(try await response.text() == "there")
        #expect(server.targets == ["/a", "/b", "/b", "/b"])
    }

    @Test("Content that can be read only once is sent once, that of a closure again", arguments: [true, false])
    func content(isOnce: Bool) async throws {
        let server = try RuledServer { request, number in
            number == 1 ? .respond("503 No") : .respond(body: String(decoding: request.body, as: UTF8.self))
        }
        defer { server.stop() }
        let bytes = Array("text".utf8)
        let content: RequestContent =
            isOnce ? .stream(AsyncStream(bytes: bytes), length: 4) : .stream(length: 4) { AsyncStream(bytes: bytes) }
        let response = try await HTTPClient().put(server.url, content: content, options: .retrying())
        #expect(response.status == (isOnce ? 503 : 200))
        #expect(try await response.text() == (isOnce ? "" : "text"))
    }

    // MARK: - All requests together

    @Test("A budget ends a storm") func budget() async throws {
        let server = try RuledServer { _, _ in .hangUp }
        defer { server.stop() }
        let client = HTTPClient.with { $0.retryBudget = RetryBudget.Limits(capacity: 3, perRequest: 0) }
        for _ in 1...5 { await expectError(.connectionLost) { try await client.get(server.url, options: .retrying()) } }
        #expect(server.seen.all.count == 5 + 3)
        let other = try RuledServer { _, _ in .respond("503 No") }
        defer { other.stop() }
        #expect(try await client.get(other.url, options: .retrying()).status == 503)
        #expect(other.seen.all.count == 3, "each server has its own")
    }

    private func breaking(after failures: Int, pause: Duration = .seconds(1000)) -> HTTPClient {
        .with { $0.circuitBreaker = CircuitBreaker.Limits(failures: failures, pause: pause) }
    }

    @Test("A circuit opens after failures in a row; other servers are still asked") func circuit() async throws {
        let server = try RuledServer { _, number in
            switch number {
            case 1, 4: .respond("500 Oh")
            case 2: .hangUp
            case 3: .respond("404 No")
            default: .respond("503 No")
            }
        }
        let other = try RuledServer { _, _ in .respond() }
        defer {
            server.stop()
            other.stop()
        }
        let client = breaking(after: 3)
        for _ in 1...6 { _ = try? await client.get(server.url) }
        let error = await expectError(.circuitOpen) { try await client.get(server.url + "/secret?secret") }
        #expect(error?.message.contains("secret") == false)
        #expect(server.seen.all.count == 6, "a 404 is an answer like any other")
        #expect(try await client.get(other.url).status == 200)
    }

    @Test("A retry does not run into the circuit that its own failure has opened") func ownCircuit() async throws {
        let server = try RuledServer { _, _ in .respond("503 No", body: "why") }
        defer { server.stop() }
        let client = breaking(after: 2)
        let response = try await client.get(server.url, options: .retrying(5))
        #expect(response.status == 503)
        #expect(try await response.text() == "why")
        #expect(server.seen.all.count == 2)
        await expectError(.circuitOpen) { try await client.get(server.url) }
    }

    @Test("What is no failure of the server neither opens nor closes a circuit") func cancelled() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/fail" { connection.respond("500 Oh", body: "") } else { arrived.yield() }
            }
        }
        defer { server.stop() }
        let client = breaking(after: 2)
        #expect(try await client.get(server.url + "/fail").status == 500)
        for _ in 1...3 {
            let task = Task { try await client.get(server.url + "/wait") }
            for await _ in arrivals { break }
            task.cancel()
            await expectError(.cancelled) { try await task.value }
        }
        #expect(try await client.get(server.url + "/fail").status == 500)
        await expectError(.circuitOpen) { try await client.get(server.url) }
    }

    @Test("The request that tries an open circuit may be repeated on another connection", .timeLimit(.minutes(1)))
    func trial() async throws {
        let server = try RuledServer { _, number in
            switch number {
            case 1: .respond("500 Oh")
            case 2: .hangUp
            default: .respond(body: "well")
            }
        }
        defer { server.stop() }
        let client = breaking(after: 1, pause: .milliseconds(300))
        #expect(try await client.get(server.url).collected().status == 500)
        // The connection is kept, and closed when it is used again: that request is repeated at once.
        while true {
            do {
                #expect(try await client.get(server.url).text() == "well")
                break
            } catch let error as HTTPClientError where error.code == .circuitOpen {
                #expect(server.seen.all.count == 1)
                await Task.yield()
            }
        }
        #expect(server.seen.all.count == 3)
        #expect(try await client.get(server.url).text() == "well", "the circuit is closed")
    }
}
