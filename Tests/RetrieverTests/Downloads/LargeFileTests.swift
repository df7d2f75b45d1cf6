import Foundation
import Glibc
import Retriever
import TestSupport
import Testing

/// What is there already is a file with holes, so that nothing of such a size is ever written or sent.
@Suite("Files beyond 4 GiB")
struct LargeFileTests {
    private static let border = 1 << 32

    /// The byte at a position of the file.
    private static func byte(_ position: Int) -> UInt8 { UInt8(truncatingIfNeeded: position % 251) }

    /// A server of a file so large.
    ///
    /// - Parameter limit: It closes after so many bytes of content.
    private func server(size: Int, limit: Int = .max, asked: Record<String>) throws -> RawServer {
        try RawServer { connection in
            while let request = connection.readRequest() {
                let range = request.values("Range").first ?? ""
                asked.append(range)
                guard let positions = ByteRange.parse(field: range)?.first?.positions(in: size) else {
                    return connection.respond("400 All of it", body: "")
                }
                connection.write(
                    "HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nContent-Length: \(positions.count)\r\n"
                        + "Content-Range: bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(size)\r\n\r\n")
                guard connection.write(positions.prefix(limit).map(Self.byte)), positions.count <= limit else { return }
            }
        }
    }

    /// Leaves what a download has that was stopped when it had these parts.
    private func leaveUnfinished(_ done: [Range<Int>], size: Int, _ server: RawServer, at path: String) throws {
        #expect(FileManager.default.createFile(atPath: path + ".retrieving", contents: nil))
        #expect(truncate(path + ".retrieving", done.last?.upperBound ?? 0) == 0)
        let identity = RepresentationIdentity(eTag: EntityTag(opaqueTag: "v1"), completeLength: size)
        let record = ResumeRecord(done: RangeList(done), identities: [ResumeRecord.key(of: try WebURL(server.url)): identity])
        try Data(record.bytes).write(to: URL(filePath: path + ".retrieving-record"))
    }

    private func expect(_ path: String, at positions: Range<Int>, _ location: SourceLocation = #_sourceLocation) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        try file.seek(toOffset: UInt64(positions.lowerBound))
        let bytes = try file.read(upToCount: positions.count).map(Array.init)
        #expect(bytes == positions.map(Self.byte), sourceLocation: location)
    }

    /// Without the checksum, which would have to be made of the holes, too.
    private let options = quick { $0.computesDigest = false }

    @Test("A download goes on behind 4 GiB") func resume() async throws {
        let size = Self.border + 5000
        let asked = Record<String>()
        let server = try server(size: size, asked: asked)
        defer { server.stop() }
        let path = try TemporaryFolder().file("x")
        try leaveUnfinished([0..<Self.border], size: size, server, at: path)
        let all = try await events(HTTPClient().download(server.url, to: .file(path), options: options))
        #expect(asked.all == ["bytes=4294967296-"])
        #expect(all.resumes == [Self.border])
        #expect(all.file?.size == size && all.file?.receivedBytes == 5000)
        #expect(all.starts.map(\.0) == [size])
        try expect(path, at: Self.border..<size)
    }

    @Test("Gaps on both sides of 4 GiB, and across, are filled") func gaps() async throws {
        let border = Self.border
        let size = border + 9000
        let asked = Record<String>()
        let server = try server(size: size, asked: asked)
        defer { server.stop() }
        let path = try TemporaryFolder().file("x")
        try leaveUnfinished(
            [0..<border - 5000, border - 4000..<border - 1000, border + 1000..<border + 8000], size: size, server, at: path)
        let all = try await events(HTTPClient().download(server.url, to: .file(path), options: options))
        #expect(
            Set(asked.all) == ["bytes=4294962296-4294963295", "bytes=4294966296-4294968295", "bytes=4294975296-"])
        #expect(all.file?.size == size && all.file?.receivedBytes == 4000)
        for gap in [border - 5000..<border - 4000, border - 1000..<border + 1000, border + 8000..<size] {
            try expect(path, at: gap)
        }
    }

    @Test("A part of 5 GiB that breaks off is kept as far as it came") func interrupted() async throws {
        let size = 5 << 30
        let asked = Record<String>()
        let server = try server(size: size, limit: 3000, asked: asked)
        defer { server.stop() }
        let path = try TemporaryFolder().file("x")
        try leaveUnfinished([0..<Self.border], size: size, server, at: path)
        let error = await expectError(.connectionLost) {
            var options = options
            options.retries.attempts = 0
            return try await HTTPClient().download(server.url, to: .file(path), options: options).finished()
        }
        #expect(error?.message.contains("after 3000 of 1073741824 bytes") == true, "\(error?.message ?? "")")
        #expect(asked.all == ["bytes=4294967296-"])
        let record = contents(path + ".retrieving-record").flatMap { ResumeRecord($0) }
        #expect(record?.done == RangeList([0..<Self.border + 3000]))
        #expect(record?.identities.values.map(\.completeLength) == [size])
    }

    @Test("A file of 5 GiB is announced with its length, and refused before it has gone out") func upload() async throws {
        let path = try TemporaryFolder().file("x")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, 5 << 30) == 0)
        let lengths = Record<[String]>()
        let server = try RawServer { connection in
            guard let head = connection.readHead() else { return }
            lengths.append(head.values("Content-Length"))
            if head.line.contains("/refuse") {
                connection.respond("413 Content Too Large", fields: "Connection: close\r\n", body: "no")
                connection.endSending()
                connection.waitForClose()
            }
        }
        defer { server.stop() }
        let refusal = try await HTTPClient().post(server.url + "/refuse", content: .file(path)).collected()
        #expect(refusal.status == 413 && refusal.text == "no")
        await expectError(.connectionLost) { try await HTTPClient().post(server.url, content: .file(path)) }
        #expect(lengths.all == [["5368709120"], ["5368709120"]])
    }
}
