import Foundation
import RetrieverTesting
import TestSupport
import Testing

@Suite("Record and replay")
struct RecordingTests {
    private let transport = ScriptedTransport()
    private let folder: TemporaryFolder
    private let url = "https://example.com/jokes/random"

    init() throws { folder = try TemporaryFolder() }

    /// A client whose server is the script.
    private func client(_ mode: Recording.Mode, _ redaction: Redaction = Recording.redaction) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.headerFields = [:]
        configuration.attemptInterceptors = [Recording(in: folder.path, mode, redaction: redaction)]
        return HTTPClient(scripted: transport, configuration: configuration)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

    private func recordingError(_ client: HTTPClient, _ url: String) async -> RecordingError? {
        let error = await #expect(throws: HTTPClientError.self) { try await client.get(url) }
        #expect(error?.code == .file)
        return error?.cause as? RecordingError
    }

    @Test("What is recorded is replayed, in order for repeated requests") func inOrder() async throws {
        transport.on(.get("/jokes/random"), .text("one"), .text("two", status: 404, headerFields: [.eTag: "\"x\""]))
        let recording = client(.record)
        for _ in 0..<2 { _ = try await recording.get(url) }
        let replaying = client(.replay)
        #expect(try await replaying.get(url).text() == "one")
        let second = try await replaying.get(url)
        #expect(second.status == 404)
        #expect(second.headerFields[.eTag] == "\"x\"")
        #expect(second.url.href == url)
        #expect(try await second.text() == "two")
        try transport.verify()
    }

    @Test("A file can be read, and names come from the request") func readable() async throws {
        transport.on(.any, .text("Ha\nHa", status: HTTPResponse.Status(code: 201, reasonPhrase: "Created")))
        _ = try await client(.record).post(url, content: .text("a=b"), headerFields: [.accept: "text/plain"])
        let name = try #require(names.first)
        #expect(try names.count == 1)
        #expect(name.hasPrefix("POST-example.com-jokes-random-") && name.hasSuffix(".1.http"))
        #expect(
            try text(name) == """
                POST https://example.com/jokes/random
                Accept: text/plain
                Content-Type: text/plain; charset=utf-8

                a=b
                ===
                HTTP 201 Created
                Content-Type: text/plain; charset=utf-8
                Content-Length: 5

                Ha
                Ha

                """)
    }

    @Test("Recording again gives the same files") func stable() async throws {
        var all: [[String]] = []
        for _ in 0..<2 {
            transport.on(.get("/jokes/random"), .text("one"), .text("two"))
            transport.on(.post("/form"), .status(204))
            let client = client(.record)
            _ = try await client.get(url)
            _ = try await client.post(
                "https://example.com/form", content: .multipart([.field("a", "b"), .field("password", "secret")]))
            _ = try await client.get(url)
            all.append(try names.map { try $0 + text($0) })
        }
        #expect(all[0].count == 3)
        #expect(all[0] == all[1])
        #expect(!all[0].joined().contains("secret"))
        #expect(all[0].joined().contains("name=\"password\"\r\n\r\n[redacted]\r\n--recorded-boundary--"))
    }

    @Test("Secrets are nowhere: not in names, URLs, fields or texts") func redacted() async throws {
        transport.on(
            .post("/login"),
            try .json(
                ["access_token": "secret1", "name": "Anna"],
                headerFields: [.setCookie: "id=secret2", .location: "/next?code=secret3&a=b#access_token=secret4"]))
        transport.on(.get("/next"), .text("there"))
        _ = try await client(.record).post(
            "https://anna:secret5@example.com/login?token=secret6", form: ["password": "secret7", "user": "anna"],
            headerFields: [.authorization: "Bearer secret8"])
        let all = try names.map { try $0 + "\n" + text($0) }.joined()
        #expect(!all.contains("secret"))
        for shown in [
            "POST https://example.com/login?token=[redacted]\n", "Authorization: [redacted]\n", "password=[redacted]&user=anna\n",
            "Location: https://example.com/next?code=[redacted]&a=b\n", "{\"access_token\":\"[redacted]\",\"name\":\"Anna\"}\n",
        ] {
            #expect(all.contains(shown), "\(shown)")
        }
        // Other secrets make no other request.
        let replayed = try await client(.replay).post(
            "https://example.com/login?token=other", form: ["password": "other", "user": "anna"])
        #expect(try await replayed.decoded(as: [String: String].self)["access_token"] == "[redacted]")
        #expect(replayed.headerFields[.contentLength] == "43")
    }

    @Test("Fields that a request calls sensitive are left out") func sensitiveFields() async throws {
        transport.on(.any, .redirect(to: "/next?a=b"), times: .any)
        var options = RequestOptions()
        options.redirects = .deliverRedirectionResponse
        options.sensitiveFields = [.origin]
        _ = try await client(.record).get(url, headerFields: [.origin: "secret"], options: options)
        let file = try text(try #require(names.first))
        #expect(file.contains("Origin: [redacted]\n"))
        #expect(file.contains("Location: /next?a=b\n"))
    }

    @Test("Binary content is beside, in a file of its own") func binary() async throws {
        let content: [UInt8] = [0, 255, 10, 13, 10]
        transport.on(.any, .bytes(content))
        _ = try await client(.record).put(url, content: RequestContent([1, 0, 2]))
        #expect(
            try names.map { $0.split(separator: ".").suffix(2).joined(separator: ".") } == [
                "1.http", "request.bin", "response.bin",
            ])
        #expect(try text(try names[0]).contains("\n@content-file \(try names[2])\n"))
        #expect(FileManager.default.contents(atPath: folder.file(try names[2])).map(Array.init) == content)
        #expect(try await client(.replay).put(url, content: RequestContent([1, 0, 2])).collected().content == content)
    }

    @Test(
        "Text comes back as it was",
        arguments: ["", "\n", "a", "a\n", "a\r\n\r\nb", "===", "a\n=====\nb\n", "ü\n\n\n", "@content-file x"])
    func exact(text: String) async throws {
        transport.on(.any, .text(text))
        _ = try await client(.record).post(url, content: .text(text))
        #expect(try await client(.replay).post(url, content: .text(text)).text() == text)
    }

    @Test("Trailers are recorded") func trailers() async throws {
        transport.on(.any, .chunks([[65]], trailerFields: [.eTag: "\"x\""]))
        _ = try await client(.record).get(url)
        let response = try await client(.replay).get(url)
        #expect(try await response.text() == "A")
        #expect(response.trailerFields[.eTag] == "\"x\"")
    }

    @Test("Automatic mode asks a server only for what is not recorded") func automatic() async throws {
        transport.on(.get("/jokes/random"), .text("one"))
        #expect(try await client(.automatic).get(url).text() == "one")
        let second = client(.automatic)
        #expect(try await second.get(url).text() == "one")
        #expect(transport.requests.count == 1)
        #expect(try await second.get(url).text() == "one")
        #expect(transport.requests.count == 2)
        #expect(try names.count == 2)
    }

    @Test("Recording anew forgets later answers of earlier runs") func anew() async throws {
        transport.on(.any, .text("x"))
        let first = client(.record)
        for _ in 0..<3 { _ = try await first.get(url) }
        #expect(try names.count == 3)
        _ = try await client(.record).get(url)
        #expect(try names.count == 1)
    }

    @Test("Other content, another method and another range are other requests") func identity() async throws {
        transport.on(.any) { .text("\($0.method) \($0.text) \($0.headerFields[.range] ?? "")") }
        for mode in [Recording.Mode.record, .replay] {
            let client = client(mode)
            #expect(try await client.get(url).text() == "GET  ")
            #expect(try await client.get(url, headerFields: [.range: "bytes=0-"]).text() == "GET  bytes=0-")
            #expect(try await client.post(url, content: .text("1")).text() == "POST 1 ")
            #expect(try await client.post(url, content: .text("2")).text() == "POST 2 ")
        }
        #expect(transport.requests.count == 4)
    }

    @Test("A request without a recording says how to record it") func missing() async throws {
        let error = await recordingError(client(.replay), url + "?key=abc")
        #expect(error?.code == .missing)
        #expect(error?.description.contains("GET \(url)?key=[redacted]; run once with mode .automatic or .record") == true)
        #expect(transport.requests.isEmpty)
    }

    @Test("Redirects and downloads are replayed") func onTop() async throws {
        let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        transport.on(.get("/start"), .redirect(to: "/file"))
        transport.on(.get("/file"), .resource(content))
        for mode in [Recording.Mode.record, .replay] {
            let path = try TemporaryFolder().file("x")
            let file = try await client(mode).download("https://example.com/start", to: .file(path)).finished()
            #expect(FileManager.default.contents(atPath: file.path).map(Array.init) == content)
        }
        try transport.verify()
        #expect(transport.requests.count == 2)
    }

    @Test(
        "A damaged file is an error with its name and line",
        arguments: [
            ("", nil), ("GET https://example.com/jokes/random\n\n", nil),
            ("GET\n\n===\nHTTP 200\n\n", 1), ("G(T https://example.com/\n\n===\nHTTP 200\n\n", 1),
            ("GET https://example.com/other\n\n===\nHTTP 200\n\n", 1),
            ("===\nHTTP 200\n\n", 1),
            ("GET https://example.com/jokes/random\nno field\n\n===\nHTTP 200\n\n", 2),
            ("GET https://example.com/jokes/random\n\n===\n", 4),
            ("GET https://example.com/jokes/random\n\n===\nHTTP/1.1 200\n\n", 4),
            ("GET https://example.com/jokes/random\n\n===\nHTTP 99999999999999999999\n\n", 4),
            ("GET https://example.com/jokes/random\n\n===\nHTTP 200\nb\u{0}d name: x\n\n", 5),
            ("GET https://example.com/jokes/random\n\n===\nHTTP 200\nName: \u{0}\n\n", 5),
            ("GET https://example.com/jokes/random\n\n===\nHTTP 200\n@content-file ../x\n\n", 5),
            ("GET https://example.com/jokes/random\n\n===\nHTTP 200\n@content-file gone\n\n", nil),
        ] as [(String, Int?)])
    func damaged(file: String, line: Int?) async throws {
        transport.on(.any, .text("x"))
        _ = try await client(.record).get(url)
        let name = try #require(names.first)
        _ = try folder.write(file, to: name)
        let error = await recordingError(client(.replay), url)
        #expect(error?.code == .damaged)
        #expect(error?.path == folder.file(name))
        #expect(error?.line == line)
    }

    @Test("No file whatever makes it trap") func anyBytes() async throws {
        transport.on(.any, .text("x"))
        _ = try await client(.record).get(url)
        let name = try #require(names.first)
        let valid = Array(try text(name).utf8)
        for index in valid.indices {
            for replacement: [UInt8] in [[], [0xFF], [10], [UInt8(ascii: "=")]] {
                let bytes = valid[..<index] + replacement + valid[(index + 1)...]
                try Data(bytes).write(to: URL(filePath: folder.file(name)))
                _ = try? await client(.replay).get(url).text()
            }
            try Data(valid[..<index]).write(to: URL(filePath: folder.file(name)))
            _ = try? await client(.replay).get(url).text()
        }
    }

    @Test("A file that was changed by hand answers as it says, with either line end") func changedByHand() async throws {
        transport.on(.any, .text("x"))
        _ = try await client(.record).get(url)
        _ = try folder.write("GET \(url)\r\n\r\n===\r\nHTTP 418 Teapot\r\nA: b\r\n\r\nchanged", to: try names[0])
        let response = try await client(.replay).get(url)
        #expect(response.status == 418)
        #expect(response.headerFields[HTTPField.Name("A")!] == "b")
        #expect(try await response.text() == "changed")
    }

    @Test("A folder that cannot be made is an error that names it") func noFolder() async throws {
        transport.on(.any, .text("x"))
        let file = try folder.write("", to: "file")
        var configuration = HTTPClient.Configuration()
        configuration.attemptInterceptors = [Recording(in: file, .record)]
        let error = await recordingError(HTTPClient(scripted: transport, configuration: configuration), url)
        #expect(error?.code == .file)
        #expect(error?.path == file)
    }
}
