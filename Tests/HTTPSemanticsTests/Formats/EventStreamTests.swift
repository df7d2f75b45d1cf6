import HTTPSemantics
import Testing

@Suite("Streams of server-sent events, HTML standard §9.2")
struct EventStreamTests {
    private typealias Event = ServerSentEvent

    private func events(_ stream: String, partSize: Int = 7, limit: Int = 1 << 20) throws -> [Event] {
        var parser = EventStreamParser(limit: limit)
        return try events(stream, partSize: partSize, &parser)
    }

    private func events(_ stream: String, partSize: Int = 7, _ parser: inout EventStreamParser) throws -> [Event] {
        let bytes = Array(stream.utf8)
        var events: [Event] = []
        for start in stride(from: 0, to: bytes.count, by: partSize) {
            parser.append(bytes[start..<min(start + partSize, bytes.count)])
            while let event = try parser.next() { events.append(event) }
        }
        return events
    }

    @Test(
        "Events, however the bytes are cut",
        arguments: [
            // The standard's own examples
            (
                "data: This is the first message.\n\ndata: This is the second message, it\ndata: has two lines.\n\n",
                [Event(data: "This is the first message."), Event(data: "This is the second message, it\nhas two lines.")]
            ),
            (
                "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n",
                [Event(type: "add", data: "73857293"), Event(type: "remove", data: "2153")]
            ),
            (
                ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
                [Event(data: "first event", id: "1"), Event(data: "second event"), Event(data: " third event")]
            ),
            ("data\n\ndata\ndata\n\ndata:\n\n", [Event(data: ""), Event(data: "\n"), Event(data: "")]),
            ("data:test\n\ndata: test\n\n", [Event(data: "test"), Event(data: "test")]),
            // Line ends of all kinds
            ("data:a\r\rdata:b\r\n\r\ndata:c\n\r\ndata:d\r\n\n", ["a", "b", "c", "d"].map { Event(data: $0) }),
            ("data:a\r\ndata:b\r\n\r\n", [Event(data: "a\nb")]),
            // Byte order mark, once
            ("\u{FEFF}data:a\n\n\u{FEFF}data:b\n\n", [Event(data: "a")]),
            // The last event is not complete
            ("data:a\n\ndata:b\n", [Event(data: "a")]), ("data:a", []), ("\u{FEFF}", []), ("", []),
            // IDs stay, those with NUL do not count; types do not stay
            (
                "id:1\nevent:x\ndata:a\n\ndata:b\n\nid:2\0\ndata:c\n\n",
                [Event(type: "x", data: "a", id: "1"), Event(data: "b", id: "1"), Event(data: "c", id: "1")]
            ),
            ("event:x\n\ndata:a\n\n", [Event(data: "a")]),
            // Fields of other names, and of other case
            ("foo:1\nData:a\n data:b\ndata :c\ndata:é\u{301}:d\n\n", [Event(data: "é\u{301}:d")]),
        ] as [(String, [ServerSentEvent])])
    func readsEvents(stream: String, expected: [ServerSentEvent]) throws {
        for partSize in 1...9 { #expect(try events(stream, partSize: partSize) == expected) }
    }

    @Test("Bytes that are not UTF-8 become U+FFFD") func invalidBytes() throws {
        var parser = EventStreamParser()
        parser.append(Array("data:a".utf8) + [0xFF, 0x62, 0x0A, 0x0A])
        #expect(try parser.next() == Event(data: "a\u{FFFD}b"))
    }

    @Test("The ID to go on from is that of the last complete event, with data or without")
    func lastEventID() throws {
        var parser = EventStreamParser(lastEventID: "0")
        #expect(try events("data:a\n\n", &parser) == [Event(data: "a", id: "0")])
        #expect(parser.lastEventID == "0")
        #expect(try events("id:1\ndata:b\n", &parser).isEmpty)
        #expect(parser.lastEventID == "0")
        #expect(try events("\nid:2\n\n", &parser) == [Event(data: "b", id: "1")])
        #expect(parser.lastEventID == "2")
    }

    @Test(
        "The reconnection time is a number of milliseconds",
        arguments: [
            ("retry: 1500\n", .milliseconds(1500)), ("retry:0\n", .zero), ("retry:1\nretry:x\n", .milliseconds(1)),
            ("retry:\n", nil),
            ("retry: -1\n", nil), ("retry: 1.5\n", nil), ("retry:  1\n", nil), ("retry: ١\n", nil), ("retry:1", nil),
            ("retry:99999999999999999999\n", .milliseconds(1000 << 30)),
        ] as [(String, Duration?)])
    func reconnectionTime(stream: String, expected: Duration?) throws {
        var parser = EventStreamParser()
        #expect(try events(stream, &parser).isEmpty)
        #expect(parser.reconnectionTime == expected)
    }

    @Test("Events before one that is too large are read")
    func limit() throws {
        #expect(try events("data:12345\n\n", limit: 10).count == 1)
        for stream in ["data:a\n\ndata:123456\n\n", "data:a\n\n:2345678901", "data:a\n\ndata:1\ndata:2\ndata:3\ndata:4\n\n"] {
            var parser = EventStreamParser(limit: 10)
            parser.append(Array(stream.utf8))
            #expect(try parser.next() == Event(data: "a"))
            let error = #expect(throws: EventTooLarge.self) { try parser.next() }
            #expect(error.map { "\($0)" } == "event 2 is larger than the limit of 10 bytes")
        }
    }
}

@Suite("When a stream of events is asked for again")
struct EventStreamScheduleTests {
    private func schedule(maximumFailures: Int? = nil) -> EventStreamSchedule {
        var policy = EventReconnection()
        policy.maximumFailures = maximumFailures
        return EventStreamSchedule(policy)
    }

    @Test func theServerSaysWhen() {
        var schedule = schedule()
        schedule.noteEvent()
        #expect(schedule.delay(wasOpened: true) == .seconds(3))
        schedule.reconnectionTime = .milliseconds(10)
        schedule.noteEvent()
        #expect(schedule.delay(wasOpened: true) == .milliseconds(10))
    }

    @Test func attemptsThatBringNothingAreMadeMoreAndMoreSlowly() {
        var schedule = schedule()
        schedule.reconnectionTime = .zero
        let delays = (0..<9).map { schedule.delay(wasOpened: $0 == 4, share: 1) }
        #expect(delays == [0, 1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        schedule.noteEvent()
        #expect(schedule.delay(wasOpened: true) == .zero)
    }

    @Test func retryAfterCounts() {
        var schedule = schedule()
        #expect(schedule.delay(wasOpened: false, retryAfter: .seconds(90)) == .seconds(90))
        #expect(schedule.delay(wasOpened: false, retryAfter: .seconds(1), share: 1) == .seconds(3))
    }

    @Test func failuresInARowAreCounted() {
        var schedule = schedule(maximumFailures: 2)
        #expect(schedule.delay(wasOpened: false) != nil)
        #expect(schedule.failures == 1)
        #expect(schedule.delay(wasOpened: true) != nil)
        #expect(schedule.failures == 0)
        #expect(schedule.delay(wasOpened: false) != nil)
        #expect(schedule.delay(wasOpened: false) == nil)
    }
}
