import Foundation
import Glibc
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Connections of a client")
struct PoolTests {
    private func client(_ change: (inout HTTPClient.Configuration) -> Void) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        change(&configuration)
        return HTTPClient(configuration: configuration)
    }

    /// A server that tells when a connection was closed by the client.
    private func server(closed: @escaping @Sendable () -> Void) throws -> RawServer {
        try RawServer { connection in
            while connection.readRequest() != nil { connection.respond(body: "ok") }
            closed()
        }
    }

    @Test("Connections that nobody uses are closed when their time is over") func idleLifetime() async throws {
        let closed = Barrier(2)
        let server = try server { closed.arrive() }
        defer { server.stop() }
        let client = client { $0.idleConnectionLifetime = .milliseconds(50) }
        #expect(try await client.get(server.url).text() == "ok")
        await Task.detached { closed.arrive() }.value  // and not before the client lets go
        #expect(try await client.get(server.url).text() == "ok")
        #expect(server.connectionCount == 2)
    }

    @Test("Dropping a client closes its connections") func dropping() async throws {
        let closed = Barrier(2)
        let server = try server { closed.arrive() }
        defer { server.stop() }
        #expect(try await HTTPClient().get(server.url).text() == "ok")
        await Task.detached { closed.arrive() }.value
    }

    @Test("A thousand clients leave no thread and no connection behind") func manyClients() async throws {
        let closed = Atomic(0)
        let server = try server { closed.add(1, ordering: .relaxed) }
        defer { server.stop() }
        _ = try await HTTPClient.shared.get(server.url).text()
        func threads() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { id in
                (try? String(contentsOfFile: "/proc/self/task/\(id)/comm", encoding: .utf8)) == "retriever-loop\n"
            }
        }
        for round in 0..<1000 {
            let client = HTTPClient()
            if round.isMultiple(of: 10) { #expect(try await client.get(server.url).text() == "ok") }
        }
        while closed.load(ordering: .relaxed) < 100 { await Task.yield() }
        #expect(try threads() <= ProcessInfo.processInfo.processorCount)
    }

    @Test("Each client has connections of its own") func separateConnections() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let clients = [HTTPClient(), HTTPClient()]
        for client in clients + clients { _ = try await client.get(server.url).text() }
        #expect(server.connectionCount == 2)
    }

    @Test("A connection may be too old for the next request") func maximumAge() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let client = client { $0.connectionMaximumAge = .seconds(1) }
        let clock = ContinuousClock()
        let start = clock.now
        // The age counts in whole seconds and has to be more than the limit.
        while server.connectionCount < 2, clock.now - start < .seconds(60) { _ = try await client.get(server.url).text() }
        #expect(server.connectionCount > 1)
    }

    @Test("A limit holds for all hosts together, and passes places on to other hosts") func totalLimit() async throws {
        let running = Mutex((now: 0, most: 0))
        let servers = try (0..<3).map { _ in
            try RawServer { connection in
                while connection.readRequest() != nil {
                    running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                    for _ in 0..<1000 { sched_yield() }
                    running.withLock { $0.now -= 1 }
                    connection.respond(body: "ok")
                }
            }
        }
        defer { for server in servers { server.stop() } }
        let client = client { $0.totalConnections = 4 }
        try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<60 {
                let url = servers[index % 3].url
                group.addTask { try await client.get(url).text() }
            }
            for try await text in group { #expect(text == "ok") }
        }
        #expect(running.withLock(\.most) <= 4)
    }

    @Test("What waits for a connection goes by priority, then in its order") func priorities() async throws {
        let gate = Barrier(2)
        let order = Mutex<[String]>([])
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if request.line.contains("/first") { gate.arrive() }
                order.withLock { $0.append(String(request.line.split(separator: " ")[1].dropFirst())) }
                connection.respond(body: "")
            }
        }
        defer { server.stop() }
        let client = client { $0.connectionsPerHost = 1 }
        // On one loop's thread the tasks run, and submit, in the order in which they are made.
        try await withTaskExecutorPreference(client.executor) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await client.get(server.url + "/first").text() }
                while server.connectionCount == 0 { await Task.yield() }
                for (name, priority) in [("low", RequestPriority.low), ("a", .normal), ("b", .normal), ("high", .high)] {
                    var options = RequestOptions()
                    options.priority = priority
                    group.addTask { [options] in _ = try await client.get(server.url + "/" + name, options: options).text() }
                }
                for _ in 0..<100 { await Task.yield() }
                await Task.detached { gate.arrive() }.value
                try await group.waitForAll()
            }
        }
        #expect(order.withLock(\.self) == ["first", "high", "a", "b", "low"])
    }

    @Test("Waiting for a connection has a time limit of its own, and is no stall") func poolTimeout() async throws {
        let gate = Barrier(2)
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                gate.arrive()
                connection.respond(body: "ok")
            }
        }
        defer { server.stop() }
        let client = client { $0.connectionsPerHost = 1 }
        let first = Task { try await client.get(server.url).text() }
        while server.connectionCount == 0 { await Task.yield() }
        var options = RequestOptions()
        options.poolTimeout = .milliseconds(100)
        let error = await #expect(throws: HTTPClientError.self) { try await client.get(server.url, options: options) }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == "waiting for a free connection")
        await Task.detached { gate.arrive() }.value
        #expect(try await first.value == "ok")
    }

    @Test("Connections opened ahead are used by the requests that follow") func prewarming() async throws {
        let gate = Barrier(3)
        let lines = Mutex<[String]>([])
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                lines.withLock { $0.append(request.line) }
                if request.line.hasPrefix("OPTIONS") { gate.arrive() }  // each on a connection of its own
                connection.respond("404 Not Found", body: "")
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        try await client.prewarm(server.url, connections: 3)
        #expect(server.connectionCount == 3)
        for _ in 0..<3 { _ = try await client.get(server.url).text() }
        #expect(server.connectionCount == 3)
        #expect(
            lines.withLock(\.self) == Array(repeating: "OPTIONS * HTTP/1.1", count: 3)
                + Array(repeating: "GET / HTTP/1.1", count: 3))
        let error = await #expect(throws: HTTPClientError.self) {
            try await client.prewarm("http://127.0.0.1:\(Loopback.unusedPort())/")
        }
        #expect(error?.code == .cannotConnect)
    }

    @Test("A connection that the server has closed meanwhile is no error, for any method") func staleConnections() async throws {
        let (ends, ended) = AsyncStream<Void>.makeStream()
        let server = try RawServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.respond(body: request.line)
            connection.endSending()
            ended.yield()
            connection.waitForClose()
        }
        defer { server.stop() }
        let client = HTTPClient()
        var end = ends.makeAsyncIterator()
        for method in [HTTPRequest.Method.get, .put, .post, .delete] {
            #expect(try await client.send(method, to: server.url).text().hasPrefix(method.rawValue))
            await end.next()  // a POST that has left on the connection before is lost with it
        }
    }

    @Test("Several loops share the requests of a client, and its limit") func severalLoops() async throws {
        let running = Mutex((now: 0, most: 0))
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                for _ in 0..<200 { sched_yield() }
                running.withLock { $0.now -= 1 }
                connection.respond(body: "ok")
            }
        }
        defer { server.stop() }
        let client = client {
            $0.eventLoops = 2
            $0.connectionsPerHost = 5
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { try await client.get(server.url).text() } }
            for try await text in group { #expect(text == "ok") }
        }
        #expect(running.withLock(\.most) <= 5)
        #expect(server.connectionCount <= 10)
    }

    @Test(
        "On the client's executor tasks spread over its loops, though one of them made all",
        .enabled(if: ProcessInfo.processInfo.processorCount > 1, "there is one loop for each processor"))
    func tasksSpread() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let client = client {
            $0.eventLoops = 2
            $0.connectionsPerHost = 64
        }
        let threads = try await withTaskExecutorPreference(client.executor) {
            try await withThrowingTaskGroup(of: pthread_t.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        let thread = pthread_self()
                        _ = try await client.get(server.url).text()
                        return thread
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
        }
        #expect(threads.count == 2)
    }

    @Test("On the client's executor a task stays on a loop's thread") func executor() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let client = client { $0.eventLoops = 2 }
        @Sendable func threadName() -> String {
            (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
        }
        await withTaskExecutorPreference(client.executor) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        for _ in 0..<5 {
                            #expect(threadName() == "retriever-loop\n")
                            let response = try? await client.post(server.url, content: .text("x"))
                            #expect(threadName() == "retriever-loop\n")
                            #expect(try! await response?.text().hasSuffix("x") == true)
                        }
                    }
                }
            }
        }
        #expect(threadName() != "retriever-loop\n")
    }
}
