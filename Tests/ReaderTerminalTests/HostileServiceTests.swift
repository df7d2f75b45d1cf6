import Foundation
import Synchronization
import TestSupport
import Testing

/// The reader at a terminal, against services that are down, slow or hostile.
@Suite("The terminal form in bad company")
struct HostileServiceTests {
    private func terminal(_ server: RawServer, _ folder: TemporaryFolder) throws -> PseudoTerminal {
        try PseudoTerminal(
            Program.built("retriever"), ["--terminal", "--service", server.url], environment: Program.environment(folder)
        )
    }

    private static let joke = #"{"type":"success","value":{"id":1,"joke":"A joke.","categories":[]}}"#
    private static let rating = #"{"id":1,"up":0,"down":0,"vote":0}"#

    /// A service whose hero page and other paths are the test's.
    private func service(_ pages: @escaping @Sendable (String) -> (fields: String, body: String)?) throws -> RawServer {
        try RawServer { connection in
            while let request = connection.readRequest() {
                let path = String(request.line.split(separator: " ")[1])
                if let page = pages(path) {
                    connection.respond(
                        page.fields.contains("Location") ? "302 Found" : "200 OK", fields: page.fields, body: page.body)
                } else {
                    connection.respond(body: path.contains("rating") ? Self.rating : Self.joke)
                }
            }
        }
    }

    @Test func nothingFromTheNetworkReachesTheTerminalRaw() async throws {
        let evil = #"x\u001b]0;owned\u0007\u001b[31m\u009b5m\u0000y"#
        let html = "Content-Type: text/html\r\n"
        let server = try service { path in
            switch path {
            case "/jokes/random":
                ("", #"{"type":"success","value":{"id":1,"joke":"\#(evil)","categories":["\#(evil)"]}}"#)
            case "/hero":
                (
                    html,
                    "<title>T\u{1B}]0;owned\u{7}</title><h1>H\u{1B}[31m</h1><p>P&#27;]0;owned&#7; \u{9B}5m <a href='\u{1B}x:\u{7}'>l</a>"
                )
            default: nil
            }
        }
        defer { server.stop() }
        let terminal = try terminal(server, TemporaryFolder())
        try await terminal.wait(for: "0 up, 0 down")
        terminal.type("w")
        try await terminal.wait(for: "Loaded")
        terminal.type("1")
        let screen = try await terminal.wait(for: "addresses")
        #expect(!screen.sequences.contains { $0.contains("]") || $0 == "[31mx" || $0.contains("5m") })
        // What the program itself writes: escape sequences, and line ends of the terminal driver.
        #expect(!screen.received.contains { $0 < 0x20 && $0 != 0x1B && $0 != 0x0A && $0 != 0x0D })
        #expect(!String(decoding: screen.received, as: UTF8.self).unicodeScalars.contains { 0x7F...0x9F ~= $0.value })
    }

    @Test func policyBlocksLinksAndRedirectsWithItsReason() async throws {
        let html = "Content-Type: text/html\r\n"
        let server = try service { path in
            switch path {
            case "/hero":
                (html, "<p><a href='file:///etc/passwd'>one</a> <a href='/away'>two</a> <a href='javascript:1'>three</a>")
            case "/away": ("Location: ftp://elsewhere/\r\n", "")
            default: nil
            }
        }
        defer { server.stop() }
        let terminal = try terminal(server, TemporaryFolder())
        try await terminal.wait(for: "0 up, 0 down")
        terminal.type("w")
        try await terminal.wait(for: "1–3 Follow Link")
        for (key, scheme) in [("1", "file:"), ("2", "ftp:"), ("3", "javascript:")] {
            terminal.type(key)
            let screen = try await terminal.wait(for: "Only web pages can be opened here, not “\(scheme)”")
            #expect(screen.text.contains("one[1] two[2] three[3]"), "the page stays")
        }
    }

    @Test func serviceThatComesBackIsFoundByTryingAgain() async throws {
        let isDown = Mutex(true)
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if isDown.withLock(\.self) {
                    connection.respond("503 Service Unavailable", body: "")
                } else {
                    connection.respond(body: request.line.contains("rating") ? Self.rating : Self.joke)
                }
            }
        }
        defer { server.stop() }
        let terminal = try terminal(server, TemporaryFolder())
        let screen = try await terminal.wait(for: "r Try Again")
        #expect(screen.text.contains("503") && screen.text.contains(server.url))
        isDown.withLock { $0 = false }
        terminal.type("r")
        try await terminal.wait(for: "A joke.")
    }

    @Test func voteThatIsNotConfirmedIsNotReported() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if request.line.contains("/rater/vote") {
                    connection.respond("500 Internal Server Error", body: "")
                } else {
                    connection.respond(body: request.line.contains("rating") ? Self.rating : Self.joke)
                }
            }
        }
        defer { server.stop() }
        let terminal = try terminal(server, TemporaryFolder())
        try await terminal.wait(for: "0 up, 0 down")
        terminal.type("u")
        let screen = try await terminal.wait(for: "Not voted: ")
        #expect(!screen.text.contains("Voted Up") && screen.text.contains("0 up, 0 down"))
    }

    @Test func keysWorkWhileThePageIsOnItsWay() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if request.line.contains("/hero") { return connection.waitForClose() }
                connection.respond(body: request.line.contains("rating") ? Self.rating : Self.joke)
            }
        }
        defer { server.stop() }
        let terminal = try terminal(server, TemporaryFolder())
        try await terminal.wait(for: "0 up, 0 down")
        terminal.type("w")
        try await terminal.wait(for: "Loading \(server.url)/hero")
        terminal.type("b")
        try await terminal.wait(for: "A joke.")
        terminal.type("q")
        #expect(await terminal.waitForExit() == 0)
    }

    @Test func linkThatFailedIsTriedAgain() async throws {
        let count = Mutex(0)
        let server = try service { path in
            switch path {
            case "/hero": ("Content-Type: text/html\r\n", "<a href=/next>next</a>")
            case "/next":
                count.withLock { count in
                    count += 1
                    return count == 1 ? ("Content-Type: image/png\r\n", "") : ("Content-Type: text/html\r\n", "<p>It came.")
                }
            default: nil
            }
        }
        defer { server.stop() }
        let terminal = try terminal(server, TemporaryFolder())
        try await terminal.wait(for: "0 up, 0 down")
        terminal.type("w")
        try await terminal.wait(for: "1 Follow Link")
        terminal.type("1")
        try await terminal.wait(for: "image/png")
        terminal.type("r")
        try await terminal.wait(for: "It came.")
        terminal.type("<")
        try await terminal.wait(for: "> History")
    }

    @Test func failedPageSaysWhyAndMissingPageIsNoPage() async throws {
        let server = try service { path in
            path == "/hero" ? ("Content-Type: image/png\r\n", "\u{1}\u{2}") : nil
        }
        defer { server.stop() }
        let terminal = try terminal(server, TemporaryFolder())
        try await terminal.wait(for: "0 up, 0 down")
        terminal.type("w")
        let screen = try await terminal.wait(for: "This is no page of text but image/png.")
        #expect(screen.text.contains("r Try Again"))
    }
}
