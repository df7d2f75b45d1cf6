import Foundation
import Glibc
import TestSupport
import Testing

/// The reader at a terminal, against the real service.
@Suite("The terminal form")
struct TerminalProgramTests {
    private let folder: TemporaryFolder
    private let service: ServiceProcess
    private var url: String { "http://127.0.0.1:\(service.port)" }

    init() throws {
        folder = try TemporaryFolder()
        let database = folder.file("catalog.sqlite")
        #expect(try ServiceProcess.run(["user", "add", "ann", "--database", database], input: "secret\n").status == 0)
        service = try ServiceProcess(database: database)
    }

    private func terminal(
        width: Int = 80, height: Int = 24, service: String? = nil, _ environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            Program.built("retriever"), ["--terminal", "--service", service ?? url],
            environment: Program.environment(folder, environment), width: width, height: height)
    }

    @Test("From a joke to a course and back", arguments: [(80, 24), (40, 10)])
    func everyActionWorksByItsKey(width: Int, height: Int) async throws {
        let terminal = try terminal(width: width, height: height)
        // Comes behind the joke. A long one hides its rating and its number in a low terminal.
        var first = try await terminal.wait(for: "n Another")
        if first.text.contains(/\d+ %/) {
            terminal.type("\u{1B}[F")
            first = try await terminal.wait(for: "100 %")
        }
        #expect(first.isAlternate && !terminal.isCooked)
        #expect(first.text.contains("0 up, 0 down"))
        let id = try #require(first.text.firstMatch(of: /#(\d+)/).flatMap { Int($0.1) })

        terminal.type("u")
        try await terminal.wait(for: "Voted Up – 1 up, 0 down")
        #expect(try await rawRequest(service.port, "/jokes/\(id)/rating").rating == "1 0")
        terminal.type("d")
        try await terminal.wait(for: "Voted Down – 0 up, 1 down")
        terminal.type("c")
        try await terminal.wait(for: "Vote Taken Back – 0 up, 0 down")
        #expect(try await rawRequest(service.port, "/jokes/\(id)/rating").rating == "0 0")

        terminal.type("w")
        try await terminal.wait(for: "Loaded \(url)/hero") {
            $0.text.contains("Loaded") && $0.text.contains("The Legend of Chuck Norris")
        }
        terminal.type("1")
        try await terminal.wait(for: "< History")
        try await terminal.wait(for: "Jokes, votes and courses")
        terminal.type("<")
        try await terminal.wait(for: "> History")
        try await terminal.wait(for: "The Legend of Chuck Norris")
        terminal.type(">")
        try await terminal.wait(for: "Jokes, votes and courses")
        terminal.type("b")
        try await terminal.wait(for: "#\(id)")

        terminal.type("l")
        try await terminal.wait(for: "▸ Home Baking for Beginners")
        terminal.type("j\u{1B}[B")
        try await terminal.wait(for: #"▸ Play Some "Tango" & Waltz"#)
        terminal.type("\r")
        try await terminal.wait(for: "Bring your instrument")
        terminal.type("b")
        try await terminal.wait(for: "▸ Play Some")
        terminal.type("b")
        try await terminal.wait(for: "w Chuck Who?")
        terminal.type("q")
        #expect(await terminal.waitForExit() == 0)
        #expect(terminal.isCooked)
    }

    @Test func privateCoursesAskAgainAfterAWrongPassword() async throws {
        let terminal = try terminal()
        try await terminal.wait(for: "0 up, 0 down")
        terminal.type("l")
        try await terminal.wait(for: "▸ Home Baking")
        terminal.type("p")
        try await terminal.wait(for: "User: _")
        terminal.type("ann\r")
        try await terminal.wait(for: "Password: _")
        terminal.type("wrong-one\r")
        try await terminal.wait(for: "User or password is wrong. User: ann_")
        terminal.type("\r")
        try await terminal.wait(for: "Password: _")
        terminal.type("secret\r")
        let screen = try await terminal.wait(for: "▸ Welcome Day for New Volunteers")
        let everything = String(decoding: screen.received, as: UTF8.self)
        #expect(!everything.contains("wrong-one") && !everything.contains("secret"))
        // Kept for the session: the course's own page is private too.
        terminal.type("\r")
        try await terminal.wait(for: "Loaded \(url)/courses/volunteer-welcome")
        terminal.type("bp")
        try await terminal.wait(for: "▸ Home Baking")
        terminal.type("p")
        try await terminal.wait(for: "▸ Welcome Day")
        terminal.type("p")
        try await terminal.wait(for: "▸ Home Baking")
        terminal.type("q")
        #expect(await terminal.waitForExit() == 0)
    }

    @Test("Being ended", arguments: [(nil, 130), (SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32?, Int32)])
    func everyEndGivesTheTerminalBack(signal: Int32?, status: Int32) async throws {
        let terminal = try terminal()
        try await terminal.wait(for: "0 up, 0 down")
        if let signal { terminal.signal(signal) } else { terminal.type("\u{3}") }
        #expect(await terminal.waitForExit() == status)
        let screen = try await terminal.wait(for: "the usual screen") { !$0.isAlternate }
        #expect(terminal.isCooked && screen.sequences.isSuperset(of: ["[?25h", "[?7h"]))
    }

    @Test("Being stopped", arguments: ["\u{1A}", "kill"])
    func stoppingGivesTheTerminalToTheShellAndGoingOnTakesItAgain(how: String) async throws {
        let script = """
            set -m
            '\(Program.built("retriever"))' --terminal --service \(url); echo "stopped $?"; read line
            fg > /dev/null; echo "ended $?"
            """
        let terminal = try PseudoTerminal(
            "/bin/bash", ["-c", script], environment: Program.environment(folder))
        try await terminal.wait(for: "0 up, 0 down")
        if how == "kill" {
            for process in terminal.children { kill(process, SIGTSTP) }
        } else {
            terminal.type(how)
        }
        let stopped = try await terminal.wait(for: "stopped \(128 + SIGTSTP)")
        #expect(!stopped.isAlternate && terminal.isCooked)
        terminal.type("\n")
        let again = try await terminal.wait(for: "w Chuck Who?")
        #expect(again.isAlternate && !terminal.isCooked)
        terminal.type("q")
        try await terminal.wait(for: "ended 0")
        #expect(terminal.isCooked)
    }

    @Test func newSizeIsDrawnAnew() async throws {
        let terminal = try terminal()
        try await terminal.wait(for: "0 up, 0 down")
        terminal.type("l")
        try await terminal.wait(for: "Enter Open")
        terminal.resize(width: 40, height: 10)
        try await terminal.wait(for: "ten lines") { $0.lines.count == 10 && $0.text.contains("q Quit") }
        terminal.resize(width: 100, height: 30)
        try await terminal.wait(for: "thirty lines") { $0.lines.count == 30 && $0.text.contains("q Quit") }
    }

    @Test("Plain where colours are not wanted", arguments: [("1", false), ("", true)])
    func stylesAreLeftOutWhenAskedTo(noColor: String, hasStyles: Bool) async throws {
        let terminal = try terminal(["NO_COLOR": noColor])
        let screen = try await terminal.wait(for: "w Chuck Who?")
        #expect(screen.sequences.contains { $0.hasSuffix("m") && $0 != "[0m" } == hasStyles)
    }

    @Test func terminalIsOpenedWhenThereIsNoDisplay() async throws {
        let terminal = try PseudoTerminal(
            Program.built("retriever"), ["--service", url], environment: Program.environment(folder))
        try await terminal.wait(for: "w Chuck Who?")
    }

    @Test func dumbTerminalGetsAJokeInPlainLines() async throws {
        let terminal = try PseudoTerminal(
            Program.built("retriever"), ["--service", url], environment: Program.environment(folder, ["TERM": "dumb"]))
        let screen = try await terminal.wait(for: "To vote: retriever vote")
        #expect(await terminal.waitForExit() == 0)
        #expect(screen.sequences.isEmpty)
    }
}

extension RawResponse {
    fileprivate var rating: String? {
        let rating = try? JSONSerialization.jsonObject(with: Data(content)) as? [String: Any]
        guard let up = rating?["up"] as? Int, let down = rating?["down"] as? Int else { return nil }
        return "\(up) \(down)"
    }
}
