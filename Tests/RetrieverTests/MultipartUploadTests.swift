import Foundation
import Retriever
import TestSupport
import Testing

@Suite("Forms with files")
struct MultipartUploadTests {
    private static let server = Result { try HTTPBin() }

    private struct Echo: Decodable {
        var form: [String: FormValue]
        var files: [String: String]
        var headers: [String: String]
    }

    /// httpbin tells one value as a text, several as a list.
    private enum FormValue: Decodable, Equatable {
        case one(String), several([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .one(text)
            } else {
                self = .several(try container.decode([String].self))
            }
        }
    }

    @Test("A server reads the parts: fields, files, streams, names of any kind") func parts() async throws {
        let path = try TemporaryFolder().write("content of the file\r\n--not-a-boundary--\r\n", to: "note.txt")
        let parts: [MultipartPart] = [
            .field("title", "Zürich & \"Bern\"\r\n"), .field("tag", "a"), .field("tag", "b"), .field("empty", ""),
            .file("note", path: path, contentType: "text/plain"),
            MultipartPart(
                name: "stream", fileName: "s.bin",
                content: .stream(AsyncStream(bytes: Array("streamed".utf8)), length: 8)),
            MultipartPart(name: "data", content: try .json(["a": 1])),
        ]
        let answer: Echo = try await HTTPClient().post(Self.server.get().url + "/post", content: .multipart(parts)).decoded()
        #expect(answer.form["title"] == .one("Zürich & \"Bern\"\r\n"))
        #expect(answer.form["tag"] == .several(["a", "b"]))
        #expect(answer.form["empty"] == .one(""))
        #expect(answer.form["data"] == .one("{\"a\":1}"))
        #expect(answer.files == ["note": "content of the file\r\n--not-a-boundary--\r\n", "stream": "streamed"])
    }

    @Test("The parts as they stand on the wire") func wire() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let path = try TemporaryFolder().write("x", to: "a \"b\".txt")
        let text = try await HTTPClient().post(
            server.url, content: .multipart([.field("n", "v"), .file("f", path: path)])
        ).text()
        let boundary = try #require(text.firstMatch(of: /boundary=(\S+)/)?.1)
        #expect(
            text.hasSuffix(
                "\r\n\r\n--\(boundary)\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\nv"
                    + "\r\n--\(boundary)\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a %22b%22.txt\"\r\n"
                    + "Content-Type: application/octet-stream\r\n\r\nx\r\n--\(boundary)--\r\n"))
    }

    @Test("A form without parts is one") func noParts() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let text = try await HTTPClient().post(server.url, content: .multipart([])).text()
        let boundary = try #require(text.firstMatch(of: /boundary=(\S+)/)?.1)
        #expect(text.hasSuffix("\r\n\r\n--\(boundary)--\r\n"))
    }

    @Test("A type that would start another field is refused") func invalidType() async throws {
        let part = MultipartPart(name: "n", content: RequestContent([1], contentType: "a/b\r\nX-Y: z"))
        await expectError(.invalidRequest) { try await HTTPClient().post("http://127.0.0.1:1/", content: .multipart([part])) }
    }
}
