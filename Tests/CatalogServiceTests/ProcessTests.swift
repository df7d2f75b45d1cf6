import CatalogStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CatalogService

@Suite("The program")
struct ProcessTests {
    @Test func firstLineSaysWhereItListens() async throws {
        let process = try ServiceProcess(database: try TemporaryFolder().file("a/b/catalog.sqlite"))
        #expect(process.firstLine == "listening on http://127.0.0.1:\(process.port)")
        #expect(try await rawRequest(process.port, "/jokes/random").status == 200)
        process.signal(SIGTERM)
        #expect(process.wait() == 0)
    }

    @Test("Ending", arguments: [SIGTERM, SIGINT])
    func endFinishesTheRequestInFlight(signal: Int32) async throws {
        let process = try ServiceProcess(database: try TemporaryFolder().file("catalog.sqlite"))
        let idle = try RawConnection(port: process.port)
        let connection = try RawConnection(port: process.port)
        let content = "joke_id=1&vote=1"
        connection.send(
            "POST /rater/vote HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n"
                + "Content-Length: \(content.utf8.count)\r\n\r\njoke")
        // The interim response says that the request has arrived.
        #expect(try await connection.response().status == 100)
        process.signal(signal)
        // The idle connection goes when the service is done, and nobody new gets in; the one in flight is still answered.
        connection.send(content.dropFirst(4).utf8)
        let response = try await connection.response()
        #expect(response.status == 200)
        #expect(response.rating == "1 0 1")
        #expect(await idle.isClosed(within: 30_000))
        #expect(process.wait() == 0)
    }

    @Test func acknowledgedVoteSurvivesBeingKilled() async throws {
        let database = try TemporaryFolder().file("catalog.sqlite")
        let process = try ServiceProcess(database: database)
        let vote = try await rawForm(process.port, "/rater/vote", "joke_id=7&vote=-1")
        process.signal(SIGKILL)
        #expect(vote.rating == "0 1 -1")
        #expect(process.wait() == -SIGKILL)
        let token = try #require(vote.object["voter"] as? String)
        let again = try ServiceProcess(database: database)
        #expect(try await rawRequest(again.port, "GET", "/jokes/7/rating", ["Cookie: voter=\(token)"]).rating == "0 1 -1")
        #expect(try await rawForm(again.port, "/rater/vote", "joke_id=7&vote=1&voter=\(token)").rating == "1 0 1")
        again.signal(SIGTERM)
        #expect(again.wait() == 0)
    }

    @Test func takenPortIsOneLineAndExit1() throws {
        let folder = try TemporaryFolder()
        let process = try ServiceProcess(database: folder.file("one.sqlite"))
        let outcome = try ServiceProcess.run(["--port", "\(process.port)", "--database", folder.file("two.sqlite")])
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors == "retriever-service: Cannot listen on 127.0.0.1:\(process.port): the port is taken\n")
        process.signal(SIGTERM)
        #expect(process.wait() == 0)
    }

    @Test(
        "Unusable databases",
        arguments: ["/proc/nothing/catalog.sqlite", "/proc/version", "/dev/null/x.sqlite", "FOLDER", "TEXT"])
    func unusableDatabaseIsOneLineAndExit1(path: String) throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("hello hello hello", to: "notes.txt")
        let path = path == "FOLDER" ? folder.path : path == "TEXT" ? text : path
        let outcome = try ServiceProcess.run(["--port", "0", "--database", path])
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("retriever-service: "))
        #expect(outcome.errors.contains(path))
        #expect(outcome.errors.filter(\.isNewline).count == 1)
    }

    @Test func defaultDatabaseLiesInTheUsersDataFolder() throws {
        let folder = try TemporaryFolder()
        let outcome = try ServiceProcess.run(["user", "list"], environment: ["XDG_DATA_HOME": folder.path])
        #expect(outcome.status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.file("retriever/catalog.sqlite")))
        #expect(ServiceConfiguration.defaultDatabase(environment: ["HOME": "/h"]) == "/h/.local/share/retriever/catalog.sqlite")
        #expect(ServiceConfiguration.defaultDatabase(environment: ["HOME": "/h", "XDG_DATA_HOME": "relative"]).hasPrefix("/h/"))
    }

    @Test(
        "Usage",
        arguments: [
            ["--port", "x"], ["--port", "70000"], ["--port"], ["--nothing"], ["--nothing=1"], ["nothing"], ["user"],
            ["user", "add"],
            ["user", "add", "a", "b"], ["user", "list", "--port", "1"], ["--database"],
        ])
    func wrongUsageIsOneLineAndExit2(arguments: [String]) throws {
        let outcome = try ServiceProcess.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasSuffix("; see retriever-service --help\n"))
        #expect(outcome.errors.filter(\.isNewline).count == 1)
    }

    @Test func helpAndVersionGoToStandardOutput() throws {
        let help = try ServiceProcess.run(["--help"])
        #expect(help.status == 0)
        for word in ["--host", "--port", "--database", "--import", "user add"] { #expect(help.output.contains(word)) }
        #expect(try ServiceProcess.run(["--version"]).output.hasPrefix("retriever-service "))
    }

    @Test func userAddedThroughTheProgramMayReadThePrivateFeed() async throws {
        let database = try TemporaryFolder().file("catalog.sqlite")
        #expect(try ServiceProcess.run(["user", "add", "ada", "--database", database], input: "first\n").status == 0)
        #expect(try ServiceProcess.run(["user", "add", "ada", "--database=\(database)"], input: "secret word\nmore").status == 0)
        #expect(try ServiceProcess.run(["user", "add", "bob", "--database", database], input: "x\n").status == 0)
        #expect(try ServiceProcess.run(["user", "list", "--database", database]).output == "ada\nbob\n")
        let process = try ServiceProcess(database: database)
        func status(_ user: String, _ password: String) async throws -> Int {
            let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
            return try await rawRequest(process.port, "GET", "/private/courses.json", ["Authorization: Basic \(credentials)"])
                .status
        }
        #expect(try await status("ada", "secret word") == 200)
        #expect(try await status("ada", "first") == 401)
        #expect(try await status("bob", "x") == 200)
        #expect(try ServiceProcess.run(["user", "remove", "bob", "--database", database]).status == 0)
        #expect(try await status("bob", "x") == 401)
        let missing = try ServiceProcess.run(["user", "remove", "bob", "--database", database])
        #expect(missing.status == 1)
        #expect(missing.errors == "retriever-service: There is no user bob\n")
        #expect(try ServiceProcess.run(["user", "add", "eve", "--database", database]).status == 1)
        process.signal(SIGTERM)
        #expect(process.wait() == 0)
    }

    @Test func malformedImportIsOneLineAndExit1() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(#"{"jokes":[{"joke":""}]}"#, to: "bad.json")
        let arguments = ["--port", "0", "--database", folder.file("c.sqlite"), "--import", file]
        let outcome = try ServiceProcess.run(arguments)
        #expect(outcome.status == 1)
        #expect(outcome.errors == "retriever-service: Cannot import \(file): jokes[0]: the text is empty\n")
    }
}
