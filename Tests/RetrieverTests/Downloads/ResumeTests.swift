import Files
import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Resuming and retrying downloads")
struct ResumeTests {
    private static let data = SeededGenerator.bytes(1_000_000, seed: 2)

    /// Leaves what a download has that was stopped after so many bytes.
    private func leaveUnfinished(_ server: ContentServer, at path: String, after count: Int, segments: Int = 1) async throws {
        let gate = server.stallsAll(after: count / segments)
        defer { gate() }
        let program = try BackgroundProgram(
            Program.built("DownloadProgram"), [server.url, path, "segments=\(segments)"],
            folder: BackgroundProgram.temporaryFolder())
        // Until as much as is sent is on the disk and noted.
        while recorded(path)?.done.count ?? 0 < count { try await Task.sleep(for: .milliseconds(5)) }
        kill(program.processIdentifier, SIGKILL)
        withExtendedLifetime(program) {}
    }

    private func recorded(_ path: String) -> ResumeRecord? {
        (contents(path + ".retrieving-record")).flatMap { ResumeRecord($0) }
    }

    @Test("A download that was killed goes on where it was, validated by If-Range", arguments: [1, 4])
    func killed(segments: Int) async throws {
        let server = try ContentServer(Self.data)
        let path = try TemporaryFolder().file("x")
        try await leaveUnfinished(server, at: path, after: 200_000, segments: segments)
        #expect(contents(path) == nil)
        let earlier = server.requests.count
        let all = try await events(HTTPClient().download(server.url, to: .file(path), options: quick { $0.segments = segments }))
        let offset = try #require(all.resumes.first)
        #expect(offset >= 200_000)
        #expect(all.restarts.isEmpty)
        if segments == 1 { #expect(all.file?.receivedBytes == Self.data.count - offset) }
        #expect(all.file?.digest == digest(Self.data))
        #expect(contents(path) == Self.data)
        #expect(server.requests[earlier...].allSatisfy { $0.request.values("If-Range") == ["\"v1\""] })
        #expect(try fileNames(beside: path) == ["x"])
    }

    @Test("Last-Modified validates where there is no entity tag") func lastModified() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let server = try ContentServer(Self.data) { ($0.eTag, $0.lastModified) = (nil, date) }
        let path = try TemporaryFolder().file("x")
        try await leaveUnfinished(server, at: path, after: 300_000)
        let all = try await events(HTTPClient().download(server.url, to: .file(path)))
        #expect(all.resumes == [300_000])
        #expect(server.requests.last?.request.values("If-Range") == [date])
        #expect(contents(path) == Self.data)
    }

    @Test("A file that has changed starts over and says so", arguments: [false, true]) func changed(ignoresPreconditions: Bool)
        async throws
    {
        let server = try ContentServer(Self.data)
        let path = try TemporaryFolder().file("x")
        try await leaveUnfinished(server, at: path, after: 300_000)
        let other = SeededGenerator.bytes(500_000, seed: 3)
        server.behaviour.withLock { ($0.content, $0.eTag, $0.ignoresPreconditions) = (other, "\"v2\"", ignoresPreconditions) }
        let all = try await events(HTTPClient().download(server.url, to: .file(path)))
        #expect(all.restarts == [.changed])
        #expect(all.resumes.isEmpty)
        #expect(all.file?.digest == digest(other))
        #expect(contents(path) == other)
    }

    @Test("A file that changes while its segments are fetched starts over") func changesMeanwhile() async throws {
        let other = SeededGenerator.bytes(1_000_000, seed: 4)
        let server = try ContentServer(Self.data, fault: { asked, count in asked.number < 5 ? .cut(count / 2) : nil })
        let path = try TemporaryFolder().file("x")
        var all: [DownloadEvent] = []
        for try await event in HTTPClient().download(server.url, to: .file(path), options: quick { $0.segments = 4 }) {
            if case .interrupted = event { server.behaviour.withLock { ($0.content, $0.eTag) = (other, "\"v2\"") } }
            all.append(event)
        }
        #expect(all.restarts == [.changed])
        #expect(contents(path) == other)
        #expect(all.file?.digest == digest(other))
    }

    @Test("A file that changes with each request is an error in the end", arguments: [1, 4])
    func alwaysChanging(segments: Int) async throws {
        let box = Mutex<ContentServer?>(nil)
        let server = try ContentServer(
            Self.data,
            fault: { asked, _ in
                box.withLock { $0 }?.behaviour.withLock { $0.eTag = "\"\(asked.number)\"" }
                return .cut(1000)
            })
        box.withLock { $0 = server }
        defer { box.withLock { $0 = nil } }
        let path = try TemporaryFolder().file("x")
        await expectError(.changed) {
            try await HTTPClient().download(server.url, to: .file(path), options: quick { $0.segments = segments }).finished()
        }
        #expect(contents(path) == nil)
    }

    @Test("416 with the size that is there is success", arguments: [1, 4]) func alreadyComplete(segments: Int) async throws {
        let server = try ContentServer(Self.data)
        let path = try TemporaryFolder().file("x")
        try Data(Self.data).write(to: URL(filePath: path + ".retrieving"))
        try leaveRecord([0..<Self.data.count], server, path)
        let all = try await events(HTTPClient().download(server.url, to: .file(path), options: quick { $0.segments = segments }))
        #expect(all.file?.receivedBytes == 0)
        #expect(contents(path) == Self.data)
        #expect(server.requests.map(\.range) == ["bytes=1000000-"])
    }

    @Test("416 with another size starts over") func completeButChanged() async throws {
        let server = try ContentServer(Array(Self.data.prefix(500_000))) { $0.ignoresPreconditions = true }
        let path = try TemporaryFolder().file("x")
        try Data(Self.data).write(to: URL(filePath: path + ".retrieving"))
        try leaveRecord([0..<Self.data.count], server, path, length: Self.data.count)
        let all = try await events(HTTPClient().download(server.url, to: .file(path)))
        #expect(all.restarts == [.changed])
        #expect(contents(path) == Array(Self.data.prefix(500_000)))
    }

    private func leaveRecord(_ done: [Range<Int>], _ server: ContentServer, _ path: String, length: Int? = data.count) throws {
        let identity = RepresentationIdentity(eTag: EntityTag(opaqueTag: "v1"), completeLength: length)
        let record = ResumeRecord(done: RangeList(done), identities: [ResumeRecord.key(of: try WebURL(server.url)): identity])
        try Data(record.bytes).write(to: URL(filePath: path + ".retrieving-record"))
    }

    @Test(
        "A 206 that starts elsewhere is obeyed or refused, never appended blindly",
        arguments: [(-100_000, true), (-300_000, true), (100_000, false), (-1, true), (1, false)])
    func partStartsElsewhere(shift: Int, isObeyed: Bool) async throws {
        let data = Self.data
        let server = try ContentServer(
            data,
            answer: { connection, asked in
                guard asked.range == "bytes=300000-" else { return false }
                let start = 300_000 + shift
                connection.write(
                    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(start)-999999/1000000\r\nContent-Length: \(1_000_000 - start)\r\n\r\n"
                )
                connection.write(Array(data[start...]))
                return true
            })
        let path = try TemporaryFolder().file("x")
        try Data(data.prefix(300_000)).write(to: URL(filePath: path + ".retrieving"))
        try leaveRecord([0..<300_000], server, path)
        let all = try await events(HTTPClient().download(server.url, to: .file(path)))
        #expect(all.restarts == (isObeyed ? [] : [.rangesUnsupported]))
        #expect(contents(path) == data)
        #expect(all.file?.digest == digest(data))
    }

    @Test("A server without ranges, or without validators, sends everything again and is not asked for parts in vain")
    func notResumable() async throws {
        for (hasRanges, eTag, reason) in [
            (false, "\"v1\"", DownloadPlan.RestartReason.rangesUnsupported), (true, nil, .noValidator),
            (true, "W/\"v1\"", .noValidator),
        ] {
            let server = try ContentServer(
                Self.data, { ($0.hasRanges, $0.eTag) = (hasRanges, eTag) },
                fault: { asked, _ in asked.number == 0 ? .cut(500_000) : nil })
            let path = try TemporaryFolder().file("x")
            let all = try await events(HTTPClient().download(server.url, to: .file(path), options: quick()))
            #expect(all.restarts == [reason], "\(all)")
            #expect(contents(path) == Self.data)
            #expect(server.requests.count == 2)
            #expect((server.requests[1].range == nil) == (reason == .noValidator))
        }
    }

    @Test("With an expected checksum parts are combined without a validator") func checksumInsteadOfValidator() async throws {
        let server = try ContentServer(
            Self.data, { $0.eTag = nil }, fault: { asked, _ in asked.number == 0 ? .cut(500_000) : nil })
        let path = try TemporaryFolder().file("x")
        let all = try await events(
            HTTPClient().download(server.url, to: .file(path), options: quick { $0.expectedDigest = digest(Self.data) }))
        #expect(all.resumes == [500_000])
        #expect(contents(path) == Self.data)
    }

    @Test("Records that are damaged, cut, of another version or beyond the file are not believed")
    func records() async throws {
        let server = try ContentServer(Self.data)
        let good = ResumeRecord(
            done: RangeList([0..<300_000]),
            identities: [
                ResumeRecord.key(of: try WebURL(server.url)): RepresentationIdentity(
                    eTag: EntityTag(opaqueTag: "v1"), lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", isLastModifiedStrong: true,
                    completeLength: 1_000_000)
            ])
        #expect(ResumeRecord(good.bytes) == good)
        for count in 0..<good.bytes.count { #expect(ResumeRecord(Array(good.bytes.prefix(count))) == nil) }
        for index in good.bytes.indices {
            var bytes = good.bytes
            bytes[index] ^= 1
            #expect(ResumeRecord(bytes) == nil)
        }
        // The file is shorter than the record says: what is not there is fetched.
        let path = try TemporaryFolder().file("x")
        try Data(Self.data.prefix(100_000)).write(to: URL(filePath: path + ".retrieving"))
        try Data(good.bytes).write(to: URL(filePath: path + ".retrieving-record"))
        let all = try await events(HTTPClient().download(server.url, to: .file(path)))
        #expect(all.resumes == [100_000])
        #expect(contents(path) == Self.data)
        // A file without a record is of no use.
        let other = try TemporaryFolder().file("x")
        try Data(Self.data.reversed()).write(to: URL(filePath: other + ".retrieving"))
        #expect(try await events(HTTPClient().download(server.url, to: .file(other))).resumes.isEmpty)
        #expect(contents(other) == Self.data)
    }

    @Test("500 cuts at random places end in the right file") func randomCuts() async throws {
        let generator = Mutex(SeededGenerator(500))
        let server = try ContentServer(
            Self.data,
            fault: { asked, count in
                guard asked.number < 500 else { return nil }
                return generator.withLock { generator in
                    let place = Int.random(in: 0...min(count, 3900), using: &generator)
                    return Bool.random(using: &generator) ? .cut(place) : .reset(place)
                }
            })
        let path = try TemporaryFolder().file("x")
        let all = try await events(
            HTTPClient().download(
                server.url, to: .file(path),
                options: quick {
                    $0.retries = DownloadRetryPolicy(
                        attempts: 100, initialDelay: .microseconds(1), maximumDelay: .microseconds(1))
                }))
        #expect(server.requests.count > 500)
        #expect(all.interruptions >= 500)
        #expect(all.file?.digest == digest(Self.data))
        #expect(contents(path) == Self.data)
        #expect(all.restarts.count <= 10)
    }

    @Test("Cuts at random places in several segments at once end in the right file") func randomCutsInSegments() async throws {
        let generator = Mutex(SeededGenerator(501))
        let server = try ContentServer(
            Self.data,
            fault: { asked, count in
                guard (1..<200).contains(asked.number) else { return nil }
                return generator.withLock { .cut(Int.random(in: 0...min(count, 20_000), using: &$0)) }
            })
        let path = try TemporaryFolder().file("x")
        let all = try await events(
            HTTPClient().download(
                server.url, to: .file(path),
                options: quick {
                    $0.segments = 5
                    $0.retries = DownloadRetryPolicy(
                        attempts: 100, initialDelay: .microseconds(1), maximumDelay: .microseconds(1))
                }))
        #expect(all.file?.digest == digest(Self.data))
        #expect(contents(path) == Self.data)
    }

    @Test("A server that stalls is left and asked again") func stall() async throws {
        let server = try ContentServer(Self.data, fault: { asked, _ in asked.number < 2 ? .stall(300_000) : nil })
        let path = try TemporaryFolder().file("x")
        let all = try await events(
            HTTPClient().download(
                server.url, to: .file(path),
                options: quick {
                    $0.request = RequestOptions()
                    $0.request?.stallTimeout = .milliseconds(300)
                }))
        #expect(all.interruptions == 2)
        #expect(all.resumes == [300_000, 600_000])
        #expect(contents(path) == Self.data)
    }

    @Test("Failures in a row come to an end; what has come is kept for the next run") func attempts() async throws {
        let server = try ContentServer(
            Self.data, fault: { asked, _ in asked.number == 0 ? .cut(400_000) : asked.number < 3 ? .cut(0) : nil })
        let path = try TemporaryFolder().file("x")
        let options = quick { $0.retries.attempts = 2 }
        await expectError(.connectionLost) {
            try await HTTPClient().download(server.url, to: .file(path), options: options).finished()
        }
        #expect(server.requests.count == 3)
        #expect(try fileNames(beside: path) == ["x.retrieving", "x.retrieving-record"])
        let all = try await events(HTTPClient().download(server.url, to: .file(path), options: options))
        #expect(all.resumes == [400_000])
        #expect(contents(path) == Self.data)
    }

    @Test("A server that can only start over is not asked for ever") func startsOverForEver() async throws {
        let server = try ContentServer(Self.data, { $0.eTag = nil }, fault: { _, _ in .cut(1000) })
        let path = try TemporaryFolder().file("x")
        let options = quick { $0.retries.attempts = 3 }
        await expectError(.connectionLost) {
            try await HTTPClient().download(server.url, to: .file(path), options: options).finished()
        }
        #expect(server.requests.count == 4)
    }

    @Test("Nothing is kept when nothing is to be resumed") func keepsNothing() async throws {
        let server = try ContentServer(Self.data, fault: { _, _ in .cut(400_000) })
        let path = try TemporaryFolder().file("x")
        await expectError(.connectionLost) {
            try await HTTPClient().download(
                server.url, to: .file(path),
                options: quick {
                    $0.resumes = false
                    $0.retries = .never
                }
            ).finished()
        }
        #expect(try fileNames(beside: path).isEmpty)
    }

    @Test("A busy server is asked again, when it says so", arguments: [429, 500, 503]) func busy(status: Int) async throws {
        let server = try ContentServer(
            Self.data,
            answer: { connection, asked in
                guard asked.number < 3 else { return false }
                return connection.write("HTTP/1.1 \(status) Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n")
            })
        let path = try TemporaryFolder().file("x")
        let all = try await events(HTTPClient().download(server.url, to: .file(path), options: quick()))
        #expect(all.interruptions == 3)
        #expect(contents(path) == Self.data)
    }

    @Test("Waits grow to a limit, and a server may ask for more") func delays() {
        let policy = DownloadRetryPolicy(attempts: 9, initialDelay: .seconds(1), maximumDelay: .seconds(10))
        #expect((1...6).map { policy.delay(after: $0, share: 1) } == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
        #expect(policy.delay(after: 1, share: 0) == .milliseconds(500))
        #expect(policy.delay(after: 1, retryAfter: .seconds(5), share: 1) == .seconds(5))
        #expect(policy.delay(after: 1, retryAfter: .seconds(50), share: 1) == .seconds(10))
        #expect(policy.delay(after: .max, share: 1) == .seconds(10))
    }

    @Test("A full disk is an error that says so, and the download goes on when there is room") func diskFull() async throws {
        let server = try ContentServer(Self.data)
        let path = try TemporaryFolder().file("x")
        let outcome = try await Program.run("DownloadProgram", [server.url, path, "limit=600000"])
        #expect(outcome.status == 1)
        #expect(outcome.output == "file: cannot write \(path).retrieving: the file would be larger than is allowed\n")
        #expect(contents(path) == nil)
        let all = try await events(HTTPClient().download(server.url, to: .file(path)))
        #expect(try #require(all.resumes.first) > 0)
        #expect(contents(path) == Self.data)
    }

    @Test(
        "What the system says of a disk, in words",
        arguments: [(ENOSPC, "full"), (EDQUOT, "quota"), (EACCES, "denied"), (EROFS, "read-only")])
    func diskErrors(number: Int32, word: String) {
        let error = FileError("write", "/a/b", number: number)
        #expect(error.description.hasPrefix("cannot write /a/b: "))
        #expect(error.description.contains(word))
    }
}
