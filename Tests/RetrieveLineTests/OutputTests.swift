import Foundation
import TestSupport
import Testing

/// Answers by path, and says what was asked.
private func answers() throws -> RawServer {
    try RawServer { connection in
        while let request = connection.readRequest() {
            switch request.line.split(separator: " ")[1] {
            case "/json":
                connection.respond(
                    fields: "Content-Type: application/json\r\nX-A: b\r\n", body: #"{"z":1.0,"a":["x",{"n":null}]}"#)
            case "/hostile":
                connection.respond(fields: "X-Bad: a\u{1B}[31mb\r\nContent-Type: text/plain\r\n", body: "a\u{1B}[31mb\tc\r\nd\n")
            case "/latin":
                connection.write(
                    [UInt8]("HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Length: 1\r\n\r\n".utf8)
                        + [0xE9])
            case "/binary": connection.respond(fields: "Content-Type: image/x\r\n", body: "a\0b")
            case "/xml": connection.respond(fields: "Content-Type: text/xml\r\n", body: "<a><b>t</b><c/></a>")
            case "/form": connection.respond(fields: "Content-Type: application/x-www-form-urlencoded\r\n", body: "a=b+c&d=%26")
            case "/html": connection.respond(fields: "Content-Type: text/html\r\n", body: "<h1>Title</h1><p>Text")
            case "/old": connection.respond("302 Found", fields: "Location: /json\r\nContent-Type: text/plain\r\n", body: "moved")
            case "/missing": connection.respond("404 Not Found", body: "")
            default: connection.respond(body: request.head + "\r\n\r\n" + String(decoding: request.body, as: UTF8.self))
            }
        }
    }
}

private let plainJSON = """
    {
        "z": 1.0,
        "a": [
            "x",
            {
                "n": null
            }
        ]
    }
    """

/// What is sent as a file.
private let thisFile = (try? String(contentsOfFile: #filePath, encoding: .utf8)) ?? ""

@Suite("What retrieve prints")
struct OutputTests {
    @Test(
        "In a pipe",
        arguments: [
            (["/json"], #"{"z":1.0,"a":["x",{"n":null}]}"#), (["/hostile"], "a\u{1B}[31mb\tc\r\nd\n"), (["/binary"], "a\0b"),
            (["--pretty", "format", "/json"], plainJSON),
            (["--headers", "/missing"], "HTTP/1.1 404 Not Found\nContent-Length: 0\n\n"),
            (["--print", "", "/json"], ""), (["--print", "B", "--body", "@\(#filePath)", "/json"], thisFile),
            (["--print", "B", "--raw", #"{"a":1}"#, "/json"], #"{"a":1}"#),
            (["--quiet", "/json"], ""),
            (["--select", ".a[0]", "/json"], "x\n"),
            (["--select", "z", "/json"], "1.0\n"), (["--select", ".a[]", "/json"], "x\n{\"n\": null}\n"),
            (["--select", ".a[-1].n", "/json"], "null\n"), (["--select", ".no.where", "/json"], ""),
            (
                ["--write-out", "\\n%{status} %{header:x-a} %{size}%%", "/json"],
                "{\"z\":1.0,\"a\":[\"x\",{\"n\":null}]}\n200 b 30%"
            ),
            (
                ["--quiet", "--write-out", "%{http_code}|%{num_redirects}|%{content_type}", "-L", "/old"],
                "200|1|application/json"
            ),
            (
                ["--headers", "--all", "--follow", "--write-out", "", "/old"],
                """
                HTTP/1.1 302 Found
                Content-Length: 5
                Location: /json
                Content-Type: text/plain

                HTTP/1.1 200 OK
                Content-Length: 30
                Content-Type: application/json
                X-A: b


                """
            ),
            (["--pretty", "format", "/xml"], "<a>\n  <b>t</b>\n  <c/>\n</a>"), (["--pretty", "format", "/form"], "a=b c\nd=&\n"),
            (
                ["--pretty", "colors", "/html"],
                "\u{1B}[36m<h1>\u{1B}[0m\u{1B}[1mTitle\u{1B}[0m\u{1B}[36m</h1>\u{1B}[0m\u{1B}[36m<p>\u{1B}[0mText"
            ),
            (["--include", "/missing"], "HTTP/1.1 404 Not Found\nContent-Length: 0\n\n"),
        ] as [([String], String)])
    func printedInAPipe(words: [String], output: String) async throws {
        let server = try answers()
        defer { server.stop() }
        let outcome = try await Program.run("retrieve", words.dropLast() + [server.url + words[words.count - 1]])
        #expect(outcome.output == output)
        #expect(outcome.errors.isEmpty)
    }

    @Test(
        "On a terminal",
        arguments: [
            (
                ["--pretty=format", "/json"],
                "HTTP/1.1 200 OK\nContent-Length: 30\nContent-Type: application/json\nX-A: b\n\n\(plainJSON)\n"
            ),
            (["--body", "--pretty", "none", "/hostile"], "a\u{FFFD}[31mb\tc\nd\n"),
            (
                ["--headers", "--pretty=none", "/hostile"],
                "HTTP/1.1 200 OK\nContent-Length: 13\nX-Bad: a\u{FFFD}[31mb\nContent-Type: text/plain\n\n"
            ),
            (["--body", "/binary"], "[binary content of type image/x: not shown on a terminal; use --output FILE]\n"),
            (["--body", "/latin"], "é\n"), (["--body", "--stream", "/json"], #"{"z":1.0,"a":["x",{"n":null}]}"#),
            (["--select", ".a[1]", "--pretty=none", "/json"], "{\"n\": null}\n"),
        ] as [([String], String)])
    func printedOnATerminal(words: [String], output: String) async throws {
        let server = try answers()
        defer { server.stop() }
        let terminal = try PseudoTerminal(
            Program.built("retrieve"), words.dropLast() + [server.url + words[words.count - 1]],
            environment: Program.environment(try TemporaryFolder()))
        #expect(await terminal.waitForExit() == 0)
        #expect(try await terminal.allOutput() == output)
    }

    @Test func coloursAreForTerminalsThatHaveThemAndUsersWhoWantThem() async throws {
        let server = try answers()
        defer { server.stop() }
        for (variables, isColoured) in [
            ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false),
        ] {
            let terminal = try PseudoTerminal(
                Program.built("retrieve"), ["--body", server.url + "/json"],
                environment: Program.environment(try TemporaryFolder(), variables))
            #expect(await terminal.waitForExit() == 0)
            #expect(try await terminal.allOutput().contains("\u{1B}[36m\"z\"\u{1B}[0m") == isColoured)
        }
    }

    @Test func verboseShowsTheRequestAsItIsSent() async throws {
        let server = try answers()
        defer { server.stop() }
        let outcome = try await Program.run(
            "retrieve", ["--print", "HBb", "--auth", "ada:secret", "PUT", server.url + "/echo", "n:=1", "X-Reason:why"])
        let shown = outcome.output.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "PUT /echo HTTP/1.1\n")
        #expect(shown.count == 3)
        #expect(shown[2] == shown[1].trimmingCharacters(in: .newlines))
    }

    @Test func reportHoldsEverything() async throws {
        let server = try answers()
        defer { server.stop() }
        let outcome = try await Program.run("retrieve", ["--json-output", "--follow", server.url + "/old"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(report["status"] as? Int == 200 && report["exitStatus"] as? Int == 0)
        #expect((report["redirects"] as? [[String: Any]])?.first?["status"] as? Int == 302)
        #expect((report["content"] as? [String: Any])?["text"] as? String == #"{"z":1.0,"a":["x",{"n":null}]}"#)
        #expect(((report["timing"] as? [String: Any])?["hops"] as? [Any])?.count == 2)
        let failed = try await Program.run("retrieve", ["--json-output", ":\(try Loopback.unusedPort())"])
        let failure = try #require(try JSONSerialization.jsonObject(with: Data(failed.output.utf8)) as? [String: Any])
        #expect((failure["error"] as? [String: Any])?["code"] as? String == "cannotConnect" && failed.status == 1)
    }

    @Test func contentGoesIntoAFile() async throws {
        let server = try answers()
        defer { server.stop() }
        let file = try TemporaryFolder().file("copy")
        let outcome = try await Program.run("retrieve", ["-o", file, server.url + "/binary"])
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(try Data(contentsOf: URL(filePath: file)) == Data("a\0b".utf8))
        let refused = try await Program.run("retrieve", ["-o", "/no/such/file", server.url + "/json"])
        #expect(refused.status == 1 && refused.errorLines.count == 1)
    }

    @Test func whatIsPipedInIsSent() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let piped = try await Program.run("retrieve", [server.url], input: "{\"a\": 1}\n")
        #expect(piped.output.hasPrefix("POST / ") && piped.output.hasSuffix("\r\n\r\n{\"a\": 1}\n"))
        #expect(piped.output.contains("\r\nContent-Type: application/json\r\n"))
        let through = try await Program.run(
            "/bin/sh", ["-c", "printf 'x y' | '\(Program.built("retrieve"))' --form \(server.url)"])
        #expect(through.output.hasPrefix("POST / ") && through.output.hasSuffix("\r\n\r\nx y"))
        let ignored = try await Program.run("retrieve", ["--ignore-stdin", server.url], input: "x")
        #expect(ignored.output.hasPrefix("GET / "))
        let asked = try await Program.run("retrieve", ["PUT", server.url, "--body", "-"], input: "x")
        #expect(asked.output.hasPrefix("PUT / ") && asked.output.hasSuffix("\r\n\r\nx"))
        let large = try await Program.run(
            "/bin/sh",
            ["-c", "head -c 3000000 /dev/zero | '\(Program.built("retrieve"))' -q -w '%{status}' \(try discarding().url)"])
        #expect(large.output == "200")
    }

    /// Takes content in chunks up to its end.
    private func discarding() throws -> RawServer {
        try RawServer { connection in
            var end: [UInt8] = []
            while !end.elementsEqual("\r\n0\r\n\r\n".utf8), let bytes = connection.read(65_536) { end = (end + bytes).suffix(7) }
            connection.respond(body: "")
        }
    }

    @Test(
        "Exit statuses of failures",
        arguments: [("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", ["--check-status=false"], 0), ("nonsense", [], 1)]
            as [(String, [String], Int32)])
    func failuresHaveTheirStatus(answer: String, words: [String], status: Int32) async throws {
        let server = try RawServer.answering(answer)
        defer { server.stop() }
        #expect(try await Program.run("retrieve", words + [server.url]).status == status)
    }

    @Test func failureOfTLSHasAStatusOfItsOwn() async throws {
        let server = try RawServer { $0.write("this is no TLS\r\n") }
        defer { server.stop() }
        #expect(try await Program.run("retrieve", ["https://127.0.0.1:\(server.port)"]).status == 7)
    }
}
