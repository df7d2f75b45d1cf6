import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Metrics")
struct MetricsTests {
    /// The metrics of the one request that `body` makes with the options it is given.
    private func metrics(of body: (RequestOptions) async throws -> Void) async rethrows -> RequestMetrics? {
        let (stream, continuation) = AsyncStream.makeStream(of: RequestMetrics.self)
        var options = RequestOptions()
        options.onMetrics = { continuation.yield($0) }
        try await body(options)
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }

    @Test("A request tells what it took and carried, on a new connection and on one used again") func times() async throws {
        let authority = try await TestAuthority()
        let server = try await Nginx(
            authority.issue("server", for: "DNS:localhost"), http2: true,
            server:
                "gzip on; gzip_min_length 1; gzip_types *; location / { return 200 '\(String(repeating: "x", count: 3000))'; }")
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = authority.file
        let client = HTTPClient(configuration: configuration)
        let url = "https://localhost:\(server.port)/"
        let first = try await metrics { _ = try await client.get(url, options: $0).text() }?.hops.first
        let hop = try #require(first)
        #expect(hop.url.href == url && hop.error == nil && hop.httpVersion == "2" && !hop.isConnectionReused)
        #expect(hop.remotePort == Int(server.port) && hop.remoteAddress == "127.0.0.1" && hop.localAddress == "127.0.0.1")
        let parts = try [#require(hop.resolving), #require(hop.connecting), #require(hop.handshake)]
        #expect(parts.allSatisfy { $0 >= .zero } && parts[2] > .zero)
        let firstByte = try #require(hop.firstByte)
        #expect(parts.reduce(.zero, +) <= firstByte && firstByte <= hop.total)
        #expect(hop.contentBytes == 3000 && (1..<1500).contains(hop.bytesReceived) && hop.bytesSent > 20)
        #expect(hop.proxy == nil)
        let second = try await metrics { _ = try await client.get(url, options: $0).text() }?.hops.first
        let again = try #require(second)
        #expect(again.isConnectionReused && again.handshake == nil && again.connecting == nil && again.resolving == nil)
        #expect(again.localPort == hop.localPort && again.firstByte != nil)
    }

    @Test("Sent content is counted") func sentBytes() async throws {
        let server = try RawServer { connection in
            while connection.readRequest() != nil { connection.respond(body: "ok") }
        }
        defer { server.stop() }
        for size in [100, 1_000_000] {
            let content = RequestContent([UInt8](repeating: 1, count: size))
            let hop = try await metrics { _ = try await HTTPClient().post(server.url, content: content, options: $0).text() }?
                .hops.first
            let sent = try #require(hop?.bytesSent)
            #expect((size + 20..<size + 1000).contains(sent))
            #expect(hop?.httpVersion == "1.1")
        }
    }

    @Test("Each hop of a redirect is told, in order") func hops() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if request.line.contains("/last") {
                    connection.respond(body: "there")
                } else {
                    connection.respond("302 Found", fields: "Location: /last\r\n", body: "moved")
                }
            }
        }
        defer { server.stop() }
        let metrics = try #require(
            try await metrics { _ = try await HTTPClient().get(server.url + "/first", options: $0).text() })
        #expect(metrics.hops.map(\.url.path) == ["/first", "/last"])
        #expect(metrics.hops.allSatisfy { $0.error == nil && $0.httpVersion == "1.1" })
        #expect(metrics.hops.allSatisfy { $0.total <= metrics.total })
    }

    @Test("Failures have metrics, too, with how far they came") func failures() async throws {
        let silent = try RawServer { $0.waitForClose() }
        let breaking = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab")
        }
        defer {
            silent.stop()
            breaking.stop()
        }
        let client = HTTPClient()
        let port = try Loopback.unusedPort()
        let refused = await metrics { _ = try? await client.get("http://127.0.0.1:\(port)/", options: $0) }?.hops.first
        #expect(refused?.error?.code == .cannotConnect && refused?.firstByte == nil && refused?.httpVersion == nil)
        let late = await metrics { options in
            var options = options
            options.stallTimeout = .milliseconds(200)
            _ = try? await client.get(silent.url, options: options)
        }?.hops.first
        #expect(late?.error?.code == .timedOut && late?.remotePort == Int(silent.port) && late?.firstByte == nil)
        let broken = await metrics { _ = try? await client.get(breaking.url, options: $0).text() }?.hops.first
        #expect(broken?.error?.code == .connectionLost && broken?.contentBytes == 2 && broken?.firstByte != nil)
        // Nothing went over the wire, and that is told as well.
        let bad = await metrics { _ = try? await client.send(.trace, to: silent.url, content: .text("x"), options: $0) }
        #expect(bad?.hops.isEmpty == true)
    }

    @Test("A request that is cancelled or dropped has metrics") func cancelled() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegin")
            connection.waitForClose()
        }
        let silent = try RawServer { $0.waitForClose() }
        defer {
            server.stop()
            silent.stop()
        }
        let dropped = try await metrics { _ = try await HTTPClient().get(server.url, options: $0) }?.hops.first
        #expect(dropped?.error?.code == .cancelled && dropped?.firstByte != nil)
        let cancelled = await metrics { options in
            let task = Task { try await HTTPClient().get(silent.url, options: options) }
            while silent.connectionCount == 0 { await Task.yield() }
            task.cancel()
            _ = try? await task.value
        }?.hops.first
        #expect(cancelled?.error?.code == .cancelled && cancelled?.firstByte == nil)
    }

    @Test("A request that never left the queue tells how long it waited", arguments: [false, true])
    func queued(isCancelled: Bool) async throws {
        let server = try RawServer { $0.waitForClose() }
        defer { server.stop() }
        var configuration = HTTPClient.Configuration()
        configuration.connectionsPerHost = 1
        let client = HTTPClient(configuration: configuration)
        let first = Task { try await client.get(server.url) }
        while server.connectionCount == 0 { await Task.yield() }
        let hop = await metrics { options in
            var options = options
            options.poolTimeout = isCancelled ? nil : .milliseconds(100)
            let task = Task.immediate { [options] in try await client.get(server.url, options: options) }
            if isCancelled { task.cancel() }
            _ = try? await task.value
        }?.hops.first
        #expect(hop?.error?.code == (isCancelled ? .cancelled : .timedOut))
        if !isCancelled { #expect(hop.map { $0.waiting >= .milliseconds(100) } == true) }
        #expect(hop?.total == .zero && hop?.remoteAddress == nil)
        first.cancel()
        await expectError(.cancelled) { try await first.value }
    }

    @Test("Metrics come exactly once for each request, whatever happens to it") func exactlyOnce() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let told = Atomic(0)
        var options = RequestOptions()
        options.onMetrics = { _ in told.add(1, ordering: .relaxed) }
        let client = HTTPClient()
        await withTaskGroup(of: Void.self) { group in
            for round in 0..<500 {
                group.addTask { [options] in
                    let task = Task { try await client.get(server.url, options: options).text() }
                    for _ in 0..<(round % 50) { await Task.yield() }
                    task.cancel()
                    _ = await task.result
                }
            }
        }
        while told.load(ordering: .relaxed) < 500 { await Task.yield() }
        #expect(try await client.get(server.url).status == 200)
        #expect(told.load(ordering: .relaxed) == 500)
    }

    @Test("A proxy is told") func proxy() async throws {
        let proxy = try TestProxy.http()
        defer { proxy.stop() }
        var configuration = HTTPClient.Configuration()
        configuration.proxy = .proxy(try Proxy("http://me:secret@127.0.0.1:\(proxy.port)"))
        let client = HTTPClient(configuration: configuration)
        let hop = try await metrics { _ = try await client.get("http://name.invalid/", options: $0).text() }?.hops.first
        #expect(hop?.proxy == "127.0.0.1:\(proxy.port)")
    }
}
