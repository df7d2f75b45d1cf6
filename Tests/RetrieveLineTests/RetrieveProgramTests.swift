import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The program retrieve")
struct RetrieveProgramTests {
    @Test(
        "The exit status follows the response's",
        arguments: [
            ("200 OK", 0), ("204 No Content", 0), ("302 Found", 3), ("404 Not Found", 4), ("503 Service Unavailable", 5),
            ("999 Odd", 1),
        ] as [(String, Int32)])
    func exitStatusIsTheKindOfStatus(status: String, exit: Int32) async throws {
        let server = try RawServer.answering("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nLocation: http://127.0.0.1:1/\r\n\r\n")
        defer { server.stop() }
        let outcome = try await Program.run("retrieve", [server.url])
        #expect(outcome.status == exit)
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    }

    @Test func itemsGoOutAsJSONAndTheAnswerIsPrintedAsItCame() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let outcome = try await Program.run(
            "retrieve", [":\(server.port)/p", "name=Ada", "age:=29", "q==a b", "X-Reason:why"])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("POST /p?q=a%20b HTTP/1.1\r\n"))
        #expect(outcome.output.contains("\r\nX-Reason: why\r\n"))
        #expect(outcome.output.contains("\r\nContent-Type: application/json\r\n"))
        #expect(outcome.output.hasSuffix("\r\n\r\n{\"name\":\"Ada\",\"age\":29}"))
    }

    @Test func formGoesOutAsAForm() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let outcome = try await Program.run("retrieve", ["--form", "PUT", ":\(server.port)", "name=Ada Lovelace"])
        #expect(outcome.output.hasPrefix("PUT / HTTP/1.1\r\n"))
        #expect(outcome.output.contains("\r\nContent-Type: application/x-www-form-urlencoded\r\n"))
        #expect(outcome.output.hasSuffix("\r\n\r\nname=Ada+Lovelace"))
    }

    @Test func emptyFieldItemLeavesTheDefaultFieldOut() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        #expect(try await Program.run("retrieve", [":\(server.port)"]).output.contains("\r\nUser-Agent: Retriever/"))
        #expect(try await !Program.run("retrieve", [":\(server.port)", "User-Agent:"]).output.contains("User-Agent"))
        let bare = try await Program.run("retrieve", [":\(server.port)", "a=1", "Content-Type:", "Accept-Encoding:"]).output
        #expect(bare.hasPrefix("POST / ") && !bare.contains("Content-Type") && !bare.contains("Accept-Encoding"))
        #expect(try await !Program.run("retrieve", [":\(server.port)", "Accept:"]).output.contains("\nAccept:"))
    }

    @Test func contentIsPrintedByteForByteWhileItArrives() async throws {
        let bytes: [UInt8] = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
            connection.write(bytes)
        }
        defer { server.stop() }
        let file = try TemporaryFolder().file("copy")
        let outcome = try await Program.run(
            "/bin/sh", ["-c", "'\(Program.built("retrieve"))' :\(server.port) > '\(file)'"])
        #expect(outcome.status == 0)
        #expect(try Data(contentsOf: URL(filePath: file)) == Data(bytes))
    }

    @Test(
        "A pipe in the place of a file is waited for",
        arguments: [
            (["a=@PIPE"], "application/json", #"{"a":"{\"x\": 1}"}"#), (["a:=@PIPE"], "application/json", #"{"a":{"x":1}}"#),
            (["@PIPE"], "application/json", #"{"x": 1}"#), (["@PIPE;type=text/x"], "text/x", #"{"x": 1}"#),
            (["--body", "@PIPE"], "application/json", #"{"x": 1}"#),
            (["--data", "@PIPE"], "application/x-www-form-urlencoded", #"{"x": 1}"#),
        ] as [([String], String, String)])
    func pipeIsWaitedFor(words: [String], type: String, content: String) async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        mkfifo(pipe, 0o600)
        var spawn = Spawn(Program.built("retrieve"), [server.url] + words.map { $0.replacing("PIPE", with: pipe) })
        spawn.environment = Program.environment(folder)
        spawn.streams[1] = .file(folder.file("output"))
        let process = try spawn.start()
        // Succeeds when the program has the pipe open, so it really waits for bytes that have not been written.
        var writer: Int32 = -1
        while writer < 0 {
            writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard writer < 0 else { break }
            try #require(waitpid(process, nil, WNOHANG) == 0)
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(server.connectionCount == 0)
        for part in [#"{"x""#, ": 1}"] { #expect(write(writer, part, part.utf8.count) == part.utf8.count) }
        close(writer)
        #expect(await Spawn.wait(for: process) == 0)
        let sent = try String(contentsOfFile: folder.file("output"), encoding: .utf8)
        #expect(sent.hasSuffix("\r\n\r\n" + content) && sent.contains("\r\nContent-Type: \(type)\r\n"))
    }

    @Test(
        "Input that cannot be read is an error, and no end of the input",
        arguments: ["--data @-", "--body -", "get --input-file -"])
    func unreadableInput(words: String) async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let target = words.hasPrefix("get") ? "" : server.url
        let command = "'\(Program.built("retrieve"))' \(words) \(target) < /"
        let outcome = try await Program.run("/bin/sh", ["-c", command])
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("cannot read standard input: it is a folder"), "\(outcome.errors)")
        #expect(server.connectionCount == 0)
    }

    @Test func inputOfWhoDoesNotWaitIsWaitedFor() async throws {
        let server = try RawServer { connection in
            guard let request = connection.readFramedRequest() else { return }
            connection.respond(body: "\(request.body.count)")
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let pipe = try Spawn.pipe()
        // As another program leaves it that has the same pipe as its standard input, Node.js say.
        #expect(fcntl(pipe.reading, F_SETFL, O_NONBLOCK) == 0)
        var spawn = Spawn(Program.built("retrieve"), ["POST", server.url])
        spawn.environment = Program.environment(folder)
        spawn.streams[0] = .descriptor(pipe.reading)
        spawn.streams[1] = .file(folder.file("output"))
        let process = try spawn.start()
        close(pipe.reading)
        Thread.detachNewThread {
            let part = [UInt8](repeating: 1, count: 30_000)
            for _ in 0..<100 { _ = write(pipe.writing, part, part.count) }
            close(pipe.writing)
        }
        #expect(await Spawn.wait(for: process) == 0)
        #expect(try String(contentsOfFile: folder.file("output"), encoding: .utf8) == "3000000")
    }

    @Test func largeProcessSubstitutionIsAPartOfAForm() async throws {
        let server = try RawServer { connection in
            while let request = connection.readFramedRequest() {
                connection.respond(body: String(decoding: request.body, as: UTF8.self))
            }
        }
        defer { server.stop() }
        let command = "'\(Program.built("retrieve"))' \(server.url) n=1 'f@'<(yes | head -c 3000000)"
        let sent = try await Program.run("/bin/bash", ["-c", command]).output
        #expect(sent.contains(String(repeating: "y\n", count: 1_500_000) + "\r\n--"))
        #expect(sent.contains("Content-Disposition: form-data; name=\"f\"; filename="))
    }

    @Test func firstPartIsPrintedBeforeTheSecondIsSent() async throws {
        let pipe = try TemporaryFolder().file("pipe")
        mkfifo(pipe, 0o600)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfirst")
            // The rest is sent when the reader of the first part says so.
            let file = open(pipe, O_RDONLY)
            var byte: UInt8 = 0
            _ = read(file, &byte, 1)
            close(file)
            connection.write("last")
        }
        defer { server.stop() }
        let command = "'\(Program.built("retrieve"))' :\(server.port) | { head -c 5; echo go > '\(pipe)'; cat; }"
        let outcome = try await Program.run("/bin/sh", ["-c", command])
        #expect(outcome.output == "firstlast")
    }

    @Test func closedOutputEndsQuietly() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            while connection.write([UInt8](repeating: 0x61, count: 65_536)) {}
        }
        defer { server.stop() }
        let command = "'\(Program.built("retrieve"))' :\(server.port) | head -c 3; echo \" ${PIPESTATUS[0]}\""
        let outcome = try await Program.run("/bin/bash", ["-c", command])
        #expect(outcome.output == "aaa \(128 + SIGPIPE)\n")
        #expect(outcome.errors.isEmpty)
    }

    @Test func redirectIsFollowedOnlyWhenAskedFor() async throws {
        let target = try RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ntarget")
        let server = try RawServer.answering("HTTP/1.1 302 Found\r\nLocation: \(target.url)/\r\nContent-Length: 4\r\n\r\nhere")
        defer { target.stop(); server.stop() }
        let delivered = try await Program.run("retrieve", [server.url])
        #expect(delivered.status == 3 && delivered.output == "here")
        let followed = try await Program.run("retrieve", ["--follow", server.url])
        #expect(followed.status == 0 && followed.output == "target")
    }

    @Test func failuresAreOneLineOnStandardError() async throws {
        let cut = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        }
        defer { cut.stop() }
        let broken = try await Program.run("retrieve", [cut.url])
        #expect(broken.status == 1 && broken.output == "half" && broken.errorLines.count == 1)
        let refused = try await Program.run("retrieve", [":\(try Loopback.unusedPort())"])
        #expect(refused.status == 1 && refused.output.isEmpty && refused.errorLines.count == 1)
        for words in [[], ["--nope"], ["GET"], [":1", "name\u{1B}[31m"], ["http://"]] {
            let misused = try await Program.run("retrieve", words)
            #expect(misused.status == 2 && misused.output.isEmpty && [1, 3].contains(misused.errorLines.count))
            #expect(misused.errors.hasPrefix("retrieve: ") && !misused.errors.contains("\u{1B}"))
        }
    }

    @Test func fullDiskIsAnError() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let outcome = try await Program.run(
            "/bin/sh", ["-c", "'\(Program.built("retrieve"))' :\(server.port) > /dev/full"])
        #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    }

    @Test func helpTeachesAndVersionIsPrinted() async throws {
        let help = try await Program.run("retrieve", ["--help"])
        #expect(help.status == 0 && help.output.contains("Examples:") && help.errors.isEmpty)
        #expect(try await Program.run("retrieve", ["--version"]).output.hasPrefix("retrieve 0."))
    }
}
