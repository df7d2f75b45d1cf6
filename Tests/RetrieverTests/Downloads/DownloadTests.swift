import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Downloads")
struct DownloadTests {
    private static let data = SeededGenerator.bytes(3_000_000)

    @Test("A file comes as a sequence of events, with its checksum, and nothing is left beside it") func eventsInOrder()
        async throws
    {
        let server = try ContentServer(Self.data)
        let folder = try TemporaryFolder()
        let path = folder.file("out.bin")
        let all = try await events(HTTPClient().download(server.url, to: .file(path)))
        #expect(all.starts.map(\.0) == [Self.data.count])
        #expect(all.starts.map(\.1) == ["data.bin"])
        guard case .started = all.first, case .finished = all.last else { return #expect(Bool(false), "\(all)") }
        let progress = all.progress
        #expect(progress.map(\.0) == progress.map(\.0).sorted())
        #expect(progress.last?.0 == Self.data.count)
        #expect(progress.allSatisfy { $0.1 == Self.data.count })
        let file = try #require(all.file)
        #expect(file.path == path)
        #expect(file.size == Self.data.count)
        #expect(file.receivedBytes == Self.data.count)
        #expect(file.digest == digest(Self.data))
        #expect(contents(path) == Self.data)
        #expect(try fileNames(in: folder) == ["out.bin"])
        #expect(server.requests.count == 1)
        #expect(server.requests[0].request.values("Accept-Encoding") == ["identity"])
        #expect(server.requests[0].range == nil)
    }

    @Test("One call does, too, and knows sizes only at the end when the server says none", arguments: [0, 1, 100_000])
    func chunked(size: Int) async throws {
        let data = Array(Self.data.prefix(size))
        let server = try ContentServer(data) { $0.usesChunks = size > 0 }
        let folder = try TemporaryFolder()
        let file = try await HTTPClient().download(server.url, to: .folder(folder.path)).finished()
        #expect(file.size == size)
        #expect(file.path == folder.file("data.bin"))
        #expect(contents(file.path) == data)
        #expect(file.digest == digest(data))
    }

    @Test(
        "The name is the server's, made safe",
        arguments: [
            ("Content-Disposition: attachment; filename=\"../../up.txt\"\r\n", "up.txt"),
            ("Content-Disposition: attachment; filename*=UTF-8''n%C3%A4me.txt\r\n", "näme.txt"),
            ("Content-Disposition: attachment; filename=\"..\"\r\n", "data.bin"), ("", "data.bin"),
        ])
    func names(field: String, name: String) async throws {
        let server = try ContentServer([1, 2, 3]) { $0.fields = field }
        let folder = try TemporaryFolder()
        let file = try await HTTPClient().download(server.url, to: .at(URL(filePath: folder.path, directoryHint: .isDirectory)))
            .finished()
        #expect(file.path == folder.file(name))
        #expect(try fileNames(in: folder) == [name])
    }

    @Test("The server's time of the last change is kept on request", arguments: [true, false])
    func modificationTime(keeps: Bool) async throws {
        let server = try ContentServer([1]) { $0.lastModified = "Sun, 06 Nov 1994 08:49:37 GMT" }
        let folder = try TemporaryFolder()
        let file = try await HTTPClient().download(
            server.url, to: .folder(folder.path), options: quick { $0.keepsModificationTime = keeps }
        ).finished()
        let time = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
        #expect((time == Date(timeIntervalSince1970: 784_111_777)) == keeps)
    }

    @Test("A file that is there is refused, replaced or given a number's sibling, as was asked for")
    func existingFiles() async throws {
        let server = try ContentServer([1, 2, 3])
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "data.tar.gz")
        let client = HTTPClient()
        for destination in [DownloadDestination.file(path), .folder(folder.path)] {
            server.behaviour.withLock { $0.fields = "Content-Disposition: attachment; filename=data.tar.gz\r\n" }
            let error = await expectError(.file) { try await client.download(server.url, to: destination).finished() }
            #expect(error?.message.contains(path) == true)
        }
        var numbered = quick { $0.existingFile = .number }
        for number in 2...4 {
            let file = try await client.download(server.url, to: .file(path), options: numbered).finished()
            #expect(file.path == folder.file("data (\(number)).tar.gz"))
        }
        #expect(contents(path) == Array("old".utf8))
        numbered.existingFile = .replace
        #expect(try await client.download(server.url, to: .file(path), options: numbered).finished().path == path)
        #expect(contents(path) == [1, 2, 3])
    }

    @Test("A file that comes while another is downloaded is not replaced") func nameTakenMeanwhile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("data.bin")
        let server = try ContentServer(
            [1, 2, 3],
            answer: { _, _ in
                _ = FileManager.default.createFile(atPath: path, contents: Data("other".utf8))
                return false
            })
        await expectError(.file) { try await HTTPClient().download(server.url, to: .file(path)).finished() }
        #expect(contents(path) == Array("other".utf8))
    }

    @Test("What cannot be written is an error that names the path and the reason")
    func unwritable() async throws {
        let server = try ContentServer([1, 2, 3])
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: true)
        let plain = try folder.write("", to: "plain")
        for (destination, reason) in [
            (DownloadDestination.file(folder.file("sub")), "folder"), (.file(folder.file("missing/x")), "does not exist"),
            (.folder(folder.file("missing")), "no such folder"), (.folder(plain), "no such folder"),
            (.file(plain + "/x"), "no folder"),
            (.file("/proc/x"), "exist"), (.file(""), "no path"), (.file("a\0b"), "no path"), (.file(folder.path + "/"), "folder"),
        ] {
            let error = await expectError(.file) {
                try await HTTPClient().download(server.url, to: destination, options: quick { $0.existingFile = .replace })
                    .finished()
            }
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        }
        #expect(server.requests.isEmpty)
    }

    @Test("A symbolic link at the unfinished file's place is not followed") func symbolicLink() async throws {
        let server = try ContentServer([1, 2, 3])
        let folder = try TemporaryFolder()
        let victim = try folder.write("precious", to: "victim")
        try FileManager.default.createSymbolicLink(atPath: folder.file("x.retrieving"), withDestinationPath: victim)
        await expectError(.file) { try await HTTPClient().download(server.url, to: .file(folder.file("x"))).finished() }
        #expect(contents(victim) == Array("precious".utf8))
    }

    @Test("Statuses that are no file are errors, and no file is left", arguments: [204, 304, 403, 404, 410])
    func refusedStatus(status: Int) async throws {
        let server = try ContentServer(
            [], answer: { connection, _ in connection.write("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n") })
        let folder = try TemporaryFolder()
        let error = await expectError(.status) {
            try await HTTPClient().download(server.url, to: .file(folder.file("x")), options: quick()).finished()
        }
        #expect(error?.status?.code == status)
        #expect(contents(folder.file("x")) == nil)
        #expect(server.requests.count == 1)
    }

    @Test("A wrong checksum keeps a file out of its place; the right one does not", arguments: [1, 4]) func checksum(
        segments: Int
    ) async throws {
        let server = try ContentServer(Self.data)
        let folder = try TemporaryFolder()
        let options = quick {
            $0.segments = segments
            $0.expectedDigest = digest(Self.data)
        }
        let file = try await HTTPClient().download(server.url, to: .file(folder.file("right")), options: options).finished()
        #expect(contents(file.path) == Self.data)
        server.behaviour.withLock { $0.content[1_500_000] ^= 1 }
        let error = await expectError(.checksum) {
            try await HTTPClient().download(server.url, to: .file(folder.file("wrong")), options: options).finished()
        }
        #expect(error?.message.contains("\(options.expectedDigest!)") == true)
        #expect(try fileNames(in: folder) == ["right"])
    }

    @Test("Two downloads do not write the same file at once") func sameDestination() async throws {
        let server = try ContentServer(Self.data, fault: { asked, _ in asked.number == 0 ? .stall(1000) : nil })
        let folder = try TemporaryFolder()
        let first = HTTPClient().download(server.url, to: .file(folder.file("x"))).makeAsyncIterator()
        _ = try await first.next()
        let error = await expectError(.file) {
            try await HTTPClient().download(server.url, to: .file(folder.file("x"))).finished()
        }
        #expect(error?.message.contains("another download") == true)
        withExtendedLifetime(first) {}
    }

    @Test("A total time limit ends a download that goes on and on") func totalTimeout() async throws {
        let server = try ContentServer(Self.data, fault: { _, _ in .stall(1000) })
        let folder = try TemporaryFolder()
        var options = quick()
        options.request = RequestOptions()
        options.request?.totalTimeout = .milliseconds(300)
        await expectError(.timedOut) { [options] in
            try await HTTPClient().download(server.url, to: .file(folder.file("x")), options: options).finished()
        }
    }

    @Test("A cancelled download ends as such and is kept; the next one goes on with it") func cancelling() async throws {
        let server = try ContentServer(Self.data, fault: { asked, _ in asked.number == 0 ? .stall(1_000_000) : nil })
        let folder = try TemporaryFolder()
        let task = Task {
            for try await event in HTTPClient().download(server.url, to: .file(folder.file("x"))) {
                if case .progress = event { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await expectError(.cancelled) { try await task.value }
        let all = try await events(HTTPClient().download(server.url, to: .file(folder.file("x"))))
        #expect(all.resumes.count == 1)
        #expect(contents(folder.file("x")) == Self.data)
    }
}
