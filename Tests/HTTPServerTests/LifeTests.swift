import HTTPServer
import TestSupport
import Testing

@Suite("Start and stop")
struct LifeTests {
    @Test func portZeroPicksOneAndItCanBeRead() async throws {
        let fixture = try ServerFixture()
        #expect(fixture.port != 0)
        #expect(fixture.server.authority == "127.0.0.1:\(fixture.port)")
        await fixture.server.stop()
    }

    @Test func takenPortIsNamed() async throws {
        let fixture = try ServerFixture()
        #expect {
            try ServerFixture { [port = fixture.port] in $0.port = port }
        } throws: { error in
            (error as? ServerError)?.code == .addressInUse && "\(error)".contains("\(fixture.port)")
        }
        await fixture.server.stop()
    }

    @Test("Hosts that are not here", arguments: ["192.0.2.1", "no such host", "256.1.1.1"])
    func hostThatCannotBeListenedOnIsNamed(host: String) {
        #expect { try ServerFixture { $0.host = host } } throws: { error in
            (error as? ServerError)?.code == .addressUnavailable && "\(error)".contains(host)
        }
    }

    @Test func oneConnectionAnswersManyRequests() async throws {
        let fixture = try ServerFixture()
        let connection = try RawConnection(port: fixture.port)
        for number in 0..<100 {
            connection.send("GET /items/\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await connection.response().text == "item \(number)")
        }
        connection.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        #expect(try await connection.response().text == "later 3")
        await fixture.server.stop()
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        let fixture = try ServerFixture()
        let connection = try RawConnection(port: fixture.port)
        let later = "POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
        connection.send(later + "GET / HTTP/1.1\r\nHost: a\r\n\r\n" + later)
        for answer in ["later 2", "root", "later 2"] { #expect(try await connection.response().text == answer) }
        await fixture.server.stop()
    }

    @Test func waitingHandlersHoldNoServerThread() async throws {
        let fixture = try ServerFixture { $0.threads = 1 }
        let waiting = try (0..<20).map { _ in try RawConnection(port: fixture.port) }
        for connection in waiting {
            connection.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
            await fixture.gate.arrived()
        }
        #expect(try await rawRequest(fixture.port, "/").text == "root")
        fixture.gate.open()
        for connection in waiting { #expect(try await connection.response().text == "through") }
        await fixture.server.stop()
    }

    @Test func stoppingFinishesWhatIsInFlightAndTakesNothingNew() async throws {
        let fixture = try ServerFixture()
        let idle = try RawConnection(port: fixture.port)
        let waiting = try RawConnection(port: fixture.port)
        waiting.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
        await fixture.gate.arrived()
        async let stopped: Void = fixture.server.stop()
        // The listening socket goes first: once nobody can connect and be answered, the stop has begun.
        fixture.gate.open()
        let response = try await waiting.response()
        #expect(response.text == "through")
        await stopped
        #expect(await idle.isClosed(within: 30_000))
        await #expect(throws: RawHTTPError.self) { try await rawRequest(fixture.port, "/") }
    }

    @Test func stoppingDoesNotWaitForeverForAHandler() async throws {
        let fixture = try ServerFixture()
        let waiting = try RawConnection(port: fixture.port)
        waiting.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
        await fixture.gate.arrived()
        await fixture.server.stop(gracePeriod: .milliseconds(50))
        fixture.gate.open()
    }

    @Test func clientThatLeavesWhileItsHandlerWorksHarmsNobody() async throws {
        let fixture = try ServerFixture()
        do {
            let leaving = try RawConnection(port: fixture.port)
            leaving.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
            await fixture.gate.arrived()
        }
        fixture.gate.open()
        #expect(try await rawRequest(fixture.port, "/").text == "root")
        await fixture.server.stop()
    }
}
