import Foundation
import Retriever
import TestSupport
import Testing

@Suite("The guide to downloads")
struct GuideTests {
    @Test("Its examples do what it says") func examples() async throws {
        let server = try ContentServer(Array("abc".utf8))
        let mirror = try ContentServer(Array("abc".utf8))
        let (url, otherURL) = (server.url, mirror.url)
        let folder = try TemporaryFolder()
        let client = HTTPClient()

        let file = try await client.download(url, to: .folder(folder.path)).finished()
        #expect(contents(file.path) == Array("abc".utf8))

        var told: [String] = []
        for try await event in client.download(url, to: .file(folder.file("image.iso"))) {
            switch event {
            case .started(let expected, let name): told.append("\(name) \(expected ?? 0)")
            case .progress(let received, _, let rate): #expect(received <= 3 && rate >= 0)
            case .finished(let file): told.append(file.path)
            default: break  // resumed, restarted, interrupted …: for those who want to tell
            }
        }
        #expect(told == ["data.bin 3", folder.file("image.iso")])

        var options = DownloadOptions()
        options.segments = 4
        options.bytesPerSecond = 10_000_000
        options.expectedDigest = SHA256Digest("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let checked = try await client.download(mirrors: [url, otherURL], to: .file(folder.file("checked")), options: options)
            .finished()
        #expect(checked.digest == options.expectedDigest)

        let executed = try await withTaskExecutorPreference(client.executor) {
            try await client.download(url, to: .file(folder.file("executed"))).finished()
        }
        #expect(contents(executed.path) == Array("abc".utf8))
    }
}
