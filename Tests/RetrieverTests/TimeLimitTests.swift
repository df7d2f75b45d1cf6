import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Time limits, priorities and pauses")
struct TimeLimitTests {
    private func options(_ change: (inout RequestOptions) -> Void) -> RequestOptions {
        var options = RequestOptions()
        change(&options)
        return options
    }

    private func expectTimeout(
        _ limit: String, _ phase: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
    ) async {
        expect(await expectError(.timedOut, sourceLocation: sourceLocation, body), limit, phase, sourceLocation: sourceLocation)
    }

    private func expect(
        _ error: HTTPClientError?, _ limit: String, _ phase: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(error?.timeLimit == limit, sourceLocation: sourceLocation)
        #expect(error?.phase == phase, sourceLocation: sourceLocation)
        #expect(error?.message.contains(limit) == true, sourceLocation: sourceLocation)
        #expect(error?.message.contains("127.0.0.1") == true, sourceLocation: sourceLocation)
    }

    @Test("Each limit is named in its error, with what was being waited for") func names() async throws {
        let silent = try RawServer { $0.waitForClose() }
        let half = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            connection.waitForClose()
        }
        let (listener, full) = try Loopback.listen(backlog: 0)
        let occupants = try (0..<4).map { _ in try Loopback.startConnecting(to: full) }
        defer {
            silent.stop()
            half.stop()
            for descriptor in occupants + [listener] { close(descriptor) }
        }
        let secure = "https://127.0.0.1:\(silent.port)/"
        let cases: [(limit: String, phase: String, url: String, set: @Sendable (inout RequestOptions, Duration) -> Void)] = [
            ("connectTimeout", "connecting", "http://127.0.0.1:\(full)/", { $0.connectTimeout = $1 }),
            ("connectTimeout", "the TLS handshake", secure, { $0.connectTimeout = $1 }),
            ("tlsTimeout", "the TLS handshake", secure, { $0.tlsTimeout = $1 }),
            ("totalTimeout", "the TLS handshake", secure, { $0.totalTimeout = $1 }),
            ("firstByteTimeout", "waiting for the response", silent.url, { $0.firstByteTimeout = $1 }),
            ("stallTimeout", "waiting for the response", silent.url, { $0.stallTimeout = $1 }),
            ("stallTimeout", "receiving the content", half.url, { $0.stallTimeout = $1 }),
            ("totalTimeout", "receiving the content", half.url, { $0.totalTimeout = $1 }),
        ]
        await withTaskGroup(of: Void.self) { group in
            for one in cases {
                group.addTask {
                    // A busy machine may not get to where nothing answers in time: then it gets more.
                    var error: HTTPClientError?
                    for limit in [0.3, 3, 30] {
                        let options = options {
                            ($0.connectTimeout, $0.stallTimeout) = (.seconds(600), .seconds(600))
                            one.set(&$0, .seconds(limit))
                        }
                        // A client for each, since transfers to a server share the connection that is being made.
                        error = await expectError(.timedOut) { try await HTTPClient().get(one.url, options: options).text() }
                        if error?.phase == one.phase { break }
                    }
                    expect(error, one.limit, one.phase)
                }
            }
        }
    }

    @Test("Resolving has a limit of its own") func resolving() async throws {
        // Its name server takes the question and keeps it.
        let authority = try await TestAuthority()
        let silent = try RawServer { $0.waitForClose() }
        defer { silent.stop() }
        let nameServer = try await Nginx(
            authority.issue("names", for: "IP:127.0.0.1"), server: "location / { proxy_pass \(silent.url); }")
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = authority.file
        configuration.network.dnsOverHTTPS = try WebURL("https://127.0.0.1:\(nameServer.port)/dns")
        configuration.options.resolveTimeout = .milliseconds(200)
        let client = HTTPClient(configuration: configuration)
        let error = await expectError(.timedOut) { try await client.get("http://name.invalid/") }
        #expect(error?.timeLimit == "resolveTimeout" && error?.phase == "resolving the host name")
        #expect(error?.message.contains("name.invalid") == true)
    }

    @Test("Waiting for a connection has a limit of its own, which leaves the queue intact") func pool() async throws {
        let gate = Barrier(2)
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if request.line.contains("/slow") { gate.arrive() }
                connection.respond(body: "ok")
            }
        }
        defer { server.stop() }
        var configuration = HTTPClient.Configuration()
        configuration.connectionsPerHost = 1
        let client = HTTPClient(configuration: configuration)
        let slow = Task { try await client.get(server.url + "/slow").text() }
        while server.connectionCount == 0 { await Task.yield() }
        let patient = Task.immediate { try await client.get(server.url).text() }
        await expectTimeout("poolTimeout", "waiting for a free connection") {
            try await client.get(server.url, options: options { $0.poolTimeout = .milliseconds(100) })
        }
        await expectTimeout("totalTimeout", "waiting for a free connection") {
            try await client.get(server.url, options: options { $0.totalTimeout = .milliseconds(100) })
        }
        await Task.detached { gate.arrive() }.value
        #expect(try await slow.value == "ok")
        #expect(try await patient.value == "ok")
    }

    @Test("An upload that goes on is no wait for the first byte") func slowUpload() async throws {
        let server = try RawServer { connection in
            // Reads slower than the limit in all, but never stops for as long.
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                guard let byte = connection.read(1) else { return }
                head += byte
            }
            var missing = 4 << 20
            while missing > 0 {
                guard let part = connection.read(min(missing, 1 << 20)) else { return }
                missing -= part.count
            }
            connection.respond(body: "ok")
        }
        defer { server.stop() }
        let content = RequestContent([UInt8](repeating: 1, count: 4 << 20))
        let text = try await HTTPClient().post(
            server.url, content: content, options: options { $0.firstByteTimeout = .seconds(20) }
        ).text()
        #expect(text == "ok")
    }

    @Test("Requests that wait get a connection by priority, equal ones in their order") func priorities() async throws {
        let gate = Barrier(2)
        let order = Mutex<[String]>([])
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                order.withLock { $0.append(String(request.line.split(separator: " ")[1])) }
                if request.line.contains("/first") { gate.arrive() }
                connection.respond(body: "ok")
            }
        }
        defer { server.stop() }
        var configuration = HTTPClient.Configuration()
        configuration.connectionsPerHost = 1
        let client = HTTPClient(configuration: configuration)
        var tasks = [Task { _ = try await client.get(server.url + "/first").text() }]
        while order.withLock({ $0.isEmpty }) { await Task.yield() }
        for (path, priority) in [
            ("/low1", RequestPriority.low), ("/normal1", .normal), ("/high1", .high), ("/normal2", .normal), ("/high2", .high),
            ("/low2", .low),
        ] {
            // Begins at once, so that each is in the queue before the next.
            tasks.append(
                Task.immediate { [options = options { $0.priority = priority }] in
                    _ = try await client.get(server.url + path, options: options).text()
                })
        }
        await Task.detached { gate.arrive() }.value
        for task in tasks { try await task.value }
        #expect(order.withLock { $0 } == ["/first", "/high1", "/high2", "/normal1", "/normal2", "/low1", "/low2"])
    }

    @Test("A transfer is paused and goes on; the pause is no stall") func pausing() async throws {
        let total = 8 << 20
        let sent = Atomic(0)
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let part = [UInt8](repeating: 7, count: 1 << 20)
            for _ in 0..<total / part.count {
                guard connection.write(part) else { return }
                sent.add(part.count, ordering: .relaxed)
            }
        }
        let silent = try RawServer { $0.waitForClose() }
        defer {
            server.stop()
            silent.stop()
        }
        let patience = options { $0.stallTimeout = .seconds(2) }
        let response = try await HTTPClient().get(server.url, options: patience)
        response.body.pause()
        // Others stall meanwhile, one after the other; the paused one does not.
        for _ in 0..<2 { await expectError(.timedOut) { try await HTTPClient().get(silent.url, options: patience) } }
        #expect(sent.load(ordering: .relaxed) < total)
        response.body.resume()
        #expect(try await response.collected().content.count == total)
    }

    @Test("A paused transfer can be cancelled and dropped") func pausedEnds() async throws {
        let closed = Barrier(3)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegin")
            connection.waitForClose()
            closed.arrive()
        }
        defer { server.stop() }
        do {
            let response = try await HTTPClient().get(server.url)
            response.body.pause()
        }
        let response = try await HTTPClient().get(server.url)
        response.body.pause()
        let task = Task { try await response.text() }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        await Task.detached { closed.arrive() }.value
    }

    @Test("A head that drips is a stall") func drippingHead() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nX: ")
            var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
            while connection.write("x") { nanosleep(&pause, nil) }
        }
        defer { server.stop() }
        await expectTimeout("stallTimeout", "waiting for the response") {
            try await HTTPClient().get(server.url, options: options { $0.stallTimeout = .milliseconds(500) })
        }
    }

    @Test("A server that drips is cut off when a rate is asked for") func minimumRate() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
            var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
            while connection.write("x") { nanosleep(&pause, nil) }
        }
        defer { server.stop() }
        await expectTimeout("limits.minimumRate", "receiving the content") {
            try await HTTPClient().get(
                server.url,
                options: options {
                    $0.limits.minimumRate = 10_000
                    $0.limits.minimumRatePeriod = .milliseconds(300)
                }
            ).text()
        }
    }
}
