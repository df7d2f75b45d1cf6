import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The program retriever in scripts")
struct ReaderProgramTests {
    private let folder: TemporaryFolder
    private let service: ServiceProcess
    private var url: String { "http://127.0.0.1:\(service.port)" }

    init() throws {
        folder = try TemporaryFolder()
        let database = folder.file("catalog.sqlite")
        #expect(try ServiceProcess.run(["user", "add", "ann", "--database", database], input: "secret\n").status == 0)
        service = try ServiceProcess(database: database)
    }

    private func run(_ words: String..., input: String = "", _ more: [String: String] = [:]) async throws -> Program.Outcome {
        let environment = Program.environment(folder, ["RETRIEVER_SERVICE": url].merging(more) { $1 })
        return try await Program.run("retriever", words, input: input, environment: environment)
    }

    @Test func jokeIsPrintedWithItsRating() async throws {
        let outcome = try await run("joke", "5")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.contains("Chuck Norris"))
        #expect(outcome.output.hasSuffix("\n\nJoke 5: 0 up, 0 down\n"))
    }

    @Test func jokeIsPrintedAsJSON() async throws {
        struct Report: Decodable {
            var id: Int
            var joke: String
            var rating: [String: Int]
        }
        _ = try await run("vote", "5", "down")
        let report = try JSONDecoder().decode(Report.self, from: Data(try await run("joke", "5", "--json").output.utf8))
        #expect(report.id == 5 && !report.joke.isEmpty && report.rating == ["up": 0, "down": 1, "own": -1])
    }

    @Test func voteIsTheVotersUntilItIsTakenBack() async throws {
        #expect(try await run("vote", "7", "up").output == "Joke 7: 1 up, 0 down, you voted up\n")
        #expect(try await run("vote", "7", "up").output == "Joke 7: 1 up, 0 down, you voted up\n")
        #expect(try await run("vote", "7", "down").output == "Joke 7: 0 up, 1 down, you voted down\n")
        #expect(try await run("vote", "7", "clear").output == "Joke 7: 0 up, 0 down\n")
    }

    @Test func coursesAreListedThePrivateOnesWithTheRightPasswordOnly() async throws {
        let open = try await run("courses")
        #expect(open.status == 0 && open.output.contains("Home Baking for Beginners\n    2027-02-10"))
        let right = try await run("courses", "--private", "--user", "ann", input: "secret\n")
        #expect(right.status == 0 && right.output.contains("Welcome Day for New Volunteers"))
        let wrong = try await run("courses", "--private", "--user", "ann", input: "nope\n")
        #expect(wrong.status == 1 && wrong.output.isEmpty && wrong.errorLines.count == 1)
        let none = try await run("courses", "--private", "--user", "ann")
        #expect(none.status == 1 && none.errorLines.count == 1)
        let json = try await run("courses", "--json")
        #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: Any])
    }

    @Test func withoutTerminalAndDisplayItPrintsAJokeAndHowToGoOn() async throws {
        let outcome = try await run()
        #expect(outcome.status == 0)
        let next = try #require(outcome.output.split(separator: "\n").last)
        #expect(next.hasPrefix("To vote: retriever vote ") && next.hasSuffix(" up --service \(url)"))
        let words = next.split(separator: " ").dropFirst(3).map(String.init)
        let vote = try await Program.run("retriever", words, environment: Program.environment(folder))
        #expect(vote.status == 0 && vote.output.contains("1 up, 0 down, you voted up"))
    }

    @Test func refusalIsOneLineWithTheServicesWords() async throws {
        let outcome = try await run("joke", "99999")
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors == "retriever: the service at \(url) refused: No quote with id=99999.\n")
        let vote = try await run("vote", "99999", "up")
        #expect(vote.status == 1 && vote.output.isEmpty && vote.errorLines.count == 1)
    }

    @Test("Nobody there", arguments: [["joke"], ["vote", "1", "up"], ["courses"], []] as [[String]])
    func unreachableServiceIsOneLineThatSaysHowToStartIt(words: [String]) async throws {
        let address = "http://127.0.0.1:\(try Loopback.unusedPort())"
        let outcome = try await Program.run(
            "retriever", words + ["--service", address], environment: Program.environment(folder))
        #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errorLines.count == 1)
        #expect(outcome.errors.contains(address) && outcome.errors.contains("retriever-service"))
    }

    @Test func anotherKindOfServerIsNamedAsSuch() async throws {
        let server = try RawServer.answering("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let outcome = try await run("joke", "--service", server.url)
        #expect(outcome.status == 1 && outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("\(server.url) does not answer as a catalogue service"))
    }

    @Test func usageErrorsExitWith2InOneLine() async throws {
        for words in [["nope"], ["vote", "5"], ["--terminal"]] {
            let outcome = try await Program.run("retriever", words, environment: Program.environment(folder))
            #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errorLines.count == 1)
        }
    }

    @Test func helpTeachesAndVersionIsPrinted() async throws {
        let help = try await run("--help")
        #expect(help.status == 0 && help.output.contains("Examples:") && help.errors.isEmpty)
        #expect(try await run("--version").output.hasPrefix("retriever 0."))
    }

    @Test func textOfTheServiceCannotCommandTheTerminal() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                let body =
                    request.line.contains("rating")
                    ? #"{"id":1,"up":0,"down":0,"vote":0}"#
                    : #"{"type":"success","value":{"id":1,"joke":"a\u001b]0;evil\u0007b\u009b31m\r\nc\u202e","categories":[]}}"#
                connection.respond(body: body)
            }
        }
        defer { server.stop() }
        let plain = try await run("joke", "--service", server.url)
        #expect(plain.output.hasPrefix("a\u{FFFD}]0;evil\u{FFFD}b\u{FFFD}31m"))
        let json = try await run("joke", "--json", "--service", server.url)
        let controls = (plain.output + json.output).unicodeScalars.filter {
            $0.properties.generalCategory == .control && $0 != "\n"
        }
        #expect(controls.isEmpty)
    }

    @Test func passwordIsAskedForAgainAndNeverShown() async throws {
        let terminal = try PseudoTerminal(
            Program.built("retriever"), ["courses", "--private", "--user", "ann", "--service", url],
            environment: Program.environment(folder))
        try await terminal.wait(for: "Password of ann: ")
        terminal.type("wrong-one\n")
        try await terminal.wait(for: "User or password is wrong. Password of ann: ")
        terminal.type("secret\n")
        let screen = try await terminal.wait(for: "Welcome Day for New Volunteers")
        #expect(await terminal.waitForExit() == 0)
        #expect(!screen.text.contains("wrong-one") && !screen.text.contains("secret"))
        #expect(terminal.isCooked)
    }

    // ThreadSanitizer holds signals back from Dispatch, which then never hears of them.
    @Test("Ended at the password prompt", .disabled(if: Sanitizer.isActive), arguments: [SIGINT, SIGTERM])
    func endingAtThePromptRestoresTheEcho(signal: Int32) async throws {
        let terminal = try PseudoTerminal(
            Program.built("retriever"), ["courses", "--private", "--user", "ann", "--service", url],
            environment: Program.environment(folder))
        try await terminal.wait(for: "Password of ann: ")
        if signal == SIGINT { terminal.type("\u{3}") } else { terminal.signal(signal) }
        #expect(await terminal.waitForExit() == -signal)
        #expect(terminal.isCooked)
    }
}
