import Foundation
import Retriever
import TestSupport
import Testing

@Suite("What downloads leave")
struct UnfinishedDownloadTests {
    private static let data = SeededGenerator.bytes(500_000, seed: 9)

    @Test func cutDownloadCanBeGoneOnWith() async throws {
        let server = try ContentServer(Self.data, fault: { asked, _ in asked.number == 0 ? .cut(200_000) : nil })
        let url = try WebURL(server.url)
        let folder = try TemporaryFolder()
        for destination in [DownloadDestination.file(folder.file("x")), .folder(folder.path)] {
            #expect(UnfinishedDownload(of: url, to: destination) == nil)
        }
        let destination = DownloadDestination.folder(folder.path)
        await #expect(throws: HTTPClientError.self) {
            try await HTTPClient().download(url, to: destination, options: quick { $0.retries = .never }).finished()
        }
        let left = try #require(UnfinishedDownload(of: url, to: destination))
        #expect(left.received == 200_000 && left.expected == Self.data.count && FileManager.default.fileExists(atPath: left.path))
        #expect(UnfinishedDownload(of: try WebURL(server.url + "?"), to: destination) == nil)
        try await HTTPClient().download(url, to: destination).finished()
        #expect(UnfinishedDownload(of: url, to: destination) == nil)
    }

    @Test func refusedDownloadLeavesNothing() async throws {
        let server = try ContentServer(
            [],
            answer: { connection, _ in
                connection.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            })
        let folder = try TemporaryFolder()
        await #expect(throws: HTTPClientError.self) {
            try await HTTPClient().download(server.url, to: .folder(folder.path)).finished()
        }
        #expect(try fileNames(in: folder).isEmpty)
    }
}
