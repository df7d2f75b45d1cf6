import Foundation
import TestSupport
import Testing

/// Each test has a message bus of its own, with a keyring on it or without.
@Suite("The keyring of the desktop")
struct KeyringTests {
    private func run(_ arguments: [String], withKeyring: Bool = true) async throws -> [String] {
        let session = try KeyringSession(withKeyring: withKeyring)
        let outcome = try await session.run(
            "exec \"$0\" \"$@\"".replacing("$0", with: Program.built("KeyringProgram")), arguments)
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("Passwords are kept and found by host, scheme, realm and user") func passwords() async throws {
        let lines = try await run([
            "find basic r", "save me one basic r", "find basic r", "save you two basic r", "find-user me basic r",
            "find-user you basic r", "find-user nobody basic r", "save me three basic r", "find-user me basic r",
            "find basic other", "find basic", "find digest r", "save me four digest", "find digest", "find digest r",
            "remove me basic r", "find basic r", "remove you basic r", "find basic r",
            "save me five basic r", "save me six basic s", "save you seven digest r", "remove-all-of me", "find basic r",
            "find digest r", "save me eight basic", "remove-all", "find digest r", "remove-all",
        ])
        #expect(
            lines == [
                "nothing", "saved", "me one", "saved", "me one", "you two", "nothing", "saved", "me three", "nothing", "nothing",
                "nothing", "saved", "me four", "nothing", "removed", "you two", "removed", "nothing",
                "saved", "saved", "saved", "removed 3", "nothing", "you seven", "saved", "removed 2", "nothing", "removed 0",
            ])
    }

    @Test("What a server has accepted is there for the next client") func client() async throws {
        let basic = "Basic " + Data("me:pass-word".utf8).base64EncodedString()
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                if request.values("Authorization") == [basic] {
                    connection.respond(body: "in")
                } else {
                    connection.respond("401 No", fields: "WWW-Authenticate: Basic realm=\"Räum\"\r\n", body: "")
                }
            }
        }
        defer { server.stop() }
        #expect(try await run(["get \(server.url)", "get \(server.url)"]) == ["200 OK", "200 OK"])
    }

    @Test("Without a keyring the error says so") func noService() async throws {
        let lines = try await run(["find basic r", "save me one basic r", "get http://127.0.0.1:1/"], withKeyring: false)
        #expect(lines.count == 3)
        for line in lines.prefix(2) {
            #expect(line.hasPrefix("error: the keyring cannot be used: ") && line.contains("org.freedesktop.secrets"))
        }
    }

    @Test("A program that does not ask for it does not load GLib") func independence() async throws {
        let libraries = try await Program.run("/usr/bin/ldd", [Program.built("RequestLoop")])
        #expect(libraries.output.contains("libcurl") && !libraries.output.contains("libsecret"))
        #expect(try await !Program.run("/usr/bin/ldd", [Program.built("retrieve")]).output.contains("libsecret"))
        #expect(try await Program.run("/usr/bin/ldd", [Program.built("KeyringProgram")]).output.contains("libsecret"))
    }
}
