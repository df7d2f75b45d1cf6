import Retriever
import RetrieverTesting
import Testing

@Suite("Pages that link to each other")
struct PageTests {
    /// A client for whom `pages` are the web: what each links to, by its URL.
    private func client(_ pages: [String: String], script: ScriptedTransport = ScriptedTransport()) -> HTTPClient {
        for (url, link) in pages {
            script.on(.get(url), .text(url, headerFields: link.isEmpty ? [:] : [.link: link]))
        }
        return HTTPClient(scripted: script)
    }

    private func texts(_ pages: PageSequence) async throws -> [String] {
        var texts: [String] = []
        for try await page in pages { texts.append(try await page.text()) }
        return texts
    }

    @Test("Links are followed until there is none, relative ones from where the response came from")
    func followsLinks() async throws {
        let script = ScriptedTransport()
        script.on(.get("http://h/start?a=1"), .redirect(to: "http://h/list/1"))
        let client = client(
            [
                "http://h/list/1": "<2>; rel=\"next\", <9>; rel=last", "http://h/list/2": "</list/3?x>; rel=next",
                "http://h/list/3?x": "",
            ],
            script: script)
        let pages = try client.pages(from: "http://h/start", query: ["a": "1"], headerFields: [.accept: "text/x"])
        #expect(try await texts(pages) == ["http://h/list/1", "http://h/list/2", "http://h/list/3?x"])
        #expect(script.requests.count == 4)
        #expect(script.requests.allSatisfy { $0.headerFields[.accept] == "text/x" })
    }

    @Test("A page is asked for when it is wanted")
    func laziness() async throws {
        let script = ScriptedTransport()
        let client = client(["http://h/1": "<2>;rel=next", "http://h/2": "<3>;rel=next"], script: script)
        for try await page in try client.pages(from: "http://h/1") where page.url.path == "/2" { break }
        #expect(script.requests.map(\.url.href) == ["http://h/1", "http://h/2"])
    }

    @Test("Another relation, and links that are from something else")
    func relations() async throws {
        let client = client([
            "http://h/3": "<1>; rel=prev; anchor=\"/x\", <2>; rel=prev; anchor=\"3#top\"", "http://h/2": "<x>;rel=next",
        ])
        #expect(try await texts(client.pages(from: "http://h/3", relation: "prev")) == ["http://h/3", "http://h/2"])
        let page = try await client.get("http://h/3").collected()
        #expect(page.url(of: "prev")?.href == "http://h/2")
        #expect(page.url(of: "next") == nil)
        #expect(page.links.map(\.target) == ["1", "2"])
    }

    @Test(
        "Where it cannot go on, the pages before are read",
        arguments: [
            ("<1#x>; rel=next", "the pages go round in circles: http://h/1 comes again"),
            ("<http://[>; rel=next", "no usable address"),
            ("<file:///etc/passwd>; rel=next", "no usable address"), ("<2>; rel=next", "there are more than 1 pages"),
        ])
    func errors(link: String, message: String) async throws {
        var pages = try client(["http://h/1": link]).pages(from: "http://h/1", maximum: link.contains("<2>") ? 1 : 10)
            .makeAsyncIterator()
        #expect(try await pages.next()?.text() == "http://h/1")
        let error = await expectError(.pagination) { try await pages.next() }
        #expect(error?.message.contains(message) == true)
    }

    @Test("A refused page is an error, and can be asked for again")
    func refusedPage() async throws {
        let script = ScriptedTransport()
        script.on(.get("http://h/2"), .status(503), .text("2"))
        var pages = try client(["http://h/1": "<2>;rel=next"], script: script).pages(from: "http://h/1").makeAsyncIterator()
        _ = try await pages.next()
        #expect(await expectError(.status) { try await pages.next() }?.status == 503)
        #expect(try await pages.next()?.text() == "2")
        #expect(try await pages.next() == nil)
    }

    @Test("What is secret stays at its origin", arguments: [true, false])
    func secrets(isInURL: Bool) async throws {
        let script = ScriptedTransport()
        let client = client(
            [
                "https://h/1": "<2>;rel=next", "https://h/2": "<https://other/3>;rel=next",
                "https://other/3": "<https://h/4>; rel=next",
                "https://h/4": "",
            ], script: script)
        var options = RequestOptions()
        if !isInURL { options.credentials = .password(user: "ada", password: "pass") }
        options.sensitiveFields = [.idempotencyKey]
        let pages = try client.pages(
            from: isInURL ? "https://ada:pass@h/1" : "https://h/1", headerFields: [.idempotencyKey: "secret", .accept: "*/*"],
            options: options)
        #expect(try await texts(pages).count == 4)
        let secret = script.requests.map { $0.headerFields[.idempotencyKey] != nil }
        #expect(secret == [true, true, false, false])
        #expect(script.requests.map { $0.headerFields[.authorization] != nil }.prefix(3) == [true, true, false])
        #expect(script.requests.allSatisfy { $0.headerFields[.accept] == "*/*" && !$0.url.href.contains("pass") })
    }

    @Test("No page leads from https to http")
    func insecurePage() async throws {
        var pages = try client(["https://h/1": "<http://h/2>;rel=next"]).pages(from: "https://h/1").makeAsyncIterator()
        _ = try await pages.next()
        let error = await expectError(.pagination) { try await pages.next() }
        #expect((error?.cause as? RedirectError)?.code == .insecure)
    }
}
