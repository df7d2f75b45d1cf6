import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Connections, limits and failures")
struct ConnectionTests {
    private final class Names: Sendable {
        private let names = Mutex<[String]>([])
        func append(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock { $0 } }
    }

    private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        change(&configuration)
        return HTTPClient(configuration: configuration)
    }

    /// Threads of this process that carry transfers.
    private static func loopThreadCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "retriever-loop\n"
        }.count
    }

    @Test("200 requests run at once on one thread") func manyAtOnce() async {
        // In a process of its own: other tests use more threads.
        await #expect(processExitsWith: .success) {
            let barrier = Barrier(200)
            let server = try RawServer { connection in
                while connection.readRequest() != nil {
                    barrier.arrive()  // nobody is answered before all have asked
                    connection.respond(body: "ok")
                }
            }
            var configuration = HTTPClient.Configuration()
            configuration.connectionsPerHost = 200
            let client = HTTPClient(configuration: configuration)
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<200 { group.addTask { try await client.get(server.url).text() } }
                for try await text in group { #expect(text == "ok") }
            }
            #expect(try ConnectionTests.loopThreadCount() == 1)
        }
    }

    @Test("A host gets no more connections than allowed, and they are used again") func connectionLimit() async throws {
        let server = try RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        defer { server.stop() }
        let client = client { $0.connectionsPerHost = 3 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = try await client.get(server.url).text() } }
            try await group.waitForAll()
        }
        #expect(server.connectionCount <= 3)
    }

    @Test("A connection that the server closed meanwhile is no error") func staleConnection() async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.respond(body: "ok")  // and closes without saying so
        }
        defer { server.stop() }
        let client = client { $0.connectionsPerHost = 1 }
        for _ in 0..<20 { #expect(try await client.get(server.url).text() == "ok") }
    }

    private static var impatient: RequestOptions {
        var options = RequestOptions()
        options.stallTimeout = .milliseconds(300)
        return options
    }

    @Test("Waiting for a free connection is no stall") func queueIsNoStall() async throws {
        let entered = Barrier(2)
        let gate = Barrier(2)
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if request.line.contains("/slow") {
                    entered.arrive()
                    gate.arrive()
                }
                connection.respond(body: "ok")
            }
        }
        let silent = try RawServer { $0.waitForClose() }
        defer {
            server.stop()
            silent.stop()
        }
        let client = client { $0.connectionsPerHost = 1 }
        let impatient = Self.impatient
        async let slow = client.get(server.url + "/slow").text()
        await Task.detached { entered.arrive() }.value
        async let queued = client.get(server.url, options: impatient).text()
        // When two others have timed out one after the other, the queued one has waited longer than its stall time.
        for _ in 0..<2 { await expectError(.timedOut) { try await HTTPClient().get(silent.url, options: impatient) } }
        await Task.detached { gate.arrive() }.value
        #expect(try await slow == "ok")
        #expect(try await queued == "ok")
    }

    @Test("A total time limit holds in the queue, too") func totalTimeoutInQueue() async throws {
        let server = try RawServer { $0.waitForClose() }
        defer { server.stop() }
        let client = client { $0.connectionsPerHost = 1 }
        let first = Task { try await client.get(server.url) }
        while server.connectionCount == 0 { await Task.yield() }
        var options = RequestOptions()
        options.totalTimeout = .milliseconds(200)
        let error = await expectError(.timedOut) { try await client.get(server.url, options: options) }
        #expect(error?.phase == "waiting for a free connection")
        first.cancel()
        await expectError(.cancelled) { try await first.value }
    }

    @Test("Waiting and running share one total time limit") func totalTimeoutSpansQueueAndTransfer() async throws {
        let server = try RawServer { $0.waitForClose() }
        defer { server.stop() }
        let ended = Names()
        let client = client { $0.connectionsPerHost = 1 }
        var short = RequestOptions()
        short.totalTimeout = .milliseconds(300)
        var long = RequestOptions()
        long.totalTimeout = .milliseconds(600)
        // The first holds the connection for half of the second's time. Had the second its whole time again from then on, the
        // third, which begins with the second and is asked for as much, would end before it.
        let first = Task { [short] in try await client.get(server.url, options: short) }
        while server.connectionCount == 0 { await Task.yield() }
        let second = Task { [long] in
            await expectError(.timedOut) { try await client.get(server.url, options: long) }
            ended.append("second")
        }
        await expectError(.timedOut) { try await first.value }
        let third = Task { [long] in
            await expectError(.timedOut) { try await HTTPClient().get(server.url, options: long) }
            ended.append("third")
        }
        await second.value
        await third.value
        #expect(ended.all == ["second", "third"])
    }

    @Test("A total time limit holds while another request makes the connection") func totalTimeoutBesideAHandshake() async throws
    {
        let silent = try RawServer { $0.waitForClose() }
        defer { silent.stop() }
        let client = HTTPClient()
        let url = "https://127.0.0.1:\(silent.port)/"
        var options = RequestOptions()
        options.connectTimeout = .seconds(600)
        let first = Task { [options] in try await client.get(url, options: options) }
        while silent.connectionCount == 0 { await Task.yield() }
        options.totalTimeout = .milliseconds(200)
        await expectError(.timedOut) { try await client.get(url, options: options) }
        first.cancel()
        await expectError(.cancelled) { try await first.value }
    }

    @Test("A time limit of ages is none") func hugeTimeouts() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        var options = RequestOptions()
        options.connectTimeout = .seconds(Int64.max / 4)
        options.stallTimeout = .seconds(Int64.max / 4)
        #expect(try await HTTPClient().get(server.url, options: options).status == 200)
    }

    @Test("A redirect is followed at once, though its own content never ends") func endlessRedirectContent() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                guard request.line.contains("/first") else {
                    connection.respond(body: "there")
                    continue
                }
                connection.write("HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 1000\r\n\r\nbegin")
            }
        }
        defer { server.stop() }
        #expect(try await HTTPClient().get(server.url + "/first").text() == "there")
        #expect(try await client { $0.connectionsPerHost = 1 }.get(server.url + "/first").text() == "there")
    }

    @Test("A time-out says what it was waiting for") func timeoutPhases() async throws {
        let silent = try RawServer { $0.waitForClose() }
        let stopping = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            connection.waitForClose()
        }
        defer {
            silent.stop()
            stopping.stop()
        }
        var options = RequestOptions()
        options.stallTimeout = .milliseconds(200)
        let client = HTTPClient()
        let waiting = await expectError(.timedOut) { try await client.get(silent.url, options: options) }
        #expect(waiting?.phase == "waiting for the response")
        let receiving = await expectError(.timedOut) { try await client.get(stopping.url, options: options).text() }
        #expect(receiving?.phase == "receiving the content")
        options.connectTimeout = .milliseconds(200)
        let handshake = await expectError(.timedOut) {
            try await client.get("https://127.0.0.1:\(silent.port)/", options: options)
        }
        #expect(handshake?.phase == "the TLS handshake")
        #expect(handshake?.message.contains("127.0.0.1:\(silent.port)") == true)
        options = RequestOptions()
        options.totalTimeout = .milliseconds(200)
        await expectError(.timedOut) { try await client.get(stopping.url, options: options).text() }
    }

    @Test("Connecting has a time limit") func connectTimeout() async throws {
        // A full backlog: the kernel drops further attempts to connect.
        let (listener, port) = try Loopback.listen(backlog: 0)
        let occupants = try (0..<4).map { _ in try Loopback.startConnecting(to: port) }
        defer { for descriptor in occupants + [listener] { close(descriptor) } }
        var options = RequestOptions()
        options.connectTimeout = .milliseconds(200)
        let error = await expectError(.timedOut) { try await HTTPClient().get("http://127.0.0.1:\(port)/", options: options) }
        #expect(error?.phase == "connecting")
    }

    @Test("Failures to connect name host and reason") func connectFailures() async throws {
        let port = try Loopback.unusedPort()
        let refused = await expectError(.cannotConnect) { try await HTTPClient().get("http://127.0.0.1:\(port)/?secret") }
        #expect(refused?.message == "could not connect to 127.0.0.1:\(port): connection refused")
        let unknown = await expectError(.cannotResolve) { try await HTTPClient().get("http://no-such-name.invalid/") }
        #expect(unknown?.message.contains("no-such-name.invalid") == true)
    }

    @Test(
        "A connection that breaks is an error, wherever it breaks",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        ])
    func brokenConnections(sent: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write(sent)
            connection.reset()
        }
        defer { server.stop() }
        await expectError(.connectionLost) { try await HTTPClient().get(server.url).text() }
    }

    @Test("Programs started meanwhile inherit no connection") func closeOnExec() async throws {
        let server = try RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        defer { server.stop() }
        let client = HTTPClient()  // keeps its connection open, idle
        #expect(try await client.get(server.url).text() == "ok")
        let program = try BackgroundProgram("/bin/cat", ["/dev/zero"], folder: BackgroundProgram.temporaryFolder())
        let descriptors = "/proc/\(program.processIdentifier)/fd"
        let targets = try FileManager.default.contentsOfDirectory(atPath: descriptors).compactMap { name in
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")
        }
        #expect(targets.contains("/dev/null"))
        let port = ":" + String(server.port, radix: 16, uppercase: true)
        let table = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp")).readToEnd() ?? Data()
        let connections = String(decoding: table, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ") }.filter { $0[1].hasSuffix(port) || $0[2].hasSuffix(port) }
            .map { "socket:[\($0[9])]" }
        #expect(connections.count >= 2)  // the listening socket and at least an end of the connection
        #expect(targets.filter(connections.contains).isEmpty)
        withExtendedLifetime(client) {}
    }

    @Test("TLS is verified; a named authority is trusted") func tls() async throws {
        let (certificate, key) = try makeSelfSignedCertificate()
        let server = try Nginx(
            server: "ssl_certificate cert.pem; ssl_certificate_key key.pem; location / { return 200 $server_protocol; }",
            listenOptions: "ssl http2", files: ["cert.pem": certificate, "key.pem": key])
        let url = "https://localhost:\(server.port)/"
        let error = await expectError(.tls) { try await HTTPClient().get(url) }
        #expect(error?.message.contains("self-signed") == true, "\(error?.message ?? "")")
        let file = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString).pem")
        try certificate.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let trusting = client { $0.authoritiesFile = file.path }
        #expect(try await trusting.get(url).text() == "HTTP/2.0")
        // More than the connections allowed, at once: HTTP/2 needs one connection only.
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await trusting.get(url).status.code } }
            for try await status in group { #expect(status == 200) }
        }
    }

    @Test("Credentials do not follow a redirect to another origin") func credentialsStay() async throws {
        let other = try RawServer.echo()
        let first = try RawServer { connection in
            _ = connection.readRequest()
            connection.respond("302 Found", fields: "Location: \(other.url)/there\r\n", body: "")
        }
        defer {
            first.stop()
            other.stop()
        }
        var options = RequestOptions()
        options.credentials = .password(user: "u", password: "p")
        let seen = try await HTTPClient().get(first.url, headerFields: [.cookie: "s=1"], options: options).text()
        #expect(seen.hasPrefix("GET /there"))
        #expect(!seen.contains("Authorization") && !seen.contains("Cookie"))
    }
}

@Suite("Streaming and cancelling")
struct StreamingTests {
    @Test("A slow reader bounds what is kept") func backPressure() async throws {
        let total = 32 << 20
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
                let part = [UInt8](repeating: 7, count: 1 << 20)
                for _ in 0..<total / part.count where !connection.write(part) { return }
            }
        }
        let pacer = try RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer {
            server.stop()
            pacer.stop()
        }
        var options = RequestOptions()
        options.bufferLimit = 128 * 1024
        let response = try await HTTPClient().get(server.url, options: options)
        var received = 0
        for try await chunk in response.body {
            #expect(chunk.count <= options.bufferLimit + 16 * 1024)
            received += chunk.count
            // Whole requests go by between two chunks: much more would arrive if nothing held it back.
            if received < 8 << 20 { _ = try await HTTPClient().get(pacer.url).collected() }
        }
        #expect(received == total)
    }

    @Test("Cancelling a task stops the transfer") func cancellation() async throws {
        let closed = Barrier(2)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegin")
            connection.waitForClose()
            closed.arrive()
        }
        defer { server.stop() }
        let (started, starter) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for try await _ in try await HTTPClient().get(server.url).body { starter.yield() }
        }
        for await _ in started { break }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        await Task.detached { closed.arrive() }.value
    }

    @Test("Dropping a response closes its connection") func dropping() async throws {
        let closed = Barrier(2)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegin")
            connection.waitForClose()
            closed.arrive()
        }
        defer { server.stop() }
        #expect(try await HTTPClient().get(server.url).status == 200)
        await Task.detached { closed.arrive() }.value
    }

    @Test("A request that still waits for a connection can be cancelled, and leaves the queue intact")
    func cancellationWhileQueued() async throws {
        let gate = Barrier(2)
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if request.line.contains("/first") { gate.arrive() }
                connection.respond(body: request.line)
            }
        }
        defer { server.stop() }
        var configuration = HTTPClient.Configuration()
        configuration.connectionsPerHost = 1
        let client = HTTPClient(configuration: configuration)
        let first = Task { try await client.get(server.url + "/first").text() }
        while server.connectionCount == 0 { await Task.yield() }
        let queued = (0..<50).map { _ in Task { try await client.get(server.url + "/queued").text() } }
        let last = Task { try await client.get(server.url + "/last").text() }
        for task in queued { task.cancel() }
        for task in queued { await expectError(.cancelled) { try await task.value } }
        await Task.detached { gate.arrive() }.value
        #expect(try await first.value.contains("/first"))
        #expect(try await last.value.contains("/last"))
    }

    @Test("A task that is cancelled already sends nothing") func cancelledBefore() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await HTTPClient().get(server.url)
        }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        #expect(server.connectionCount == 0)
    }

    @Test("Tens of thousands of waiting requests can be cancelled together") func cancellationOfALongQueue() async throws {
        let server = try RawServer { $0.waitForClose() }
        defer { server.stop() }
        let client = HTTPClient()
        let tasks = (0..<20_000).map { _ in Task { _ = try await client.get(server.url) } }
        while server.connectionCount == 0 { await Task.yield() }
        for task in tasks { task.cancel() }
        var cancelled = 0
        for task in tasks {
            if case .failure(let error) = await task.result, (error as? HTTPClientError)?.code == .cancelled { cancelled += 1 }
        }
        #expect(cancelled == tasks.count)
    }

    @Test("A second reader of a response is told so, instead of waiting for ever") func secondReader() async {
        await #expect(processExitsWith: .failure) {
            let server = try RawServer { connection in
                _ = connection.readRequest()
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
                connection.waitForClose()
            }
            let response = try await HTTPClient().get(server.url)
            async let first = response.text()
            async let second = response.text()
            _ = try await (first, second)
        }
    }

    @Test("Cancelling at any moment ends each request once") func cancellationStorm() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let client = HTTPClient()
        await withTaskGroup(of: Void.self) { group in
            for round in 0..<500 {
                group.addTask {
                    let task = Task { try await client.post(server.url, content: .text("x")).text() }
                    for _ in 0..<(round % 50) { await Task.yield() }
                    task.cancel()
                    switch await task.result {
                    case .success(let text): #expect(text.hasSuffix("x"))
                    case .failure(let error): #expect((error as? HTTPClientError)?.code == .cancelled)
                    }
                }
            }
        }
        #expect(try await client.get(server.url).status == 200)
    }
}
