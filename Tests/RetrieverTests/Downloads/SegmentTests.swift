import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Downloads in segments, from mirrors, and at a rate")
struct SegmentTests {
    private static let data = SeededGenerator.bytes(2_000_000, seed: 5)

    private func client(connectionsPerHost: Int) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.connectionsPerHost = connectionsPerHost
        return HTTPClient(configuration: configuration)
    }

    @Test("Segments are fetched at once and make the same file", arguments: [2, 4, 6]) func atOnce(segments: Int) async throws {
        let barrier = Barrier(segments)
        let server = try ContentServer(
            Self.data,
            fault: { asked, _ in
                if asked.number < segments { barrier.arrive() }  // nobody gets anything before all have asked
                return nil
            })
        let path = try TemporaryFolder().file("x")
        let all = try await events(
            HTTPClient().download(server.url, to: .file(path), options: quick { $0.segments = segments }))
        #expect(all.segments.map(\.0) == [segments])
        #expect(all.segments.map(\.1) == [nil])
        #expect(all.file?.digest == digest(Self.data))
        #expect(contents(path) == Self.data)
        #expect(server.requests.dropFirst().allSatisfy { $0.request.values("If-Range") == ["\"v1\""] })
    }

    @Test("Fewer segments than wanted come with a reason")
    func fewer() async throws {
        for (change, limit, minimum, count, reason) in [
            ({ $0.hasRanges = false }, 6, 1, 1, "whole files"), ({ $0.eTag = nil }, 6, 1, 1, "belong together"),
            ({ _ in }, 6, 1_000_000, 2, "not worth"), ({ _ in }, 6, 3_000_000, 1, "not worth"),
            ({ _ in }, 3, 1, 3, "3 connections"),
        ] as [((inout ContentServer.Behaviour) -> Void, Int, Int, Int, String)] {
            let server = try ContentServer(Self.data, change)
            let path = try TemporaryFolder().file("x")
            let all = try await events(
                client(connectionsPerHost: limit).download(
                    server.url, to: .file(path),
                    options: quick {
                        $0.segments = 4
                        $0.minimumSegmentSize = minimum
                    }))
            #expect(all.segments.map(\.0) == [count])
            #expect(all.segments.first?.1?.contains(reason) == true, "\(all.segments)")
            #expect(contents(path) == Self.data)
        }
    }

    @Test("What a stuck connection would have brought is fetched by others") func stuckSegment() async throws {
        let server = try ContentServer(Self.data, fault: { asked, _ in asked.number == 2 ? .stall(1000) : nil })
        let path = try TemporaryFolder().file("x")
        let all = try await events(HTTPClient().download(server.url, to: .file(path), options: quick { $0.segments = 4 }))
        #expect(all.interruptions == 0)  // without others it would have ended by the time limit for stalls
        #expect(contents(path) == Self.data)
        #expect(all.file?.digest == digest(Self.data))
    }

    @Test("A server that admits one connection at a time is used with that") func refusedSegments() async throws {
        let refusals = DispatchSemaphore(value: 0)
        let server = try ContentServer(
            Self.data,
            answer: { connection, asked in
                guard 1...6 ~= asked.number else { return false }
                defer { refusals.signal() }
                return connection.write("HTTP/1.1 503 Too many\r\nContent-Length: 0\r\n\r\n")
            },
            fault: { asked, _ in
                if asked.number == 0 { for _ in 1...6 { refusals.wait() } }  // until the others have tried twice
                return nil
            })
        let path = try TemporaryFolder().file("x")
        let options = quick {
            $0.segments = 4
            $0.retries = DownloadRetryPolicy(attempts: 1, initialDelay: .milliseconds(1))
        }
        let all = try await events(HTTPClient().download(server.url, to: .file(path), options: options))
        #expect(all.interruptions == 6)
        #expect(contents(path) == Self.data)
    }

    @Test("All downloads of a client share the connections to a host, and each gets one", .timeLimit(.minutes(1)))
    func sharedConnections() async throws {
        let open = Mutex((now: 0, most: 0, givenUp: 0))
        let hasOther = Atomic(false)
        let data = Self.data
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                open.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                defer { open.withLock { $0.now -= 1 } }
                if request.line.contains("/other") {
                    hasOther.store(true, ordering: .relaxed)
                    connection.respond(fields: "ETag: \"o\"\r\n", body: "other")
                    continue
                }
                let range = request.values("Range").first.flatMap { ByteRange.parse(field: $0)?.first }
                guard let positions = range?.positions(in: data.count) else { return }
                connection.write(
                    "HTTP/1.1 206 Partial\r\nETag: \"a\"\r\nContent-Length: \(positions.count)\r\n"
                        + "Content-Range: bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(data.count)\r\n\r\n")
                // Byte after byte, until the other download has got its connection.
                var rest = data[positions]
                while !rest.isEmpty {
                    let isSlow = !hasOther.load(ordering: .relaxed)
                    guard connection.write(Array(rest.prefix(isSlow ? 1 : 100_000))) else {
                        return open.withLock { $0.givenUp += 1 }
                    }
                    rest = rest.dropFirst(isSlow ? 1 : 100_000)
                    if isSlow { usleep(500) }
                }
            }
        }
        defer { server.stop() }
        let client = client(connectionsPerHost: 3)
        let folder = try TemporaryFolder()
        let iterator = client.download(server.url + "/large", to: .file(folder.file("large")), options: quick { $0.segments = 3 })
            .makeAsyncIterator()
        while let event = try await iterator.next() {
            if case .segmented(let count, _) = event {
                #expect(count == 3)
                break
            }
        }
        while open.withLock({ $0.now }) < 3 { await Task.yield() }
        let other = try await client.download(server.url + "/other", to: .file(folder.file("other"))).finished()
        #expect(contents(other.path) == Array("other".utf8))
        while let event = try await iterator.next() {
            if case .finished(let file) = event { #expect(contents(file.path) == data) }
        }
        #expect(contents(folder.file("large")) == data)
        // Those that were given up may still be open at the server's end for a moment.
        #expect(open.withLock { $0.most <= 3 + $0.givenUp })
    }

    @Test("Parts come from all mirrors") func mirrors() async throws {
        let barrier = Barrier(2)
        let servers = try (0..<2).map { _ in
            let isFirst = Atomic(true)
            return try ContentServer(
                Self.data, { $0.eTag = "\"\(UUID())\"" },
                fault: { _, _ in
                    if isFirst.exchange(false, ordering: .relaxed) { barrier.arrive() }
                    return nil
                })
        }
        let path = try TemporaryFolder().file("x")
        let all = try await events(
            HTTPClient().download(mirrors: servers.map(\.url), to: .file(path), options: quick { $0.segments = 4 }))
        #expect(all.segments.map(\.0) == [4])
        #expect(all.file?.digest == digest(Self.data))
        #expect(contents(path) == Self.data)
        #expect(servers.allSatisfy { !$0.requests.isEmpty })
    }

    @Test("A mirror with another file, without the file, or without ranges is left out", arguments: [1, 4])
    func unfitMirrors(segments: Int) async throws {
        let good = try ContentServer(Self.data, fault: { asked, _ in asked.number == 0 ? .cut(500_000) : nil })
        let other = try ContentServer(Array(Self.data.dropLast()))
        let missing = try ContentServer(
            [], answer: { connection, _ in connection.write("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n") })
        let whole = try ContentServer(Self.data) { $0.hasRanges = false }
        let path = try TemporaryFolder().file("x")
        let all = try await events(
            HTTPClient().download(
                mirrors: [good.url, other.url, missing.url, whole.url], to: .file(path), options: quick { $0.segments = segments }
            ))
        #expect(all.restarts.isEmpty)
        #expect(contents(path) == Self.data)
        let reasons = all.droppedMirrors.joined()
        #expect(reasons.contains("another file"))
        if segments > 1 { #expect(reasons.contains("404") && reasons.contains("whole files")) }
    }

    @Test("When the first mirror is down the next is asked") func deadMirror() async throws {
        let server = try ContentServer(Self.data)
        let dead = "http://127.0.0.1:\(try Loopback.unusedPort())/x"
        let path = try TemporaryFolder().file("x")
        let all = try await events(HTTPClient().download(mirrors: [dead, server.url], to: .file(path), options: quick()))
        #expect(all.interruptions == 1)
        #expect(contents(path) == Self.data)
    }

    @Test("No address, or one that is none, is an error") func noAddress() async throws {
        let path = try TemporaryFolder().file("x")
        await expectError(.badURL) { try await HTTPClient().download(mirrors: [String](), to: .file(path)).finished() }
        await expectError(.badURL) { try await HTTPClient().download("http://[", to: .file(path)).finished() }
        await expectError(.badURL) { try await HTTPClient().download("ftp://127.0.0.1/x", to: .file(path)).finished() }
        #expect(try fileNames(beside: path).allSatisfy { !$0.hasSuffix("-record") })
    }

    @Test("A rate holds for all segments together", arguments: [1, 4]) func rate(segments: Int) async throws {
        let server = try ContentServer(Array(Self.data.prefix(200_000)))
        let path = try TemporaryFolder().file("x")
        let file = try await HTTPClient().download(
            server.url, to: .file(path),
            options: quick {
                $0.segments = segments
                $0.bytesPerSecond = 400_000
            }
        ).finished()
        #expect(file.elapsed >= .milliseconds(450))  // half a second's worth
        #expect(contents(path) == Array(Self.data.prefix(200_000)))
    }

    @Test("A shared rate holds for all downloads together") func sharedRate() async throws {
        let server = try ContentServer(Array(Self.data.prefix(100_000)))
        let folder = try TemporaryFolder()
        let limiter = DownloadRateLimiter(bytesPerSecond: 400_000)
        let start = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for name in ["a", "b"] {
                group.addTask {
                    let options = quick {
                        $0.segments = 2
                        $0.rateLimiter = limiter
                    }
                    try await HTTPClient().download(server.url, to: .file(folder.file(name)), options: options).finished()
                }
            }
            try await group.waitForAll()
        }
        #expect(start.duration(to: .now) >= .milliseconds(450))  // half a second's worth
        for name in ["a", "b"] { #expect(contents(folder.file(name)) == Array(Self.data.prefix(100_000))) }
    }

    @Test("What others do not use of a shared rate is there for a download") func unusedRate() async throws {
        let content = Array(Self.data.prefix(200_000))
        let server = try ContentServer(content)
        let idle = try ContentServer(content, fault: { _, _ in .stall(1) })
        let folder = try TemporaryFolder()
        let options = quick {
            $0.retries = .never
            $0.rateLimiter = DownloadRateLimiter(bytesPerSecond: 400_000)
        }
        func elapsed(_ name: String) async throws -> Duration {
            try await HTTPClient().download(server.url, to: .file(folder.file(name)), options: options).finished().elapsed
        }
        let alone = try await elapsed("alone")
        let others = (0..<3).map { number in
            HTTPClient().download(idle.url, to: .file(folder.file("\(number)")), options: options).makeAsyncIterator()
        }
        for other in others { _ = try await other.next() }
        #expect(try await elapsed("beside") < alone * 2)  // a quarter of the rate would take four times as long
    }

    @Test("Time below a rate limit") func limiter() {
        let limiter = DownloadRateLimiter(bytesPerSecond: 1000)
        let start = ContinuousClock.now
        #expect(limiter.delay(after: 500, now: start) == .milliseconds(500))
        #expect(limiter.delay(after: 500, now: start) == .seconds(1))
        #expect(limiter.delay(after: 0, now: start + .milliseconds(400)) == .milliseconds(600))
        #expect(limiter.delay(after: 100, now: start + .seconds(60)) == .milliseconds(100))
    }
}
