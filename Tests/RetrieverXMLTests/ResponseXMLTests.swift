import Retriever
import RetrieverTesting
import RetrieverXML
import Testing

@Suite("XML of a response")
struct ResponseXMLTests {
    private func client(_ answer: ScriptedAnswer) -> HTTPClient { HTTPClient(scripted: ScriptedTransport(otherwise: answer)) }

    private func texts(_ client: HTTPClient) async throws -> [String] {
        var texts: [String] = []
        for try await event in try await client.get("http://h/feed").xmlEvents() {
            if case .text(let text) = event { texts.append(text) }
        }
        return texts
    }

    @Test("A document over the wire, in parts") func overTheWire() async throws {
        let items = (0..<20_000).map { "<item n=\"\($0)\">Text \($0)</item>" }.joined()
        let chunks = Array("<?xml version='1.0'?><list>\(items)</list>".utf8).chunks(of: 10_007)
        let server = try LoopbackServer(ScriptedTransport(otherwise: .chunks(chunks, contentType: "application/xml")))
        var count = 0
        for try await event in try await HTTPClient().get(server.url).xmlEvents() {
            guard case .startElement(let name, let attributes) = event, name.localName == "item" else { continue }
            #expect(attributes["n"] == "\(count)")
            count += 1
        }
        #expect(count == 20_000)
        await server.stop()
    }

    @Test(
        "Encodings: mark, label, declaration",
        arguments: [
            ([0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8), "text/xml; charset=koi8-r"),
            (Array("<?xml version='1.0' encoding='utf-16'?><a>".utf8) + [0xE9] + Array("</a>".utf8), "text/xml; charset=latin1"),
            (Array("<?xml version='1.0' encoding='windows-1252'?><a>".utf8) + [0xE9] + Array("</a>".utf8), "application/rss+xml"),
            ([0xFF, 0xFE] + Array("<a>é</a>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "text/xml"),
            (Array("<a>é</a>".utf8), "text/html"),
        ] as [([UInt8], String)])
    func encodings(content: [UInt8], contentType: String) async throws {
        #expect(try await texts(client(.chunks(content.map { [$0] }, contentType: contentType))) == ["é"])
    }

    @Test("Errors of the document are the client's, after what could be read") func errors() async throws {
        var events = try await client(.text("<a>\n<b></a>")).get("http://h/feed").xmlEvents().makeAsyncIterator()
        for _ in 0..<3 { #expect(try await events.next() != nil) }
        let error = await #expect(throws: HTTPClientError.self) { try await events.next() }
        #expect(error?.code == .decoding && error?.message.contains("line 2") == true)
        #expect((error?.cause as? XMLError)?.line == 2)
        let limited = await #expect(throws: HTTPClientError.self) {
            try await texts(client(.text(String(repeating: "<a>", count: 300))))
        }
        #expect(limited?.code == .limitExceeded)
        let refused = await #expect(throws: HTTPClientError.self) { try await texts(client(.text("<a/>", status: 404))) }
        #expect(refused?.code == .status)
    }
}
