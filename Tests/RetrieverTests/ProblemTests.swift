import Retriever
import RetrieverTesting
import TestSupport
import Testing

@Suite("Problem details, RFC 9457")
struct ProblemTests {
    /// The RFC's example.
    private static let credit = """
        {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.", "status": 403,
         "detail": "Your current balance is 30, but that costs 50.", "instance": "/account/12345/msgs/abc",
         "balance": 30, "accounts": ["/account/12345", "/account/67890"]}
        """

    private struct OutOfCredit: Decodable { var balance: Int, accounts: [String] }

    private func error(_ answer: ScriptedAnswer) async throws -> HTTPClientError {
        let script = ScriptedTransport()
        script.on(.get("http://h/a"), answer)
        return try #require(await expectError(.status) { try await HTTPClient(scripted: script).get("http://h/a").successful() })
    }

    private func answer(_ problem: String, contentType: String = "application/problem+json") -> ScriptedAnswer {
        .text(problem, contentType: contentType, status: 403)
    }

    @Test("The status error has them") func statusError() async throws {
        let error = try await error(answer(Self.credit, contentType: "Application/Problem+JSON; charset=utf-8"))
        let problem = try #require(error.problem)
        #expect(problem.type == "https://example.com/probs/out-of-credit")
        #expect(problem.title == "You do not have enough credit.")
        #expect(problem.status == 403)
        #expect(problem.detail == "Your current balance is 30, but that costs 50.")
        #expect(problem.instance == "/account/12345/msgs/abc")
        let own: OutOfCredit = try problem.decoded()
        #expect(own.balance == 30 && own.accounts.count == 2)
        await expectError(.decoding) { try problem.decoded(as: [Int].self) }
    }

    @Test("The title is what may be logged") func descriptions() async throws {
        let error = try await error(answer(Self.credit))
        #expect(error.description == "http://h/a answered 403: You do not have enough credit.")
        #expect(error.debugDescription.contains("current balance"))
        let problem = try #require(error.problem)
        #expect("\(problem)" == "You do not have enough credit.")
        #expect(problem.debugDescription.contains("current balance"))
    }

    @Test(
        "A title that would change how a line looks is not shown",
        arguments: ["a\\nb", "\\u001b[31mred", "\\u202eolleh", "", String(repeating: "a", count: 201)])
    func hostileTitles(title: String) async throws {
        let error = try await error(answer("{\"title\": \"\(title)\"}"))
        #expect(error.description == "http://h/a answered 403")
        #expect(error.problem.map { "\($0)" } == "a problem")
        #expect(error.problem?.title != nil)
    }

    @Test("Members of another type than they should have count as missing") func wrongTypes() throws {
        let document = "{\"type\": 1, \"title\": null, \"status\": \"403\", \"detail\": [], \"instance\": {}}"
        let problem = try #require(ProblemDetails(Array(document.utf8)))
        #expect(problem.type == "about:blank")
        #expect(problem.title == nil && problem.status == nil && problem.detail == nil && problem.instance == nil)
        #expect(ProblemDetails(Array("{\"status\": 1000}".utf8))?.status == nil)
    }

    @Test(
        "Content of another type, or none that can be read, is no problem",
        arguments: [
            ("{\"title\": \"a\"}", "application/json"), ("[]", "application/problem+json"), ("", "application/problem+json"),
            ("{\"title\": \"a\"", "application/problem+json"),
            ("{\"title\": \"\(String(repeating: "a", count: 70_000))\"}", "application/problem+json"),
        ])
    func others(content: String, contentType: String) async throws {
        #expect(try await error(answer(content, contentType: contentType)).problem == nil)
        let script = ScriptedTransport()
        script.on(.get("http://h/a"), answer(content, contentType: contentType))
        #expect(try await HTTPClient(scripted: script).get("http://h/a").collected().problem == nil)
    }

    @Test("A long problem over the wire is read as a whole") func longProblem() async throws {
        let document = "{\"title\": \"a\", \"detail\": \"\(String(repeating: "b", count: 50_000))\"}"
        let server = try RawServer.answering(
            "HTTP/1.1 400 Bad\r\nContent-Type: application/problem+json\r\nContent-Length: \(document.utf8.count)\r\n\r\n"
                + document)
        defer { server.stop() }
        let error = await expectError(.status) { try await HTTPClient().get(server.url).successful() }
        #expect(error?.problem?.detail?.utf8.count == 50_000)
        #expect(error?.contentPrefix.count == HTTPClientError.contentPrefixLimit)
        let collected = try await HTTPClient().get(server.url).collected()
        #expect(collected.problem?.title == "a")
        #expect(await expectError(.status) { try collected.successful() }?.problem == collected.problem)
    }
}

@Suite("Conditional requests")
struct ConditionalRequestTests {
    @Test("What has not changed is not read again, and what others have changed is not overwritten")
    func conditions() async throws {
        let server = try LoopbackServer { request in
            switch (request.method, request.headerFields[.ifNoneMatch], request.headerFields[.ifMatch]) {
            case (.get, "\"1\"", _): .status(304)
            case (.get, _, _): .text("one", headerFields: [.eTag: "\"1\""])
            case (.put, _, "\"1\""): .status(412)
            default: .status(204)
            }
        }
        let client = HTTPClient()
        let page = try await client.get(server.url)
        #expect(try await client.get(server.url, ifChangedSince: page.head) == nil)
        let other = HTTPResponse(status: 200, headerFields: [.eTag: "\"2\""])
        #expect(try await client.get(server.url, ifChangedSince: other)?.text() == "one")
        let collected = try await client.get(server.url).collected()
        let reply = try await client.put(
            server.url, content: .text("two"), headerFields: .requiring(.unchanged(since: collected.head)))
        #expect(reply.status == .preconditionFailed)
        #expect(try await client.put(server.url, content: .text("x"), headerFields: .requiring(.ifAbsent)).status == 204)
        await server.stop()
    }
}
