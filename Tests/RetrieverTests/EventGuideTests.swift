import Foundation
import Retriever
import RetrieverTesting
import Testing

/// The examples of `Documentation/events.md`.
private enum EventGuide {
    struct Tick: Codable { var price: Int }
    struct Issue: Codable { var id: Int }

    // swift format would break lines that fit the guide.
    // swift-format-ignore
    static func events(client: HTTPClient, saved: inout String) async throws {
        for try await event in try client.events(from: "https://example.com/ticker") {
            print(event.type, event.data, event.id)
            let tick: Tick = try event.decoded()  // the data is JSON
            if tick.price > 100 { break }
        }

        var reconnection = EventReconnection()
        reconnection.delay = .seconds(1)
        reconnection.maximumFailures = nil  // never give up
        let events = try client.events(from: "https://example.com/votes", lastEventID: saved, reconnection: reconnection) { interruption in
            print("no votes for \(interruption.delay):", interruption.error?.message ?? "the server ended the stream")
            return true  // false makes it the end
        }
        for try await event in events { saved = event.id }
    }

    static func answers(client: HTTPClient) async throws {
        let answer = try await client.post("https://example.com/complete", json: ["prompt": "Once", "stream": "yes"])
        for try await event in answer.events() where event.data != "[DONE]" { print(event.data) }

        for try await tick in try await client.get("https://example.com/log").jsonLines(as: Tick.self) { print(tick.price) }
    }

    static func pages(client: HTTPClient) async throws -> [Issue] {
        var issues: [Issue] = []
        for try await page in try client.pages(from: "https://example.com/issues", query: ["state": "open"]) {
            issues += try await page.decoded(as: [Issue].self)
            if let last = page.url(of: "last") { print("more to come, until \(last)") }
        }
        return issues
    }
}

@Suite("The guide to events and pages")
struct EventGuideTests {
    @Test("Its examples are those that are compiled here") func examples() throws {
        #expect(try missingExamples(of: "events.md", in: #filePath, count: 5) == [])
    }

    @Test("They do what it says") func running() async throws {
        let script = ScriptedTransport()
        func stream(_ text: String) -> ScriptedAnswer { .text(text, contentType: "text/event-stream") }
        script.on(.get("/ticker"), stream("data: {\"price\": 99}\n\ndata: {\"price\": 101}\n\ndata: none\n\n"))
        script.on(.get("/votes"), stream("retry: 0\nid: 8\ndata: 1\n\n"), .status(204))
        script.on(.post("/complete"), stream("data: Once\n\ndata: [DONE]\n\n"))
        script.on(.get("/log"), .text("{\"price\": 1}\n\n{\"price\": 2}\n"))
        script.on(
            .get("/issues?state=open"),
            try .json([EventGuide.Issue(id: 1)], headerFields: [.link: "<?page=2>; rel=\"next last\""]))
        script.on(.get("/issues?page=2"), try .json([EventGuide.Issue(id: 2)]))
        let client = HTTPClient(scripted: script)
        var saved = "7"
        try await EventGuide.events(client: client, saved: &saved)
        #expect(saved == "8")
        #expect(script.requests.map { $0.headerFields[.lastEventID] } == [nil, "7", "8"])
        try await EventGuide.answers(client: client)
        #expect(try await EventGuide.pages(client: client).map(\.id) == [1, 2])
    }

    @Test("What it says about defaults is so") func defaults() {
        let reconnection = EventReconnection()
        #expect(reconnection.delay == .seconds(3) && reconnection.maximumFailures == 10)
    }
}
