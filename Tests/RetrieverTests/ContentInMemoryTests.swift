import Retriever
import TestSupport
import Testing

@Suite("Request content in memory")
struct ContentInMemoryTests {
    private func chunks(_ texts: String...) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for text in texts { continuation.yield(Array(text.utf8)) }
            continuation.finish()
        }
    }

    @Test("Bytes stay as they are") func bytes() async throws {
        let content = try await RequestContent.text("abc").inMemory()
        #expect(content.bytes == Array("abc".utf8))
        #expect(content.contentType == "text/plain; charset=utf-8")
    }

    @Test("Streams and files are read") func read() async throws {
        #expect(try await RequestContent.stream(chunks("a", "bc")).inMemory().bytes == Array("abc".utf8))
        let path = try TemporaryFolder().write("from a file", to: "x")
        let content = try await RequestContent.file(path, contentType: "text/x").inMemory()
        #expect(content.bytes == Array("from a file".utf8))
        #expect(content.contentType == "text/x")
    }

    @Test("Multipart content gets its boundary, and can be sent again") func multipart() async throws {
        let content = try await RequestContent.multipart([.field("a", "b")]).inMemory()
        let boundary = try #require(content.contentType.flatMap { MediaType($0)?.parameters["boundary"] })
        #expect(String(decoding: content.bytes ?? [], as: UTF8.self).hasPrefix("--\(boundary)\r\n"))
        #expect(content.isReplayable)
    }

    @Test("What is too large, too short, read before or not there is an error") func refused() async throws {
        await expectError(.contentTooLarge) { try await RequestContent.stream(chunks("abc", "d")).inMemory(upTo: 3) }
        await expectError(.encoding) { try await RequestContent.stream(chunks("abc"), length: 4).inMemory() }
        await expectError(.encoding) { try await RequestContent.file("/nowhere/x").inMemory() }
        let once = RequestContent.stream(chunks("abc"))
        _ = try await once.inMemory()
        await expectError(.encoding) { try await once.inMemory() }
    }
}
