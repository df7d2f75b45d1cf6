import Foundation
import Synchronization
import TestSupport
import Testing

/// The program `retrieve` with a keyring of the test's own.
@Suite("retrieve and the keyring")
struct RetrieveKeyringTests {
    private static let retrieve = Program.built("retrieve")

    /// Says "in" to me with the password pass-word, or new-word at /new, wants to be asked, and counts the passwords that it was sent.
    private final class GuardedServer: Sendable {
        private let server: RawServer
        private let passwords: Passwords

        private final class Passwords: Sendable { let sent = Mutex<[String]>([]) }

        var url: String { server.url }
        /// The values of Authorization so far.
        var sent: [String] { passwords.sent.withLock(\.self) }

        init() throws {
            let passwords = Passwords()
            self.passwords = passwords
            server = try RawServer { connection in
                while let request = connection.readRequest() {
                    let values = request.values("Authorization")
                    passwords.sent.withLock { $0 += values }
                    let password = request.line.contains("/new") ? "new-word" : "pass-word"
                    if values == [basic("me:\(password)")] {
                        connection.respond(fields: "Set-Cookie: id=7\r\n", body: "in\n")
                    } else {
                        connection.respond("401 No", fields: "WWW-Authenticate: Basic realm=\"Räum\"\r\n", body: "out\n")
                    }
                }
            }
        }

        deinit { server.stop() }
    }

    /// A script in which `r` is the command with a keyring and the user me, its exit status behind each output.
    private func script(_ lines: String) -> String {
        "r() { '\(Self.retrieve)' --keyring --auth me \"$@\"; echo \"=$?\"; }; " + lines
    }

    @Test func typedPasswordIsKeptWhenTheServerHasAcceptedIt() async throws {
        let server = try GuardedServer()
        let session = try KeyringSession()
        // Nobody can be asked the second time.
        let terminal = try session.terminal(script("r --body --pretty none $1; r $1 </dev/null"), [server.url])
        try await terminal.wait(for: "Password of me for Basic \"Räum\" at http://127.0.0.1:")
        terminal.type("wrong\n")
        try await terminal.wait(for: "asked again") { $0.text.components(separatedBy: "Password of me").count == 3 }
        terminal.type("pass-word\n")
        #expect(await terminal.waitForExit() == 0)
        let output = try await terminal.allOutput()
        #expect(output.components(separatedBy: "in\n=0\n").count == 3)
        #expect(!output.contains("pass-word") && !output.contains("wrong"))
        #expect(server.sent == ["me:wrong", "me:pass-word", "me:pass-word"].map(basic))
    }

    @Test func refusedPasswordIsNotKept() async throws {
        let server = try GuardedServer()
        let session = try KeyringSession()
        let terminal = try session.terminal(script("r --body $1; r $1 </dev/null"), [server.url])
        for count in 1...3 {
            try await terminal.wait(for: "question \(count)") {
                $0.text.components(separatedBy: "Password of me").count == count + 1
            }
            terminal.type("wrong \(count)\n")
        }
        #expect(await terminal.waitForExit() == 0)
        let output = try await terminal.allOutput()
        #expect(output.components(separatedBy: "=4\n").count == 3)
        #expect(output.contains("retrieve: the keyring has no password: me for Basic \"Räum\" at http://127.0.0.1:"))
        #expect(server.sent.count == 3)
    }

    @Test func passwordThatTheKeyringHasAndTheServerRefusesIsReplaced() async throws {
        let server = try GuardedServer()
        let session = try KeyringSession()
        let terminal = try session.terminal(
            script("r --auth me:pass-word $1; r --body $1/new; r $1/new </dev/null"), [server.url])
        try await terminal.wait(for: "Password of me")
        terminal.type("new-word\n")
        #expect(await terminal.waitForExit() == 0)
        #expect(try await terminal.allOutput().components(separatedBy: "=0\n").count == 4)
        #expect(server.sent == ["pass-word", "pass-word", "new-word", "new-word"].map { basic("me:\($0)") })
    }

    @Test func givenPasswordIsKeptUsedAndForgotten() async throws {
        let (server, other) = (try GuardedServer(), try GuardedServer())
        let session = try KeyringSession()
        let outcome = try await session.run(
            script(
                """
                k() { '\(Self.retrieve)' --keyring "$@"; echo "=$?"; }
                k --auth me:wrong $1; r $1; k --auth me:pass-word $1; r $1; k --auth me:wrong $1; r $1; k $1; r $2
                k --auth you $1; r -d a=1 $1; k get --folder "$HOME" --auth me $1/f; k lines $1
                k --forget --auth you $1; k --forget $1; k --forget $1; r $1
                """), [server.url, other.url])
        let expected =
            "out =4 out =4 in =0 in =0 out =4 in =0 in =0 out =4 out =4 in =0 \(session.folder.path)/f =0 in =0 =1 =0 =1 out =4"
        #expect(outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ") == expected)
        #expect(outcome.errorLines.count { $0.contains("the keyring has no password of you for http://127.0.0.1:") } == 1)
        #expect(outcome.errorLines.count { $0.contains("the keyring has no password: me for Basic") } == 3)
        #expect(!outcome.errors.contains("pass-word") && other.sent.isEmpty)
    }

    @Test func sessionKeepsTheNameAndNotThePassword() async throws {
        let server = try GuardedServer()
        let session = try KeyringSession()
        let command = "'\(Self.retrieve)' --session \"$HOME/s.json\""
        let outcome = try await session.run(
            "\(command) --keyring --auth me:pass-word $1; \(command) $1; \(command) --no-keyring $1; cat \"$HOME/s.json\"",
            [server.url])
        // Without the keyring the password would have to be typed.
        #expect(outcome.errorLines.contains { $0.contains("a password is missing") })
        #expect(outcome.output.hasPrefix("in\nin\n{") && outcome.output.contains("\"me\""))
        #expect(!outcome.output.contains("pass-word"))
    }

    @Test func downloadIsNotInterruptedByAQuestion() async throws {
        let server = try GuardedServer()
        let session = try KeyringSession()
        let terminal = try session.terminal(script("r get --folder \"$HOME\" $1/f"), [server.url])
        #expect(await terminal.waitForExit() == 0)
        let output = try await terminal.allOutput()
        #expect(output.contains("retrieve: the keyring has no password: me for Basic") && output.contains("=4\n"))
    }

    @Test func withoutAKeyringTheErrorSaysSo() async throws {
        let server = try GuardedServer()
        let session = try KeyringSession(withKeyring: false)
        let outcome = try await session.run(script("r $1; r --forget $1; r --auth me:pass-word $1"), [server.url])
        let lines = outcome.errorLines.filter { $0.hasPrefix("retrieve: ") }
        #expect(outcome.output == "=1\n=1\n=1\n" && lines.count == 3, "\(outcome.errors)")
        for line in lines {
            #expect(line.contains("the keyring cannot be used: ") && line.contains("org.freedesktop.secrets"))
        }
    }

    // MARK: - The program that speaks with the keyring

    /// A copy of `retrieve`, with another program in the place of `retrieve-keyring`.
    private func copy(in folder: TemporaryFolder, helper: String?) throws -> String {
        // By a program: what this one has open for writing, others that it starts meanwhile have open as well.
        func install(_ path: String, as name: String) throws -> String {
            #expect(try Program.blockingRun("/usr/bin/install", [path, folder.file(name)]).status == 0)
            return folder.file(name)
        }
        if let helper { _ = try install(folder.write("#!/bin/bash\n" + helper, to: "script"), as: "retrieve-keyring") }
        return try install(Self.retrieve, as: "retrieve")
    }

    @Test func withoutTheProgramTheErrorSaysSoBeforeAnythingIsSent() async throws {
        let server = try GuardedServer()
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(try copy(in: folder, helper: nil), ["--keyring", "--auth", "me", server.url])
        #expect(outcome.status == 2 && server.sent.isEmpty)
        #expect(outcome.errors.contains("--keyring needs the program \(folder.path)/retrieve-keyring, which is not there"))
    }

    @Test func programThatFailsIsAnError() async throws {
        let server = try GuardedServer()
        let program = try copy(in: TemporaryFolder(), helper: "exit 3")
        let outcome = try await Program.run(program, ["--keyring", "--auth", "me", server.url])
        #expect(outcome.status == 1 && outcome.errors.contains("retrieve-keyring did not answer"))
        let unsaved = try copy(
            in: TemporaryFolder(),
            helper: "read -r question; [[ $question == *find* ]] && echo '{}' || echo '{\"error\": \"it is full\"}'")
        let kept = try await Program.run(unsaved, ["--keyring", "--auth", "me:pass-word", server.url])
        #expect(kept.status == 0 && kept.output == "in\n")
        #expect(
            kept.errorLines.count == 1 && kept.errors.contains("warning: the password was not kept: ")
                && kept.errors.contains("it is full"))
    }

    @Test func programAnswersWhatItIsAsked() async throws {
        let session = try KeyringSession()
        let program = Program.built("retrieve-keyring")
        let space =
            #""scheme": "https", "host": "h.example", "port": 444, "isProxy": false, "authentication": "basic", "user": "me""#
        let answers = try await session.run(
            ["save", "find", "remove", "find", "save", "forget"].map { action in
                "printf %s '{\"action\": \"\(action)\", \(space), \"password\": \"p\\nq\"}' | '\(program)'"
            }.joined(separator: "\n")
        ).output.split(separator: "\n")
        #expect(answers.map(String.init) == ["{}", #"{"user":"me","password":"p\nq"}"#, "{}", "{}", "{}", #"{"removed":1}"#])
        let misused = try await Program.run(program, [], input: "hello")
        #expect(misused.status == 2 && misused.output.isEmpty && misused.errorLines.count == 1)
    }

    @Test func passwordsGoThroughPipesAlone() async throws {
        let server = try GuardedServer()
        let folder = try TemporaryFolder()
        let program = try copy(
            in: folder,
            helper: """
                { cat /proc/$$/cmdline /proc/$$/environ | tr '\\0' '\\n'; } >> '\(folder.path)/public'
                cat >> '\(folder.path)/questions'
                echo '{"user": "me", "password": "pass-word"}'
                """)
        let outcome = try await Program.run(program, ["--keyring", "--auth", "me", server.url])
        #expect(outcome.status == 0 && outcome.output == "in\n")
        func content(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }
        #expect(try !content("public").contains("pass-word") && content("public").contains("PATH="))
        #expect(try content("questions").contains("Räum"))
        let given = try await Program.run(program, ["--keyring", "--auth", "me:pass-word", server.url])
        #expect(given.status == 0)
        #expect(try !content("public").contains("pass-word") && content("questions").contains("pass-word"))
    }

    @Test(
        "Refused",
        arguments: [
            ["--keyring", "--bearer", "T", "a"], ["--keyring", "--auth-type=negotiate", "a"], ["--keyring", "--auth", ":x", "a"],
            ["--forget", "a"], ["--keyring", "--forget"], ["--keyring", "--forget", "a", "b"],
            ["--keyring", "--forget", "--timeout", "3", "a"],
        ])
    func contradictionIsRefused(words: [String]) async throws {
        let outcome = try await Program.run("retrieve", words)
        #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.hasPrefix("retrieve: "))
    }
}

/// The value of Authorization for a user and password.
private func basic(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }
