import Foundation
import RetrieveLine
import Synchronization
import TestSupport
import Testing

/// Answers whatever the examples ask for.
private func exampleServer() throws -> RawServer {
    let events = Mutex(0)
    return try RawServer { connection in
        while let request = connection.readRequest() {
            let path = request.line.split(separator: " ")[1].prefix { $0 != "?" }
            switch path {
            case "/jokes/random":
                connection.respond(fields: "Content-Type: application/json\r\n", body: #"{"value":{"joke":"Ha."}}"#)
            case "/old": connection.respond("301 Moved Permanently", fields: "Location: /new\r\n", body: "")
            case "/missing": connection.respond("404 Not Found", body: "")
            case "/events":
                guard
                    events.withLock({
                        $0 += 1; return $0
                    }) > 1
                else {
                    connection.respond(fields: "Content-Type: text/event-stream\r\n", body: "retry: 1\ndata: x\n\n")
                    continue
                }
                connection.write("HTTP/1.1 204 No Content\r\n\r\n")
            case "/log": connection.respond(body: "{\"id\":1}\n{\"id\":2}\n")
            case "/issues": connection.respond(fields: "Content-Type: application/json\r\n", body: #"[{"name":"a"}]"#)
            case "/private" where request.values("Authorization").isEmpty: connection.respond("401 Unauthorized", body: "")
            case "/large.iso": connection.respond(fields: "Last-Modified: Wed, 01 Jan 2020 00:00:00 GMT\r\n", body: "content")
            default:
                connection.respond(fields: "Content-Type: application/json\r\nCache-Control: max-age=9\r\n", body: #"{"a":1}"#)
            }
        }
    }
}

/// The lines of the examples in `Documentation/retrieve.md`.
private let guideLines: [String] = {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let guide = (try? String(contentsOf: root.appending(path: "Documentation/retrieve.md"), encoding: .utf8)) ?? ""
    return guide.components(separatedBy: "```").filter { $0.hasPrefix("sh\n") }
        .flatMap { $0.split(separator: "\n").dropFirst().map(String.init) }
}()

@Suite("Help of retrieve")
struct HelpTests {
    @Test(
        "Every example of help and guide does what it says",
        arguments: OptionTable.topics.flatMap { topic in topic.examples.map(\.line) } + guideLines)
    func exampleWorks(line: String) async throws {
        let server = try exampleServer()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        _ = try folder.write("notes", to: "notes.txt")
        let command = line.replacingOccurrences(of: ":8080", with: ":\(server.port)")
        let path = (Program.built("retrieve") as NSString).deletingLastPathComponent
        // Standard input of the tests is an empty file, which is nothing to send.
        let outcome = try await Program.run(
            "/bin/bash", ["-c", "cd '\(folder.path)' && \(command)"],
            environment: Program.environment(folder, ["PATH": "\(path):/usr/bin:/bin"]))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty || line.contains(" get ") || line.contains(" sse "))
    }

    @Test func guideHasExamples() { #expect(guideLines.count > 25) }

    @Test func helpIsShortAndListsTopics() async throws {
        let help = try await Program.run("retrieve", ["--help"]).output
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy { $0.count <= 124 })
        #expect(help.split(separator: "\n").count < 85)
        for topic in OptionTable.topics {
            let page = try await Program.run("retrieve", ["help", topic.name])
            #expect(page.status == 0 && topic.options.allSatisfy { page.output.contains("--\($0.name)") })
            #expect(HelpPage.topics.contains("  \(topic.name) "))
        }
        #expect(try await Program.run("retrieve", ["help", "follow"]).output.contains("--max-redirects"))
        let mistyped = try await Program.run("retrieve", ["help", "donwloads"])
        #expect(mistyped.status == 2 && mistyped.errors.contains("“downloads”?"))
        #expect(try await Program.run("retrieve", ["help"]).output == HelpPage.topics)
    }

    @Test(
        "Help of commands and options", arguments: ["--timeout", "-m", "timeout", "get", "sse", "from-curl", "--help", "--man"])
    func wordIsExplainedHoweverItIsTyped(word: String) async throws {
        let page = try await Program.run("retrieve", ["help", word])
        #expect(page.status == 0 && page.errors.isEmpty && page.output.count > 100)
    }

    @Test("Widths of terminals", arguments: [40, 60, 80, 100])
    func helpFitsTheTerminal(width: Int) throws {
        let fitted = FittedText(HelpPage.short, width: width).text
        #expect(fitted.split(whereSeparator: \.isWhitespace) == HelpPage.short.split(whereSeparator: \.isWhitespace))
        let lines = fitted.split(separator: "\n", omittingEmptySubsequences: false)
        let end = try #require(lines.firstIndex(of: "Examples:"))
        let tooLong = lines[..<end].filter { $0.count > width && $0.split(separator: " ").count > 1 }
        #expect(tooLong.isEmpty)
        #expect(
            lines[end...].elementsEqual(
                HelpPage.short.split(separator: "\n", omittingEmptySubsequences: false).suffix(lines.count - end)))
    }

    @Test func manualPageHasEveryOptionAndIsRoff() {
        let lines = ManualPage.text.split(separator: "\n")
        for option in OptionTable.options {
            let name = "--\(option.name)".replacingOccurrences(of: "-", with: "\\-")
            #expect(lines.contains { $0.hasPrefix(".B \(name)") })
        }
        let requests: Set<Substring> = [".TH", ".SH", ".B", ".BR", ".br", ".PP", ".TP", ".nf", ".fi"]
        #expect(lines.filter { $0.hasPrefix(".") }.allSatisfy { requests.contains($0.prefix { $0 != " " }) })
        #expect(!lines.contains { $0.hasPrefix("'") } && ManualPage.text.unicodeScalars.allSatisfy(\.isASCII))
        #expect(lines.count { $0 == ".nf" } == lines.count { $0 == ".fi" })
    }
}
