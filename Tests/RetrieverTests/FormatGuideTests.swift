import Foundation
import Retriever
import RetrieverTesting
import RetrieverXML
import Testing

/// The examples of `Documentation/formats.md`.
private enum FormatGuide {
    // swift format would break lines that fit the guide.
    // swift-format-ignore
    static func structuredFields(response: HTTPClientResponse) throws {
        let priority = try StructuredField.Dictionary(parsing: response.headerFields[.priority] ?? "")
        let urgency = priority["u"]?.item?.bareItem.integer ?? 3
        print(urgency, priority["i"]?.item?.bareItem.boolean ?? false)

        var hints = StructuredField.List()
        hints.members.append(.item(StructuredField.Item(.token("gzip"), parameters: ["q": 0.5])))
        hints.members.append(.innerList(StructuredField.InnerList([StructuredField.Item("a b"), StructuredField.Item(7)])))
        print(try hints.serialized())  // gzip;q=0.5, ("a b" 7)
        #expect(try hints.serialized() == "gzip;q=0.5, (\"a b\" 7)")
        #expect(urgency == 1)
    }

    static func forms(client: HTTPClient) async throws {
        struct Search: Encodable {
            var text: String
            var tags: [String]
            var isOpen = true
            var page: [String: Int]
        }
        let search = Search(text: "1 + 1", tags: ["a", "b"], page: ["size": 20])

        var encoder = URLEncodedForm.Encoder()
        encoder.arrays = .repeated
        encoder.booleans = .numeric
        encoder.keys = .snakeCase
        print(try encoder.encode(search))  // text=1+%2B+1&tags=a&tags=b&is_open=1&page%5Bsize%5D=20

        _ = try await client.post("https://example.com/search", form: search, encoder: encoder)
        let url = try WebURL("https://example.com/search").appending(query: search, encoder: encoder)
        #expect(try encoder.encode(search) == "text=1+%2B+1&tags=a&tags=b&is_open=1&page%5Bsize%5D=20")
        #expect(url.query == "text=1%20%2B%201&tags=a&tags=b&is_open=1&page%5Bsize%5D=20")
    }

    // swift-format-ignore
    static func conditions(client: HTTPClient) async throws {
        let page = try await client.get("https://example.com/page")
        if let newer = try await client.get("https://example.com/page", ifChangedSince: page.head) { print(try await newer.text()) }

        let reply = try await client.put(
            "https://example.com/page", content: .text("mine"), headerFields: .requiring(.unchanged(since: page.head)))
        if reply.status == .preconditionFailed { print("somebody has changed it meanwhile") }
        #expect(reply.status == .preconditionFailed)
    }

    // swift-format-ignore
    static func problems(client: HTTPClient) async throws {
        struct OutOfCredit: Decodable { var balance: Int }
        do {
            _ = try await client.post("https://example.com/orders", json: ["id": 7]).successful()
        } catch let error as HTTPClientError where error.problem?.type == "https://example.com/probs/out-of-credit" {
            print(error)  // https://example.com/orders answered 403: You do not have enough credit.
            print(try error.problem?.decoded(as: OutOfCredit.self).balance ?? 0)
        }
    }

    static func text(client: HTTPClient) async throws {
        let old = try await client.get("https://example.com/old.html").collected()
        print(old.encoding, old.text)

        print(TextEncoding(label: "latin1")?.decode([0x80, 0xE9]) ?? "")  // €é
        #expect(old.text.hasSuffix("Я"))
        #expect(TextEncoding(label: "latin1")?.decode([0x80, 0xE9]) == "€é")
    }

    static func xml(client: HTTPClient) async throws {
        var titles: [String] = []
        var isTitle = false
        for try await event in try await client.get("https://example.com/feed").xmlEvents() {
            switch event {
            case .startElement(let name, let attributes):
                isTitle = name.localName == "title"
                if let language = attributes["lang"] { print(language) }
            case .text(let text): if isTitle { titles.append(text) }
            case .endElement: isTitle = false
            case .comment, .processingInstruction: break
            }
        }
        #expect(titles == ["One", "Two"])
    }
}

@Suite("The guide to formats")
struct FormatGuideTests {
    @Test("Its examples are those that are compiled here") func examples() throws {
        #expect(try missingExamples(of: "formats.md", in: #filePath, count: 6) == [])
    }

    @Test("They do what it says") func running() async throws {
        let script = ScriptedTransport(otherwise: .status(204))
        script.on(.get("/priority"), .text("", headerFields: [.priority: "u=1, i"]))
        script.on(.get("/page").having([.ifNoneMatch: "*"]), .status(304))
        script.on(.get("/page"), .text("page", headerFields: [.eTag: "\"1\""]))
        script.on(.put("/page").having([.ifMatch: "\"1\""]), .status(412))
        let problem = """
            {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.", "balance": 30}
            """
        script.on(.post("/orders"), .text(problem, contentType: "application/problem+json", status: 403))
        script.on(.get("/old.html"), .bytes(Array("<meta charset=koi8-r>".utf8) + [0xF1], contentType: "text/html"))
        script.on(.get("/feed"), .text("<feed lang='en'><title>One</title><title>Two</title><x>3</x></feed>"))
        let client = HTTPClient(scripted: script)
        try FormatGuide.structuredFields(response: await client.get("https://example.com/priority"))
        try await FormatGuide.forms(client: client)
        try await FormatGuide.conditions(client: client)
        try await FormatGuide.problems(client: client)
        try await FormatGuide.text(client: client)
        try await FormatGuide.xml(client: client)
        #expect(script.requests.count == 8)
    }

    @Test("What it says about defaults is so") func defaults() {
        let limits = XMLLimits()
        #expect(limits.depth == 200 && limits.attributes == 256 && limits.tokenSize == 1 << 20)
        #expect(limits.entityExpansion == 1 << 20 && limits.size == nil)
    }
}
