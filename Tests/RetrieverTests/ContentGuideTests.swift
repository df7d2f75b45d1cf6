import Foundation
import Retriever
import Testing

/// The examples of `Documentation/content.md`, compiled. They are not run: their files and servers are made up.
private enum ContentGuide {
    struct Vote: Decodable { var id: Int }
    static let checksum = HTTPField.Name.eTag

    static func makeChunks() -> AsyncStream<[UInt8]> { AsyncStream { $0.finish() } }

    static func sending(client: HTTPClient, url: String, otherURL: String) async throws {
        // Bytes, text, JSON, forms: in memory.
        _ = try await client.post(url, json: ["stars": 5]).successful()
        _ = try await client.post(url, form: ["joke_id": "17", "vote": "1"]).successful()

        // A file of any size, read while it is sent.
        _ = try await client.put(url, content: .file("/var/backup.tar", contentType: "application/x-tar")).successful()

        // A form with files.
        let photo = MultipartPart.file("photo", path: "/tmp/a.jpg", contentType: "image/jpeg")
        let reply = try await client.post(url, content: .multipart([.field("title", "Berlin"), photo]))
        print(reply.status, try await reply.text())

        // What another server sends, passed on as it comes. It can be read once.
        let source = try await client.get(otherURL)
        _ = try await client.post(url, content: .stream(source.body)).successful()

        // A stream that can be made again, for redirects that ask for the content once more.
        _ = try await client.post(url, content: .stream { makeChunks() }).successful()
    }

    static func listening(client: HTTPClient, url: String) async throws -> HTTPClientResponse {
        var options = RequestOptions()
        options.onUploadProgress = { progress in print(progress.sent, progress.total ?? 0) }
        options.continueTimeout = .seconds(1)  // ask first: Expect: 100-continue
        options.onInformationalResponse = { hints in print(hints.status, hints.headerFields) }
        let reply = try await client.put(url, content: .file("/var/backup.tar"), options: options)
        return reply
    }

    static func trailers(client: HTTPClient, url: String) async throws {
        let content = RequestContent.stream { makeChunks() }
        _ = try await client.post(url, content: content.followed(by: [checksum]) { [checksum: "9f86d0"] }).successful()
    }

    static func reading(client: HTTPClient, url: String) async throws {
        let response = try await client.get(url)
        guard response.status == 200, response.headerFields[.contentType] == "text/plain" else { return response.cancel() }
        for try await line in response.lines() { print(line) }

        // One value in JSON on each line
        for try await vote in try await client.get(url).jsonLines(as: Vote.self) { print(vote.id) }

        // As text, or as bytes, while it arrives
        for try await text in try await client.get(url).textChunks() { print(text, terminator: "") }
        for try await bytes in try await client.get(url).body { print(bytes.count) }

        // All at once, up to a limit, with the trailer fields
        let all = try await client.get(url).collected(upTo: 1 << 20)
        print(all.text, all.trailerFields)
    }
}

@Suite("The guide to content")
struct ContentGuideTests {
    private func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("Its examples are those that are compiled here") func examples() throws {
        let here = URL(filePath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Documentation/content.md"), encoding: .utf8)
        let compiled = lines(of: try String(contentsOf: here, encoding: .utf8))
        let examples = guide.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(examples.count == 4)
        for example in examples { #expect(compiled.firstRange(of: lines(of: example)) != nil, "\(example)") }
    }
}
