import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Server-sent events over the wire")
struct EventStreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
    private static let last = "HTTP/1.1 204 No Content\r\n\r\n"

    /// A server that says one thing after the other, each on a connection of its own that is cut afterwards, and notes what was asked.
    private final class Course: Sendable {
        private let answers: Mutex<[String]>
        private let asked = Mutex<[ServedConnection.Request]>([])

        init(_ answers: [String]) { self.answers = Mutex(answers) }

        var requests: [ServedConnection.Request] { asked.withLock { $0 } }

        func serve() throws -> RawServer {
            try RawServer { [self] connection in
                guard let request = connection.readRequest() else { return }
                asked.withLock { $0.append(request) }
                connection.write(answers.withLock { $0.isEmpty ? EventStreamTests.last : $0.removeFirst() })
            }
        }
    }

    /// Reconnects as soon as can be.
    private var soon: EventReconnection {
        var reconnection = EventReconnection()
        reconnection.delay = .zero
        reconnection.backOff = BackOff(initialDelay: .milliseconds(1), maximumDelay: .milliseconds(2))
        return reconnection
    }

    private func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }

    @Test("A stream goes on where it broke off, until the server has no more")
    func reconnects() async throws {
        let course = Course([
            Self.head + "\r\nretry: 1\nid: 1\ndata: a\n\ndata: b\n\nid: 3\ndata: lost",
            Self.head + "Transfer-Encoding: chunked\r\n\r\n" + chunk("id: 2\ndata: c\n") + chunk("\nid: 4\n\n"),
            Self.head + "Content-Length: 100\r\n\r\ndata: d\n\n",
        ])
        let server = try course.serve()
        defer { server.stop() }
        let interruptions = Mutex<[EventStreamInterruption]>([])
        let stream = try HTTPClient().events(from: server.url, query: ["q": "x"]) { interruption in
            interruptions.withLock { $0.append(interruption) }
            return true
        }
        let events = try await stream.reduce(into: []) { $0.append($1) }
        #expect(events.map(\.data) == ["a", "b", "c", "d"])
        #expect(events.map(\.id) == ["1", "1", "2", "4"])
        #expect(course.requests.map { $0.values("Last-Event-ID") } == [[], ["1"], ["4"], ["4"]])
        #expect(course.requests.allSatisfy { $0.values("Accept") == ["text/event-stream"] && $0.line == "GET /?q=x HTTP/1.1" })
        #expect(course.requests.allSatisfy { $0.values("Cache-Control") == ["no-store"] })
        let seen = interruptions.withLock { $0 }
        #expect(seen.map(\.error?.code) == [nil, .connectionLost, .connectionLost])
        #expect(seen.map(\.lastEventID) == ["1", "4", "4"])
        #expect(seen.allSatisfy { $0.failures == 0 && $0.delay == .milliseconds(1) })
    }

    @Test("The first request goes on from a known event")
    func beginsWithKnownEvent() async throws {
        let course = Course([])
        let server = try course.serve()
        defer { server.stop() }
        let fields: HTTPFields = [.accept: "text/event-stream, */*"]
        let events = try HTTPClient().events(from: server.url, headerFields: fields, lastEventID: "é7")
        for try await event in events { Issue.record("\(event)") }
        #expect(course.requests.map { $0.values("Last-Event-ID") } == [["é7"]])
        #expect(course.requests.map { $0.values("Accept") } == [["text/event-stream, */*"]])
        await expectError(.invalidRequest) { try HTTPClient().events(from: server.url, lastEventID: "a\nb") }
    }

    @Test("Passing failures are waited out")
    func waitsFailuresOut() async throws {
        let course = Course([
            "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n", "", "HTTP/1.1 429 Slowly\r\n\r\nwait",
            Self.head + "\r\nretry: 0\ndata: a\n\n",
        ])
        let server = try course.serve()
        defer { server.stop() }
        let failures = Mutex<[Int]>([])
        let stream = try HTTPClient().events(from: server.url, reconnection: soon) { interruption in
            failures.withLock { $0.append(interruption.failures) }
            return true
        }
        #expect(try await stream.reduce(into: []) { $0.append($1.data) } == ["a"])
        #expect(failures.withLock { $0 } == [1, 2, 3, 0])
    }

    @Test("Too many failures in a row are the last one's error")
    func givesUp() async throws {
        let port = try Loopback.unusedPort()
        var reconnection = soon
        reconnection.maximumFailures = 3
        let attempts = Mutex(0)
        let stream = try HTTPClient().events(from: "http://127.0.0.1:\(port)/", reconnection: reconnection) { interruption in
            #expect(interruption.error?.code == .cannotConnect)
            attempts.withLock { $0 += 1 }
            return true
        }
        await expectError(.cannotConnect) { try await stream.reduce(0) { count, _ in count + 1 } }
        #expect(attempts.withLock { $0 } == 2)
    }

    @Test("The program may call it the end", arguments: [true, false])
    func endsAsTheProgramSays(isFailure: Bool) async throws {
        let course = Course([isFailure ? "" : Self.head + "\r\ndata: a\n\n"])
        let server = try course.serve()
        defer { server.stop() }
        let stream = try HTTPClient().events(from: server.url) { _ in false }
        if isFailure {
            await expectError(.connectionLost) { try await stream.reduce(0) { count, _ in count + 1 } }
        } else {
            #expect(try await stream.reduce(0) { count, _ in count + 1 } == 1)
        }
        #expect(course.requests.count == 1)
    }

    @Test(
        "What is no stream of events is an error, and not asked for again",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\nx", .contentType),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ndata: a\n\n", .contentType),
            ("HTTP/1.1 404 Not Found\r\nContent-Type: text/event-stream\r\nContent-Length: 0\r\n\r\n", .status),
            ("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", .status),
        ] as [(String, HTTPClientError.Code)])
    func refusesOthers(answer: String, code: HTTPClientError.Code) async throws {
        let course = Course([answer])
        let server = try course.serve()
        defer { server.stop() }
        var events = try HTTPClient().events(from: server.url, reconnection: soon).makeAsyncIterator()
        let error = await expectError(code) { try await events.next() }
        #expect(error?.status != nil)
        #expect(try await events.next() == nil)
        #expect(course.requests.count == 1)
    }

    @Test("An event that is too large is an error, after those before it")
    func eventLimit() async throws {
        let course = Course([Self.head + "\r\ndata: 1\n\ndata: 12345678\ndata: 12345678\n\n"])
        let server = try course.serve()
        defer { server.stop() }
        var events = try HTTPClient().events(from: server.url, upTo: 16).makeAsyncIterator()
        #expect(try await events.next()?.data == "1")
        let error = await expectError(.contentTooLarge) { try await events.next() }
        #expect(error?.message.hasPrefix("event 2 is larger than the limit of 16 bytes") == true)
        #expect(course.requests.count == 1)
    }

    @Test("A connection on which nothing comes any more is given up for another")
    func stalledStream() async throws {
        let count = Mutex(0)
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 1 else { return _ = connection.write(Self.last) }
            connection.write(Self.head + "\r\nretry: 1\ndata: a\n\n")
            connection.waitForClose()
        }
        defer { server.stop() }
        var options = RequestOptions()
        options.stallTimeout = .milliseconds(100)
        let events = try HTTPClient().events(from: server.url, options: options)
        #expect(try await events.reduce(into: []) { $0.append($1.data) } == ["a"])
        #expect(count.withLock { $0 } == 2)
    }

    /// A server that sends an event and then holds the connection until the client closes it, which is told.
    private func holdingServer(_ closed: AsyncStream<Void>.Continuation) throws -> RawServer {
        try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "\r\ndata: a\n\n")
            connection.waitForClose()
            closed.yield()
        }
    }

    @Test("An event is given when it has come; leaving the loop closes the connection")
    func leavingTheLoop() async throws {
        let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
        let server = try holdingServer(continuation)
        defer { server.stop() }
        let client = HTTPClient()
        for try await event in try client.events(from: server.url) {
            #expect(event.data == "a")
            break
        }
        for await _ in closed { break }
    }

    @Test("Cancelling ends the wait for an event, and the wait for the next attempt", arguments: [false, true])
    func cancelling(isPausing: Bool) async throws {
        let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
        let (reached, reachedContinuation) = AsyncStream.makeStream(of: Void.self)
        let course = Course([Self.head + "\r\nretry: 3600000\ndata: a\n\n"])
        let server = try isPausing ? course.serve() : holdingServer(continuation)
        defer { server.stop() }
        let task = Task {
            let events = try HTTPClient().events(from: server.url) { interruption in
                #expect(interruption.delay == .seconds(3600))
                reachedContinuation.yield()
                return true
            }
            for try await _ in events where !isPausing { reachedContinuation.yield() }
        }
        for await _ in reached { break }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        if !isPausing { for await _ in closed { break } }
    }

    private struct Tick: Decodable, Equatable { var price: Int }

    @Test("The events of one response, whatever its method was")
    func eventsOfAResponse() async throws {
        let body = "data: {\"price\":1}\n\nevent: done\ndata: [DONE]\n\n"
        let server = try RawServer.answering(Self.head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
        defer { server.stop() }
        let events = try await HTTPClient().post(server.url, json: ["stream": true]).events().reduce(into: []) { $0.append($1) }
        #expect(events.map(\.type) == ["message", "done"])
        #expect(try events[0].decoded(as: Tick.self) == Tick(price: 1))
        let error = await expectError(.decoding) { try events[1].decoded(as: Tick.self) }
        #expect(error?.message.contains("DONE") == false)
    }

    @Test("The events of a response that has none, or breaks off, are an error")
    func eventsOfABadResponse() async throws {
        let page = try RawServer.answering("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\nx")
        defer { page.stop() }
        await expectError(.contentType) { try await HTTPClient().get(page.url).events().reduce(0) { count, _ in count + 1 } }
        let course = Course([Self.head + "Content-Length: 100\r\n\r\ndata: a\n\ndata"])
        let broken = try course.serve()
        defer { broken.stop() }
        var events = try await HTTPClient().get(broken.url).events().makeAsyncIterator()
        #expect(try await events.next()?.data == "a")
        await expectError(.connectionLost) { try await events.next() }
    }
}
