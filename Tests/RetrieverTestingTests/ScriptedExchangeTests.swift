import Foundation
import RetrieverTesting
import Synchronization
import TestSupport
import Testing

@Suite("Scripted transport: what clients do on top of it")
struct ScriptedExchangeTests {
    private let transport = ScriptedTransport()
    private let url = "https://example.com/a"

    private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        change(&configuration)
        return HTTPClient(scripted: transport, configuration: configuration)
    }

    @Test("Redirects are followed, and content is sent again with 308") func redirects() async throws {
        transport.on(.post("/a"), .redirect(to: "/b", status: 308))
        transport.on(.post("/b"), .redirect(to: "https://other.example/c", status: 303))
        transport.on(.get("https://other.example/c"), .text("there"))
        let response = try await client().post(url, content: .text("x"), headerFields: [.authorization: "Basic eDp5"])
        #expect(try await response.text() == "there")
        #expect(response.url.href == "https://other.example/c")
        #expect(response.history.map(\.status) == [308, 303])
        #expect(transport.requests.map(\.text) == ["x", "x", ""])
        #expect(transport.requests.map { $0.headerFields.contains(.authorization) } == [true, true, false])
        try transport.verify()
    }

    @Test("Retries are made, after responses and after failures") func retries() async throws {
        transport.on(.get("/a"), .status(503), .fails(.connectionLost), .fails(.cannotConnect), .text("at last"))
        let response = try await client {
            $0.options.retries = RetryPolicy(attempts: 4)
            $0.options.retries.backOff.initialDelay = .zero
        }.get(url)
        #expect(try await response.text() == "at last")
        try transport.verify()
    }

    @Test("A failure reaches the caller as it is") func failure() async throws {
        var scripted = HTTPClientError(.timedOut, "too slow")
        scripted.timeLimit = "connectTimeout"
        transport.on(.get("/a"), .fails(scripted))
        let error = await #expect(throws: HTTPClientError.self) { try await client().get(url) }
        #expect(error?.code == .timedOut)
        #expect(error?.timeLimit == "connectTimeout")
    }

    @Test("A challenge is answered, and the next request goes with what is known") func challenge() async throws {
        transport.on(.any) { request in
            let expected = "Basic " + Data("anna:secret".utf8).base64EncodedString()
            guard request.headerFields[.authorization] == expected else {
                return .status(401, headerFields: [.wwwAuthenticate: "Basic realm=\"jokes\""])
            }
            return .text("welcome")
        }
        let client = client { $0.options.onChallenge = { _ in .use(.password(user: "anna", password: "secret")) } }
        #expect(try await client.get(url).text() == "welcome")
        #expect(try await client.get(url).text() == "welcome")
        #expect(transport.requests.count == 3)
    }

    @Test("A wrong password is sent once") func wrongPassword() async throws {
        transport.on(.any, .status(401, headerFields: [.wwwAuthenticate: "Basic realm=\"jokes\""]))
        var options = RequestOptions()
        options.credentials = .password(user: "anna", password: "wrong")
        #expect(try await client().get(url, options: options).status == 401)
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Basic YW5uYTp3cm9uZw=="])
    }

    @Test("Tokens go out, and are renewed when they are refused") func tokens() async throws {
        transport.on(.get("/a").having([.authorization: "Bearer new"]), .text("welcome"))
        transport.on(.get("/a"), .status(401, headerFields: [.wwwAuthenticate: "Bearer"]))
        let tokens = try BearerTokens(for: "https://example.com", token: "old") { _ in "new" }
        #expect(try await client { $0.bearerTokens = [tokens] }.get(url).text() == "welcome")
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer old", "Bearer new"])
    }

    @Test("Content streams in the chunks that were scripted, with trailers") func streaming() async throws {
        transport.on(.get("/a"), .chunks([[1, 2], [3]], trailerFields: [.eTag: "\"x\""]))
        let response = try await client().get(url)
        var chunks: [[UInt8]] = []
        for try await chunk in response.body { chunks.append(chunk) }
        #expect(chunks == [[1, 2], [3]])
        #expect(response.trailerFields[.eTag] == "\"x\"")
        transport.on(.get("/b"), .bytes([1, 2, 3, 4, 5]).inChunks(of: 2))
        chunks = []
        for try await chunk in try await client().get("https://example.com/b").body { chunks.append(chunk) }
        #expect(chunks == [[1, 2], [3, 4], [5]])
    }

    @Test("Content breaks off where it is scripted") func breakingOff() async throws {
        transport.on(.get("/a"), .bytes(Array(0..<10)).inChunks(of: 3).breakingOff(after: 4))
        let response = try await client().get(url)
        #expect(response.headerFields[.contentLength] == "10")
        var received: [UInt8] = []
        let error = await #expect(throws: HTTPClientError.self) { for try await chunk in response.body { received += chunk } }
        #expect(error?.code == .connectionLost)
        #expect(received == [0, 1, 2, 3])
    }

    @Test("An answer is held until the test releases it") func held() async throws {
        let gate = Gate()
        transport.on(.get("/a"), .text("late").held(at: gate))
        let client = client()
        let done = Mutex(false)
        let request = Task {
            let text = try await client.get("https://example.com/a").text()
            done.withLock { $0 = true }
            return text
        }
        try await gate.arrivals(1)
        #expect(!done.withLock { $0 })
        gate.release()
        #expect(try await request.value == "late")
        gate.hold()
        #expect(gate.arrivals == 1)
    }

    @Test("Content is held in its middle") func heldInContent() async throws {
        let gate = Gate()
        transport.on(.get("/a"), .text("abcdef").held(at: gate, after: 4))
        let body = try await client().get(url).body.makeAsyncIterator()
        #expect(try await body.next() == Array("abcd".utf8))
        gate.release()
        #expect(try await body.next() == Array("ef".utf8))
        #expect(try await body.next() == nil)
    }

    @Test("A delay passes") func delay() async throws {
        transport.on(.get("/a"), .text("late").delayed(by: .milliseconds(1)))
        #expect(try await client().get(url).text() == "late")
    }

    @Test("What never answers ends with the task") func cancelled() async throws {
        let gate = Gate()
        transport.on(.get("/never"), .neverAnswers)
        transport.on(.get("/head"), .text("x").held(at: gate))
        transport.on(.get("/content"), .text("x").held(at: gate, after: 0))
        for path in ["never", "head", "content"] {
            let client = client()
            let request = Task { try await client.get("https://example.com/\(path)").text() }
            while transport.requests.last?.url.path != "/\(path)" { await Task.yield() }
            request.cancel()
            let error = await #expect(throws: HTTPClientError.self) { try await request.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test("What never answers ends with the request's time") func totalTimeout() async throws {
        transport.on(.get("/a"), .neverAnswers)
        var options = RequestOptions()
        options.totalTimeout = .milliseconds(1)
        let error = await #expect(throws: HTTPClientError.self) { try await client().get(url, options: options) }
        #expect(error?.code == .timedOut)
        #expect(error?.timeLimit == "totalTimeout")
    }

    @Test("HEAD has the fields and no content") func head() async throws {
        transport.on(.head("/a"), .text("four"))
        let response = try await client().head(url)
        #expect(response.headerFields[.contentLength] == "4")
        #expect(try await response.text() == "")
    }
}
