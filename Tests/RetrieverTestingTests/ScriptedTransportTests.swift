import RetrieverTesting
import Testing

@Suite("Scripted transport: rules")
struct ScriptedTransportTests {
    private let transport = ScriptedTransport()
    private var client: HTTPClient { HTTPClient(scripted: transport) }

    @Test(
        "A rule answers what it matches, and nothing else",
        arguments: [
            ("https://example.com/jokes/1", "https://example.com/jokes/*", true),
            ("https://example.com/jokes/1", "/jokes/1", true),
            ("https://example.com:8443/jokes/1", "/jokes/1", true),
            ("https://example.com/jokes/1?a=b", "/jokes/1", true),
            ("https://example.com/jokes/1?a=b", "/jokes/1?a=b", true),
            ("https://example.com/jokes/1?a=b", "/jokes/1?a=*", true),
            ("https://example.com/jokes/1?a=b", "/jokes/1?", false),
            ("https://example.com/jokes/1", "/jokes/1?a=b", false),
            ("https://example.com/jokes/1", "HTTPS://EXAMPLE.com:443/jokes/./1", true),
            ("http://example.com/jokes/1", "https://example.com/jokes/1", false),
            ("https://example.com/jokes/1/2", "/jokes/*/2", true),
            ("https://example.com/jokes/1/3", "/jokes/*/2", false),
            ("https://a.example.com/", "https://*.example.com/", true),
            ("https://example.com/b%C3%BCcher", "/bücher", true),
            ("https://example.com/aXbXc", "/a*b*d", false),
            ("https://user:secret@example.com/", "https://example.com/", true),
            ("https://example.com/", "*", true),
        ])
    func urls(url: String, pattern: String, matches: Bool) async throws {
        transport.on(.get(pattern), .status(204))
        let response = try? await client.get(url)
        #expect((response?.status == 204) == matches)
    }

    @Test("Method, fields and a condition have to fit") func otherParts() async throws {
        transport.on(.post("/vote").having([.accept: "*json*"]).where { $0.form["vote"] == "1" }, .status(204))
        let url = "https://example.com/vote"
        #expect(try await client.post(url, form: ["vote": "1"], headerFields: [.accept: "application/json"]).status == 204)
        await #expect(throws: HTTPClientError.self) { try await client.get(url) }
        await #expect(throws: HTTPClientError.self) { try await client.post(url, form: ["vote": "1"]) }
        await #expect(throws: HTTPClientError.self) {
            try await client.post(url, form: ["vote": "2"], headerFields: [.accept: "application/json"])
        }
        #expect(transport.requests.count == 4)
        #expect(transport.requests.first?.headerFields[.contentType] == "application/x-www-form-urlencoded")
    }

    @Test("Answers come in turn, and a rule that is used up leaves the rest to others") func turns() async throws {
        transport.on(.get("/a"), .text("1"), .text("2"))
        transport.on(.get("/a"), .text("later"), times: .any)
        var texts: [String] = []
        for _ in 0..<4 { texts.append(try await client.get("https://example.com/a").text()) }
        #expect(texts == ["1", "2", "later", "later"])
        try transport.verify()
    }

    @Test("The last answer answers as often as is said") func lastAnswer() async throws {
        transport.on(.get("/a"), .text("1"), .text("2"), times: 3)
        var texts: [String] = []
        for _ in 0..<3 { texts.append(try await client.get("https://example.com/a").text()) }
        #expect(texts == ["1", "2", "2"])
        await #expect(throws: HTTPClientError.self) { try await client.get("https://example.com/a") }
    }

    @Test("An unexpected request fails with its name and the nearest rules, without secrets") func unexpected() async throws {
        transport.on(.post("/vote"), .status(204), times: .any)
        transport.on(.delete("/elsewhere"), .status(204), times: .any)
        let error = await #expect(throws: HTTPClientError.self) {
            try await client.get("https://example.com/vote?token=abc&joke=1")
        }
        #expect(error?.code == .other)
        let lines = error?.message.split(separator: "\n") ?? []
        #expect(
            lines == [
                "unexpected: GET https://example.com/vote?token=[redacted]&joke=1",
                "    not by POST /vote: the method is not POST",
                "    not by DELETE /elsewhere: the method is not DELETE, the URL is another",
            ])
        #expect(error?.cause is ScriptError)
    }

    @Test("Verifying lists what did not come and what came unexpectedly") func verifying() async throws {
        transport.on(.get("/never"), .status(200))
        transport.on(.get("/twice"), .status(200), times: 2)
        transport.on(.get("/any"), .status(200), times: .any)
        transport.on(.get("/atMost"), .status(200), times: .atMost(1))
        _ = try await client.get("https://example.com/twice")
        _ = try? await client.get("https://example.com/what")
        _ = try await client.get("https://example.com/atMost")
        _ = try? await client.get("https://example.com/atMost")
        let error = #expect(throws: ScriptError.self) { try transport.verify() }
        #expect(
            error?.missing == [
                "GET /never, expected at least once: it never came", "GET /twice, expected 2 times: it came once",
            ])
        #expect(error?.unexpected.map(\.request) == ["GET https://example.com/what", "GET https://example.com/atMost"])
        #expect(error?.unexpected.last?.nearest.first == "GET /atMost: it was expected at most once, and all have come")
    }

    @Test("Verifying a script that was kept to does nothing") func verified() async throws {
        try transport.verify()
        transport.on(.get("/a"), .status(200))
        _ = try await client.get("https://example.com/a")
        try transport.verify()
    }

    @Test("Content from streams and multipart forms is there as it would go out") func contents() async throws {
        transport.on(.post("/"), .status(204))
        let stream = AsyncStream<[UInt8]> { continuation in
            continuation.yield(Array("ab".utf8))
            continuation.yield(Array("c".utf8))
            continuation.finish()
        }
        _ = try await client.post("https://example.com/", content: .stream(stream))
        _ = try await client.post("https://example.com/", content: .multipart([.field("title", "Berlin")]))
        #expect(transport.requests[0].text == "abc")
        let type = try #require(transport.requests[1].headerFields[.contentType].flatMap { MediaType($0) })
        let boundary = try #require(type.parameters["boundary"])
        #expect(transport.requests[1].text.contains("--\(boundary)\r\n"))
        #expect(transport.requests[1].text.contains("Berlin"))
    }

    @Test("Content of a request can be decoded") func decoding() async throws {
        transport.on(.post("/")) { try .json(["sum": try $0.decoded(as: [Int].self).reduce(0, +)]) }
        let answer: [String: Int] = try await client.post("https://example.com/", json: [1, 2, 3]).decoded()
        #expect(answer == ["sum": 6])
    }

    @Test("Opening connections ahead opens none") func prewarming() async throws {
        // Nobody resolves this name.
        try await client.prewarm("http://nobody.invalid/")
        #expect(transport.requests.isEmpty)
    }

    @Test("It answers among the interceptors of an ordinary client, too") func asInterceptor() async throws {
        transport.on(.any, .text("scripted"))
        var configuration = HTTPClient.Configuration()
        configuration.attemptInterceptors = [transport]
        #expect(try await HTTPClient(configuration: configuration).get("http://nobody.invalid/").text() == "scripted")
    }
}
