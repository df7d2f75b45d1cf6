import Foundation
import RetrieverTesting
import TestSupport
import Testing

/// The examples of `Documentation/testing.md`, compiled and run.
@Suite("The guide to testing")
struct TestingGuideTests {
    @Test func script() async throws {
        let transport = ScriptedTransport()
        transport.on(.get("https://example.com/jokes/*"), try .json(["id": 1]))
        transport.on(.post("/rater/vote").where { $0.form["vote"] == "1" }, .status(503), .status(204))
        var configuration = HTTPClient.Configuration()
        configuration.options.retries = RetryPolicy(attempts: 2)
        configuration.options.retries.backOff.initialDelay = .zero
        let client = HTTPClient(scripted: transport, configuration: configuration)

        let joke: [String: Int] = try await client.get("https://example.com/jokes/random").decoded()
        #expect(joke == ["id": 1])
        let form: FormParameters = ["vote": "1"]
        let vote = try await client.post("https://example.com/rater/vote", form: form, headerFields: [.idempotencyKey: "7"])
        #expect(vote.status == 204)
        #expect(transport.requests.count == 3)
        try transport.verify()
    }

    @Test func failures() async throws {
        let transport = ScriptedTransport()
        let client = HTTPClient(scripted: transport)
        transport.on(.get("/lost"), .fails(.connectionLost))
        transport.on(.get("/half"), .text("abcdef").breakingOff(after: 3))
        transport.on(.get("/never"), .neverAnswers)
        await #expect(throws: HTTPClientError.self) { try await client.get("https://example.com/lost") }
        await #expect(throws: HTTPClientError.self) { try await client.get("https://example.com/half").text() }
        var hasty = RequestOptions()
        hasty.totalTimeout = .milliseconds(10)
        await #expect(throws: HTTPClientError.self) { try await client.get("https://example.com/never", options: hasty) }
    }

    @Test func waiting() async throws {
        let transport = ScriptedTransport()
        let client = HTTPClient(scripted: transport)
        let gate = Gate()
        transport.on(.get("/slow"), .text("at last").held(at: gate))
        let request = Task { try await client.get("https://example.com/slow").text() }
        try await gate.arrivals(1)
        // Here the request waits: look at what your program shows meanwhile.
        gate.release()
        #expect(try await request.value == "at last")
    }

    @Test func downloads() async throws {
        let transport = ScriptedTransport()
        let client = HTTPClient(scripted: transport)
        let folder = try TemporaryFolder().path
        let file = ScriptedAnswer.resource(Array("0123456789".utf8))
        transport.on(.get("/file"), file.breakingOff(after: 4), file)
        let path = folder + "/file"
        _ = try await client.download("https://example.com/file", to: .file(path)).finished()
        #expect(transport.requests.map { $0.headerFields[.range] } == [nil, "bytes=4-"])
    }

    @Test func recordings() async throws {
        let folder = try TemporaryFolder().path
        let server = try LoopbackServer { _ in .text("Ha") }
        let url = server.url
        func example() async throws -> String {
            var configuration = HTTPClient.Configuration()
            configuration.attemptInterceptors.append(Recording(in: folder))
            let recorded = try await HTTPClient(configuration: configuration).get(url + "/jokes/1?key=secret").text()
            return recorded
        }
        #expect(try await example() == "Ha")
        await server.stop()
        #expect(try await example() == "Ha")
        var redaction = Recording.redaction
        redaction.parameters.insert("pin")
        redaction.fields.insert(.userAgent)
        let recording = Recording(in: folder, .replay, redaction: redaction)
        var configuration = HTTPClient.Configuration()
        configuration.attemptInterceptors.append(recording)
        let client = HTTPClient(configuration: configuration)
        #expect(try await client.get(url + "/jokes/1?key=other").text() == "Ha")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        #expect(text.hasPrefix("GET \(url)/jokes/1?key=[redacted]\nUser-Agent: Retriever/"))
        #expect(text.contains("\n\n===\nHTTP 200 OK\nDate: "))
        #expect(text.hasSuffix("\nContent-Type: text/plain; charset=utf-8\nContent-Length: 2\n\nHa\n"))
    }

    @Test func servers() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in .text("you asked for \(request.url.path)") }
        server.script.on(.get("/slow"), .text("abc").held(at: gate, after: 1))
        let text = try await HTTPClient().get(server.url + "/a").text()
        #expect(text == "you asked for /a")
        await server.stop()
    }

    private func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("Its examples are those that are compiled here") func examples() throws {
        let here = URL(filePath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Documentation/testing.md"), encoding: .utf8)
        let compiled = lines(of: try String(contentsOf: here, encoding: .utf8))
        let examples = guide.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(examples.count == 7)
        for example in examples { #expect(compiled.firstRange(of: lines(of: example)) != nil, "\(example)") }
    }
}
