import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("The window, driven through the accessibility bus", .serialized)
struct WindowTests {
    @Test("Joke, vote, page with history, course, private courses") func mainWalk() async throws {
        let folder = try TemporaryFolder()
        let database = folder.file("catalog.sqlite")
        let service = try ServiceProcess(database: database)
        let added = try ServiceProcess.run(["user", "add", "anna", "--database", database], input: "hunter2\n")
        #expect(added.status == 0)
        let window = try await WindowSession(service: service.url)

        // A joke is shown with its rating; a vote is told of once the service has it in its database.
        try await window("wait", "0 up, 0 down")
        try await window.expectNamedControls()
        try await window("press", "Vote Up")
        try await window("wait", "Voted Up")
        try await window("wait", "1 up, 0 down, you voted up")
        #expect(try await votes(in: database) == ["1"])
        try await window.picture("joke")
        try await window("press", "Vote Down")
        try await window("wait", "Voted Down")
        #expect(try await votes(in: database) == ["-1"])

        // The page about the hero: a link, back, forward, and away.
        try await window("press", "Chuck Who?")
        try await window("wait", "Loaded")
        try await window("disabled", "<")
        try await window("disabled", ">")
        try await window.expectNamedControls()
        try await window.picture("page")
        try await window("follow")
        try await window("enabled", "<")
        try await window("press", "<")
        try await window("enabled", ">")
        try await window("disabled", "<")
        try await window("press", ">")
        try await window("enabled", "<")
        try await window("disabled", ">")
        try await window("press", "Back")
        try await window("gone", "Loaded")

        // A course opens its page under its own title.
        try await window("press", "Courses")
        try await window("wait", "no date yet")
        try await window.picture("courses")
        try await window("press", "Home Baking for Beginners")
        try await window("wait", "Loaded")
        try await window("press", "Back")

        // The private courses want the right password.
        try await window("press", "Private Courses")
        try await window("type", "User", "anna")
        try await window("type", "Password", "wrong")
        try await window.expectNamedControls()
        try await window("press", "Sign In")
        try await window("wait", "wrong. Please try again")
        try await window("type", "Password", "hunter2")
        try await window("press", "Sign In")
        try await window("wait", "Safe Use of the Workshop Machines")
        try await window("press", "Safe Use of the Workshop Machines")
        try await window("wait", "Loaded")
        await window.end()
    }

    private func votes(in database: String) async throws -> [String] {
        let outcome = try await Program.run("/usr/bin/sqlite3", ["-readonly", database, "SELECT vote FROM votes"])
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("A slow service leaves the window responsive, a failing one is told of and tried again") func slowAndFailing()
        async throws
    {
        let asked = Barrier(2)
        let loads = Counter()
        let jokes = Counter()
        let gate = Barrier(2)
        let joke = #"{"type":"success","value":{"id":7,"joke":"Ada &amp; Bob","categories":[]}}"#
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                switch request.line {
                case "GET /jokes/random HTTP/1.1" where jokes.next() == 1:
                    asked.arrive()
                    gate.arrive()
                    connection.respond("503 Busy", body: "")
                case "GET /jokes/random HTTP/1.1": connection.respond(body: joke)
                case "GET /jokes/7/rating HTTP/1.1": connection.respond(body: #"{"id":7,"up":4,"down":2,"vote":0}"#)
                case "GET /courses.json HTTP/1.1":
                    let count = loads.next()
                    connection.respond(body: #"{"courses":[{"title":"Course \#(count)","url":"/"}]}"#)
                case "POST /rater/vote HTTP/1.1": connection.respond("500 Broken", body: "")
                default: connection.respond("404 Not Found", body: "")
                }
            }
        }
        defer { server.stop() }
        let window = try await WindowSession(service: server.url)
        await Task.detached { asked.arrive() }.value

        // While the service lets the window wait for a joke, a press of a button is handled: the courses are loaded again.
        try await window("press", "Courses")
        try await window("wait", "Course 1")
        try await window("press", "Load Again")
        try await window("wait", "Course 2")
        try await window("press", "Jokes")
        await Task.detached { gate.arrive() }.value

        try await window("wait", "No Joke")
        try await window("wait", "503")
        try await window("press", "Try Again")
        try await window("wait", "Ada & Bob")
        try await window("wait", "4 up, 2 down")
        try await window("press", "Vote Up")
        try await window("wait", "Not voted")
        await window.end()
    }
}

private final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
