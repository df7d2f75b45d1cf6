import Foundation
import Synchronization
import TestSupport
import Testing

private func server() throws -> RawServer {
    let events = Mutex(0)
    return try RawServer { connection in
        while let request = connection.readRequest() {
            let path = request.line.split(separator: " ")[1]
            switch path {
            case "/events":
                let number = events.withLock {
                    $0 += 1; return $0
                }
                guard number < 3 else {
                    connection.write("HTTP/1.1 204 No Content\r\n\r\n")
                    continue
                }
                let last = request.values("Last-Event-ID").first ?? ""
                let text = "retry: 1\nid: \(number)\ndata: {\"n\":\(number)}\n\nevent: named\ndata: after “\(last)”\n\n"
                connection.respond(fields: "Content-Type: text/event-stream\r\n", body: text)
            case "/spaced": connection.respond(body: "{\"a\":1}\n\n  \r\n{\"a\":2}\n\n")
            case "/lines": connection.respond(body: "{\"a\":1}\r\n{\"a\":\"x\"}\n{\"b\":2}")
            case "/pages": connection.respond(fields: "Link: </pages/2>; rel=\"next\"\r\n", body: #"[{"n":1},{"n":2}]"#)
            case "/pages/2": connection.respond(body: #"[{"n":3}]"#)
            default: connection.respond("404 Not Found", body: "")
            }
        }
    }
}

@Suite("Streams and pages")
struct StreamProgramTests {
    @Test(
        "What is printed",
        arguments: [
            (["lines", "/lines"], "{\"a\":1}\n{\"a\":\"x\"}\n{\"b\":2}\n"), (["lines", "--select", ".a", "/lines"], "1\nx\n"),
            (["lines", "--select", ".a", "/spaced"], "1\n2\n"), (["lines", "/spaced"], "{\"a\":1}\n\n  \n{\"a\":2}\n\n"),
            (["pages", "/pages"], #"[{"n":1},{"n":2}][{"n":3}]"#), (["pages", "--select", ".[].n", "/pages"], "1\n2\n3\n"),
            (["sse", "/events"], "{\"n\":1}\nafter “”\n{\"n\":2}\nafter “1”\n"),
            (
                ["sse", "--json-output", "--last-event-id", "0", "/events"],
                #"{"type":"message","data":"{\"n\":1}","id":"1"}"# + "\n" + #"{"type":"named","data":"after “0”","id":"1"}"#
                    + "\n"
                    + #"{"type":"message","data":"{\"n\":2}","id":"2"}"# + "\n" + #"{"type":"named","data":"after “1”","id":"2"}"#
                    + "\n"
            ),
        ] as [([String], String)])
    func printedAsItComes(words: [String], output: String) async throws {
        let server = try server()
        defer { server.stop() }
        let outcome = try await Program.run("retrieve", words.dropLast() + [server.url + words[words.count - 1]])
        #expect(outcome.status == 0 && outcome.output == output)
    }

    @Test func statusAndLimitsAreKept() async throws {
        let server = try server()
        defer { server.stop() }
        for kind in ["lines", "pages"] { #expect(try await Program.run("retrieve", [kind, server.url + "/none"]).status == 4) }
        let limited = try await Program.run("retrieve", ["pages", "--max-pages", "1", server.url + "/pages"])
        #expect(limited.status == 1 && limited.output == #"[{"n":1},{"n":2}]"#)
        #expect(try await Program.run("retrieve", ["sse", server.url, "a=1"]).status == 2)
        #expect(try await Program.run("retrieve", ["lines", "--write-out", "x", server.url]).status == 2)
        #expect(try await Program.run("retrieve", ["--max-pages", "2", server.url]).status == 2)
        #expect(
            try await Program.run("retrieve", ["lines", "--select", ".a", server.url + "/pages/2", "--pretty", "none"]).status
                == 0)
    }

    @Test("A session is kept when Ctrl-C ends what has no end of its own", arguments: ["sse", "lines", "pages"])
    func sessionIsKeptAfterInterruption(kind: String) async throws {
        let server = try RawServer { connection in
            guard let request = connection.readRequest() else { return }
            let fields = "Set-Cookie: seen=\(kind); Max-Age=1000\r\n"
            if request.line.contains("/more") {
                connection.waitForClose()
            } else if kind == "pages" {
                connection.respond(fields: fields + "Link: </more>; rel=next\r\nConnection: close\r\n", body: "first page")
            } else {
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\(fields)\r\ndata: first\n\n")
                connection.waitForClose()
            }
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let session = folder.file("session.json")
        let terminal = try PseudoTerminal(
            Program.built("retrieve"), [kind, "--session", session, server.url], environment: Program.environment(folder))
        try await terminal.wait(for: "first")
        terminal.type("\u{3}")
        #expect(await terminal.waitForExit() == 130)
        let kept = try String(contentsOfFile: session, encoding: .utf8)
        #expect(kept.contains("seen") && kept.contains(kind))
    }

    @Test("A session is not touched when nothing has answered") func nothingAnswered() async throws {
        let session = try TemporaryFolder().file("session.json")
        let url = "http://127.0.0.1:\(try Loopback.unusedPort())"
        #expect(try await Program.run("retrieve", ["lines", "--session", session, url]).status == 1)
        #expect(!FileManager.default.fileExists(atPath: session))
    }
}
