import HTTPServer
import TestSupport
import Testing

@Suite("Limits")
struct LimitTests {
    @Test("Content around the limit", arguments: [("/items", "posted"), ("/later", "later")])
    func contentUpToTheLimitIsTakenAndMoreIs413(target: String, word: String) async throws {
        let fixture = try ServerFixture { $0.maximumContentSize = 1000 }
        #expect(try await rawRequest(fixture.port, "POST", target, content: "").text == "\(word) 0")
        #expect(
            try await rawRequest(fixture.port, "POST", target, content: String(repeating: "x", count: 1000)).text
                == "\(word) 1000")
        #expect(try await rawRequest(fixture.port, "POST", target, content: String(repeating: "x", count: 1001)).status == 413)
        #expect(
            try await rawRequest(fixture.port, "POST", target, content: String(repeating: "x", count: 1_000_000)).status == 413)
        await fixture.server.stop()
    }

    @Test func chunkedContentIsMeasuredToo() async throws {
        let fixture = try ServerFixture { $0.maximumContentSize = 1000 }
        let connection = try RawConnection(port: fixture.port)
        let head = "POST /items HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.send(head + "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
        #expect(try await connection.response().text == "posted 7")
        let chunk = "200\r\n" + String(repeating: "y", count: 512) + "\r\n"
        connection.send(head + chunk + chunk + "0\r\n\r\n")
        #expect(try await connection.response().status == 413)
        await fixture.server.stop()
    }

    @Test func clientThatAsksFirstIsToldNotToSend() async throws {
        let fixture = try ServerFixture { $0.maximumContentSize = 1000 }
        let connection = try RawConnection(port: fixture.port)
        connection.send("POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n")
        #expect(try await connection.response().status == 413)
        await fixture.server.stop()
    }

    @Test func clientThatAsksFirstIsToldToGoOn() async throws {
        let fixture = try ServerFixture { $0.maximumContentSize = 1000 }
        let connection = try RawConnection(port: fixture.port)
        connection.send("POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        #expect(try await connection.response().status == 100)
        connection.send("hello")
        #expect(try await connection.response().text == "posted 5")
        await fixture.server.stop()
    }

    @Test func contentBeyondWhatIsDiscardedEndsTheConnection() async throws {
        let fixture = try ServerFixture {
            $0.maximumContentSize = 1000
            $0.maximumDiscardedSize = 10_000
        }
        let connection = try RawConnection(port: fixture.port)
        connection.send("POST /items HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "200\r\n" + String(repeating: "y", count: 512) + "\r\n"
        var isOpen = true
        for _ in 0..<100_000 where isOpen { isOpen = connection.send(chunk) }
        let isCut = await connection.isClosed(within: 30_000)
        #expect(isCut || !isOpen)
        #expect(try await rawRequest(fixture.port, "/").status == 200)
        await fixture.server.stop()
    }

    @Test(
        "Request heads", arguments: [(5000, 100, 414), (100, 9000, 431), (4000, 3000, 200), (100_000, 0, 414), (0, 100_000, 431)])
    func headBeyondTheLimitIsRefused(target: Int, field: Int, status: Int) async throws {
        let fixture = try ServerFixture()
        let connection = try RawConnection(port: fixture.port)
        let (query, value) = (String(repeating: "q", count: target), String(repeating: "v", count: field))
        connection.send("GET /items?\(query) HTTP/1.1\r\nHost: a\r\nX-Long: \(value)\r\n\r\n")
        #expect(try await connection.response().status == status)
        #expect(try await rawRequest(fixture.port, "/").status == 200)
        await fixture.server.stop()
    }

    @Test(
        "Garbage",
        arguments: [
            "\r\n\r\n\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nBroken\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n",
            "POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            "POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            "POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n",
            "POST /items HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}", "GET /\u{FF}\u{FE} HTTP/1.1\r\nHost: a\r\n\r\n",
            "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ])
    func garbageHarmsNobodyElse(bytes: String) async throws {
        let fixture = try ServerFixture()
        let connection = try RawConnection(port: fixture.port)
        connection.send(bytes)
        connection.endSending()
        _ = try? await connection.response()  // a refusal or just the end, as the parser likes
        #expect(try await rawRequest(fixture.port, "/").text == "root")
        await fixture.server.stop()
    }

    @Test func clientThatSendsAByteNowAndThenIsCut() async throws {
        let fixture = try ServerFixture { $0.requestTimeout = .milliseconds(500) }
        let connection = try RawConnection(port: fixture.port)
        connection.send("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        var isCut = false
        // Far more bytes than the timeout leaves time for, far less than the head may have.
        for _ in 0..<2000 where !isCut {
            let isOpen = connection.send("x")
            isCut = await connection.isClosed(within: 20) || !isOpen
        }
        #expect(isCut)
        await fixture.server.stop()
    }

    @Test func clientThatSendsContentSlowlyIsCut() async throws {
        let fixture = try ServerFixture { $0.requestTimeout = .milliseconds(500) }
        let connection = try RawConnection(port: fixture.port)
        connection.send("POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n")
        var isCut = false
        for _ in 0..<2000 where !isCut {
            let isOpen = connection.send("x")
            isCut = await connection.isClosed(within: 20) || !isOpen
        }
        #expect(isCut)
        await fixture.server.stop()
    }

    @Test func silentClientIsCut() async throws {
        let fixture = try ServerFixture { $0.requestTimeout = .milliseconds(200) }
        #expect(try await RawConnection(port: fixture.port).isClosed(within: 30_000))
        await fixture.server.stop()
    }

    @Test func handlerMayTakeLongerThanTheClientMay() async throws {
        let fixture = try ServerFixture { $0.requestTimeout = .milliseconds(100) }
        let waiting = try RawConnection(port: fixture.port)
        waiting.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
        await fixture.gate.arrived()
        // A silent connection that came later is cut first: the time has passed for both.
        #expect(try await RawConnection(port: fixture.port).isClosed(within: 30_000))
        fixture.gate.open()
        #expect(try await waiting.response().text == "through")
        await fixture.server.stop()
    }

    @Test func connectionsBeyondTheLimitWaitForTheirTurn() async throws {
        let fixture = try ServerFixture {
            $0.threads = 2
            $0.maximumConnections = 4
            $0.requestTimeout = .milliseconds(300)
        }
        // Eight silent connections take every place until they are cut; whoever comes next is answered then.
        let silent = try (0..<8).map { _ in try RawConnection(port: fixture.port) }
        #expect(try await rawRequest(fixture.port, "/").text == "root")
        #expect(silent.count == 8)
        await fixture.server.stop()
    }
}
