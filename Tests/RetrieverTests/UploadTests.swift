import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

private struct SourceFailure: Error {}

@Suite("Content that is sent")
struct UploadTests {
    /// What the server saw of one request.
    private func sent(
        _ content: RequestContent, method: HTTPRequest.Method = .post, options: RequestOptions? = nil
    ) async throws -> ServedConnection.Request {
        let seen = Record<ServedConnection.Request>()
        let server = try RawServer { connection in
            while let request = connection.readFramedRequest() {
                seen.append(request)
                connection.respond(body: "")
            }
        }
        defer { server.stop() }
        _ = try await HTTPClient().send(method, to: server.url, content: content, options: options).collected()
        #expect(seen.all.count == 1)
        return try #require(seen.all.first)
    }

    private func file(_ content: [UInt8]) throws -> String {
        let path = try TemporaryFolder().file("content")
        try Data(content).write(to: URL(filePath: path))
        return path
    }

    /// A file of zeros that takes no room on the disk.
    private func sparseFile(_ size: Int) throws -> String {
        let path = try file([])
        truncate(path, size)
        return path
    }

    enum Form: CaseIterable { case bytes, file, streamOfKnownLength, streamOfUnknownLength, multipart }

    private func content(_ form: Form, _ bytes: [UInt8]) throws -> RequestContent {
        switch form {
        case .bytes: RequestContent(bytes)
        case .file: .file(try file(bytes))
        case .streamOfKnownLength: .stream(AsyncStream(bytes: bytes, chunkSize: 10_000), length: bytes.count)
        case .streamOfUnknownLength: .stream(AsyncStream(bytes: bytes, chunkSize: 10_000))
        case .multipart: .multipart([.file("f", path: try file(bytes))])
        }
    }

    @Test(
        "All of it arrives, under exactly one framing field", arguments: Form.allCases,
        [0, 1, 65_535, 65_536, 65_537, 1_000_000])
    func framing(form: Form, count: Int) async throws {
        let bytes = pattern(count)
        let request = try await sent(try content(form, bytes))
        let lengths = request.values("Content-Length")
        let codings = request.values("Transfer-Encoding")
        switch form {
        case .bytes, .file, .streamOfKnownLength:
            #expect(lengths == ["\(count)"] && codings.isEmpty)
            #expect(request.body == bytes)
        case .streamOfUnknownLength:
            #expect(lengths.isEmpty && codings == ["chunked"])
            #expect(request.body == bytes)
        case .multipart:
            #expect(lengths == ["\(request.body.count)"] && codings.isEmpty)
            #expect(Data(request.body).range(of: Data("\r\n\r\n".utf8 + bytes + "\r\n--".utf8)) != nil)
        }
        #expect(request.values("Expect").isEmpty)
    }

    @Test("The method is the caller's, however content is sent", arguments: ["PUT", "PATCH", "DELETE", "GET", "QUERY", "POST"])
    func methods(name: String) async throws {
        let method = try #require(HTTPRequest.Method(name))
        for form in Form.allCases {
            let request = try await sent(try content(form, pattern(100_000)), method: method)
            #expect(request.line == "\(name) / HTTP/1.1")
        }
    }

    @Test("Thirty-five uploads at once, each whole") func parallelUploads() async throws {
        let server = try RawServer { connection in
            while let request = connection.readFramedRequest() {
                connection.respond(body: "\(request.body.count) \(request.body.first ?? 0)")
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<35 {
                group.addTask {
                    let count = 65_500 + index
                    let bytes = [UInt8](repeating: UInt8(index), count: count)
                    let form = Form.allCases[index % 4]
                    let text = try await client.post(server.url, content: try self.content(form, bytes)).text()
                    #expect(text == "\(count) \(index)")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A slow program does not stall its upload; what it has goes out at once") func slowSource() async throws {
        let server = try RawServer { connection in
            guard connection.readHead() != nil else { return }
            // Each chunk is answered before the next is made.
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
            for name in ["a", "b", "c"] {
                guard connection.readLine() == "1", connection.readLine() == name else { return }
                connection.write(name)
            }
            connection.waitForClose()
        }
        defer { server.stop() }
        let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
        source.yield(Array("a".utf8))
        let response = try await HTTPClient().post(server.url, content: .stream(chunks))
        var answers = ""
        for try await chunk in response.body {
            for byte in chunk {
                answers.append(Character(Unicode.Scalar(byte)))
                switch byte {
                case UInt8(ascii: "a"): source.yield(Array("b".utf8))
                case UInt8(ascii: "b"): source.yield(Array("c".utf8))
                default: source.finish()
                }
            }
        }
        #expect(answers == "abc")
    }

    @Test("A stream is read no faster than it is sent") func boundedReading() async throws {
        let begin = Barrier(2)
        let server = try RawServer { connection in
            guard connection.readHead() != nil else { return }
            begin.arrive()
            while let line = connection.readLine(), let size = Int(line, radix: 16) {
                guard connection.readExactly(size) != nil, connection.readLine() == "" else { return }
                if size == 0 { connection.respond(body: "") }
            }
        }
        defer { server.stop() }
        let made = Atomic(0)
        let content = RequestContent.stream(length: nil) {
            AsyncStream { () -> [UInt8]? in
                let count = made.add(1, ordering: .relaxed).newValue
                return count <= 512 ? [UInt8](repeating: 1, count: 128 * 1024) : nil
            }
        }
        let pacer = try RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { pacer.stop() }
        async let response = HTTPClient().post(server.url, content: content).collected()
        // While the server reads nothing, hundreds of requests go by: many times what would be needed to read all of it.
        for _ in 0..<300 { _ = try await HTTPClient().get(pacer.url).collected() }
        #expect(made.load(ordering: .relaxed) < 256)
        await Task.detached { begin.arrive() }.value
        #expect(try await response.status == 200)
        #expect(made.load(ordering: .relaxed) == 513)
    }

    @Test("A file of more than 4 GiB goes out with its length", .timeLimit(.minutes(2))) func hugeFile() async throws {
        let size = 4 << 30 + 1 << 16
        let path = try sparseFile(size)
        let server = try RawServer { connection in
            guard let head = connection.readHead(), head.values("Content-Length") == ["\(size)"] else { return }
            connection.respond(body: "\(connection.count(upTo: size))")
        }
        defer { server.stop() }
        #expect(try await HTTPClient().put(server.url, content: .file(path)).text() == "\(size)")
    }

    // MARK: - Progress

    @Test("Progress grows, and ends at the total", arguments: Form.allCases, [1, 65_536, 1_000_000])
    func progress(form: Form, count: Int) async throws {
        let told = Record<UploadProgress>()
        var options = RequestOptions()
        options.onUploadProgress = { told.append($0) }
        let request = try await sent(try content(form, pattern(count)), options: options)
        let sent = told.all.map(\.sent)
        #expect(zip(sent, sent.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(told.all.last == UploadProgress(sent: request.body.count, total: request.body.count))
        if form != .streamOfUnknownLength { #expect(told.all.allSatisfy { $0.total == request.body.count }) }
        #expect(Set(told.all).count == told.all.count)
    }

    // MARK: - Failures of the source

    @Test(
        "Content that is not as long as promised is an error that says so",
        arguments: [
            (0, "after 0 of 10 bytes"), (9, "after 9 of 10 bytes"), (11, "more of it than the 10 bytes"), (5000, "more"),
        ])
    func wrongLength(count: Int, named: String) async throws {
        let server = try RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let content = RequestContent.stream(AsyncStream(bytes: pattern(count), chunkSize: 1), length: 10)
        let error = await expectError(.encoding) { try await HTTPClient().post(server.url, content: content) }
        #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
    }

    @Test("A source that fails ends the request with its error") func failingSource() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.waitForClose()
        }
        defer { server.stop() }
        let (chunks, source) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        source.yield([1, 2, 3])
        source.finish(throwing: SourceFailure())
        let error = await expectError(.encoding) { try await HTTPClient().post(server.url, content: .stream(chunks)) }
        #expect(error?.cause is SourceFailure)
    }

    @Test("An upload that the server does not take stalls, and the error says so") func stalledUpload() async throws {
        let done = Barrier(2)
        let server = try RawServer { connection in
            _ = connection.readHead()
            done.arrive()
        }
        defer { server.stop() }
        var options = RequestOptions()
        options.stallTimeout = .milliseconds(300)
        let content = RequestContent.file(try sparseFile(1 << 30))
        let error = await expectError(.timedOut) { try await HTTPClient().post(server.url, content: content, options: options) }
        #expect(error?.phase == "sending the content")
        await Task.detached { done.arrive() }.value
    }

    @Test("A file that cannot be read is an error before anything goes out") func unreadableFiles() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        mkfifo(pipe, 0o600)
        for (path, named) in [(folder.file("none"), "no such file"), (folder.path, "no regular file"), (pipe, "stream")] {
            for content in [RequestContent.file(path), .multipart([.file("f", path: path)])] {
                let error = await expectError(.encoding) { try await HTTPClient().post("http://127.0.0.1:1/", content: content) }
                #expect(
                    error?.message.contains(named) == true && error?.message.contains(path) == true, "\(error?.message ?? "")")
            }
        }
    }

    @Test("A file that shrinks meanwhile is an error") func shrinkingFile() async throws {
        let path = try sparseFile(1 << 30)
        let server = try RawServer { connection in
            _ = connection.readHead()
            _ = connection.count(upTo: 1 << 20)
            truncate(path, 1000)
            connection.waitForClose()
        }
        defer { server.stop() }
        let error = await expectError(.encoding) { try await HTTPClient().post(server.url, content: .file(path)) }
        #expect(error?.message.contains("shorter") == true, "\(error?.message ?? "")")
    }

    @Test("Cancelling ends the source as well") func cancellation() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.waitForClose()
        }
        defer { server.stop() }
        let (ended, endings) = AsyncStream.makeStream(of: Void.self)
        let (begun, beginnings) = AsyncStream.makeStream(of: Void.self)
        let content = RequestContent.stream {
            let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
            source.onTermination = { _ in endings.yield() }
            source.yield([1])
            beginnings.yield()
            return chunks
        }
        let task = Task { try await HTTPClient().post(server.url, content: content) }
        for await _ in begun { break }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        for await _ in ended { break }
    }

    // MARK: - Sending again

    @Test("Content that can be sent again follows a redirect with 307 and 308", arguments: Form.allCases, [307, 308])
    func replay(form: Form, status: Int) async throws {
        let bytes = pattern(200_000)
        let seen = Record<ServedConnection.Request>()
        let server = try RawServer { connection in
            while let request = connection.readFramedRequest() {
                seen.append(request)
                let isFirst = request.line.contains(" / ")
                connection.respond(
                    isFirst ? "\(status) Elsewhere" : "200 OK", fields: isFirst ? "Location: /b\r\n" : "", body: "")
            }
        }
        defer { server.stop() }
        switch form {
        case .streamOfKnownLength, .streamOfUnknownLength:
            let content = try content(form, bytes)
            #expect(!content.isReplayable)
            let error = await expectError(.redirect) { try await HTTPClient().post(server.url, content: content) }
            #expect(error?.message.contains("only once") == true)
            let length = form == .streamOfKnownLength ? bytes.count : nil
            let again = RequestContent.stream(length: length) { AsyncStream(bytes: bytes, chunkSize: 999) }
            #expect(again.isReplayable)
            #expect(try await HTTPClient().post(server.url, content: again).status == 200)
            #expect(seen.all.count == 3 && seen.all.allSatisfy { $0.body == bytes })
        case .bytes, .file:
            #expect(try await HTTPClient().post(server.url, content: try content(form, bytes)).status == 200)
            #expect(seen.all.count == 2 && seen.all.allSatisfy { $0.body == bytes })
        case .multipart:
            #expect(try await HTTPClient().post(server.url, content: try content(form, bytes)).status == 200)
            #expect(seen.all.count == 2 && seen.all.allSatisfy { $0.body.count > bytes.count })
            // Encoded afresh: each attempt has its own boundary.
            #expect(Set(seen.all.flatMap { $0.values("Content-Type") }).count == 2)
        }
    }

    @Test("A stream that was used up is refused in a second request") func secondUse() async throws {
        let server = try RawServer { connection in
            while connection.readFramedRequest() != nil { connection.respond(body: "") }
        }
        defer { server.stop() }
        let content = RequestContent.stream(AsyncStream(bytes: [1], chunkSize: 1))
        #expect(try await HTTPClient().post(server.url, content: content).status == 200)
        let error = await expectError(.encoding) { try await HTTPClient().post(server.url, content: content) }
        #expect(error?.message.contains("only once") == true)
    }

    @Test("A connection that dies as content begins to go out is replaced by another, and all is sent again")
    func staleConnection() async throws {
        let count = Atomic(0)
        let server = try RawServer { connection in
            while let head = connection.readHead() {
                // The second request on the first connection is cut off while its content is coming.
                if count.add(1, ordering: .relaxed).newValue == 2 { return connection.reset() }
                connection.respond(body: "\(connection.count(upTo: Int(head.values("Content-Length").first ?? "") ?? 0))")
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        // More than the sockets hold: what has left whole may have been carried out, and is not sent again.
        let size = 64 << 20
        let content = RequestContent.file(try sparseFile(size))
        #expect(try await client.post(server.url, content: content).text() == "\(size)")
        #expect(try await client.post(server.url, content: content).text() == "\(size)")
        #expect(server.connectionCount == 2)
    }
}
