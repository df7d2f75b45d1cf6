import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Runs of downloads")
struct DownloadsRunTests {
    private static let data = FileServer.bytes(1_000_000)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ words: String..., input: String = "") async throws -> Program.Outcome {
        try await Program.run("retrieve", words + ["--folder", folder.path], input: input)
    }

    private func contents(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: folder.file(name)).map(Array.init) }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

    // MARK: - Files and names

    @Test func manyComeAtOnceUnderTheirNames() async throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<20).map { ("/f\($0).bin", FileServer.bytes(10_000 + $0)) })
        let server = try FileServer(files)
        let outcome = try await Program.run(
            "retrieve", ["get", "--folder", folder.path] + files.keys.map { server.url + $0 })
        #expect(outcome.status == 0 && outcome.errorLines.count == 20)
        #expect(names == files.keys.map { String($0.dropFirst()) }.sorted())
        #expect(Set(outcome.output.split(separator: "\n").map(String.init)) == Set(files.keys.map { folder.path + $0 }))
        #expect(files.allSatisfy { contents(String($0.dropFirst())) == $1 })
    }

    @Test func asManyAsAllowedRunAtOnce() async throws {
        let files = ["/a": [UInt8](repeating: 1, count: 1000), "/b": [2], "/c": [3]]
        let server = try FileServer(files, stallsAfter: 10)
        var spawn = Spawn(Program.built("retrieve"), ["get", "--parallel", "2", "--folder", folder.path])
        spawn.arguments += ["/a", "/b", "/c"].map { server.url + $0 }
        spawn.environment = Program.environment(folder)
        spawn.streams[2] = .file(folder.file("errors"))
        let process = try spawn.start()
        // The second is short and comes; then the third; the first stands still all the time.
        try await until { contents("c") != nil }
        #expect(server.requests.count == 3)
        kill(process, SIGINT)
        #expect(await Spawn.wait(for: process) == 130)
    }

    @Test func serverNamesTheFileAndAnotherGetsANumber() async throws {
        let server = try FileServer(["/x": [1, 2, 3]], fields: "Content-Disposition: attachment; filename=\"../na me.txt\"\r\n")
        #expect(try await run("--download", server.url + "/x").status == 0)
        let second = try await run("get", server.url + "/x")
        #expect(second.errors.contains("na me (2).txt"))
        #expect(names == ["na me (2).txt", "na me.txt"])
        let refused = try await run("get", "--existing", "refuse", server.url + "/x")
        #expect(refused.status == 1 && refused.errors.contains("--existing"))
        #expect(try await run("get", "--existing", "replace", server.url + "/x").status == 0)
        #expect(names == ["na me (2).txt", "na me.txt"])
    }

    @Test func namedFileIsNotOverwrittenUnasked() async throws {
        let server = try FileServer(["/x": [1, 2, 3]])
        let path = try folder.write("mine", to: "mine.txt")
        let words = ["--download", "--existing", "refuse", "-o"]
        let refused = try await Program.run("retrieve", words + [path, server.url + "/x"])
        #expect(refused.status == 1 && refused.errorLines.count == 1 && contents("mine.txt") == Array("mine".utf8))
        let fresh = folder.file("new.txt")
        #expect(try await Program.run("retrieve", words + [fresh, server.url + "/x", "X-A:b"]).status == 0)
        #expect(contents("new.txt") == [1, 2, 3])
        #expect(server.requests.last?.contains("X-A: b") == true)
    }

    @Test func listIsReadFromAFileOrStandardInput() async throws {
        let server = try FileServer(["/a": [1], "/b": [2], "/c": [3]])
        let list = try folder.write("# two\n\(server.url)/a -> first.bin\n\n\(server.url)/b\n", to: "list")
        #expect(try await run("get", "--input-file", list, server.url + "/c").status == 0)
        #expect(names == ["b", "c", "first.bin", "list"] && contents("first.bin") == [1])
        #expect(try await run("--input-file", "-", input: "\(server.url)/a\n").status == 0)
        #expect(names.contains("a"))
        let broken = try await run("get", "--input-file", "-", input: "\(server.url)/a -> z\nhttp://\n")
        #expect(broken.status == 2 && broken.errors.contains("standard input, line 2: ") && !names.contains("z"))
    }

    @Test func rateThatOthersDoNotUseIsThereForTheRest() async throws {
        let server = try FileServer([
            "/large": FileServer.bytes(300_000), "/other": FileServer.bytes(300_000), "/a": [1], "/b": [2], "/c": [3],
        ])
        func elapsed(_ paths: String...) async throws -> Duration {
            let start = ContinuousClock.now
            let words = ["get", "--limit-rate=300K", "--folder", folder.path] + paths.map { server.url + $0 }
            #expect(try await Program.run("retrieve", words).status == 0)
            return start.duration(to: .now)
        }
        let alone = try await elapsed("/large")
        #expect(alone >= .milliseconds(900))
        #expect(try await elapsed("/large", "/a", "/b", "/c") < alone * 2)
        let both = try await elapsed("/large", "/other")
        #expect(both >= .milliseconds(1800))
    }

    // MARK: - Failures

    @Test func worstFailureIsTheExitStatusAndEachIsALine() async throws {
        let server = try FileServer(["/a": [1]])
        let nobody = try Loopback.unusedPort()
        let outcome = try await run(
            "get", "--quiet", "--retry", "0", server.url + "/a", server.url + "/missing", server.url + "/status/503",
            "http://127.0.0.1:\(nobody)/x")
        #expect(outcome.status == 5)
        #expect(
            outcome.errorLines.count == 3 && outcome.errorLines.allSatisfy { $0.hasPrefix("retrieve: ") && $0.contains("; ") })
        #expect(names == ["a"])
        #expect(try await run("get", "--retry", "0", server.url + "/missing", "http://127.0.0.1:\(nobody)/x").status == 4)
    }

    @Test func redirectsAreFollowed() async throws {
        let server = try FileServer(["/elsewhere": [1, 2]])
        #expect(try await run("get", server.url + "/status/302").status == 0)
        #expect(names == ["elsewhere"])
    }

    @Test func silenceIsATimeout() async throws {
        let server = try FileServer(["/a": Self.data], stallsAfter: 300_000)
        let outcome = try await run("get", "--retry", "0", "--stall-timeout", "1", server.url + "/a")
        #expect(outcome.status == 6 && outcome.errors.contains("the same command goes on at "))
        server.release()
        #expect(try await run("get", server.url + "/a").status == 0)
        #expect(contents("a") == Self.data && names == ["a"])
        #expect(server.requests.last?.contains("Range: bytes=") == true)
    }

    @Test func otherDigestIsAnErrorAndTheFileIsRemoved() async throws {
        let server = try FileServer(["/a": Array("abc".utf8)])
        let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let wrong = try await run("get", "--checksum", "sha256:" + right.dropLast() + "e", server.url + "/a")
        #expect(wrong.status == 1 && wrong.errors.contains("the file was removed") && names.isEmpty)
        #expect(try await run("get", "--checksum", "SHA256:" + right.uppercased(), server.url + "/a").status == 0)
        #expect(names == ["a"])
    }

    @Test(
        "Words that contradict each other",
        arguments: [
            ["--download"], ["--download", "POST", "u"], ["get", "u", "--existing", "x"], ["get", "ftp://u"],
            ["get", "u", "v", "--auth", "me:secret"],
        ])
    func usageErrors(words: [String]) async throws {
        let outcome = try await Program.run("retrieve", words)
        #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.hasPrefix("retrieve: "))
        #expect(!outcome.errors.contains("secret"))
    }

    // MARK: - What is there

    @Test func conditionalDownloadLeavesWhatIsNotNewer() async throws {
        let date = "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        let server = try FileServer(["/a": [1, 2]], fields: date)
        #expect(try await run("get", "--conditional", server.url + "/a").status == 0)
        #expect(server.requests.count == 2)
        let again = try await run("get", "--conditional", server.url + "/a")
        #expect(again.status == 0 && again.errors == "a: not newer on the server\n" && server.requests.count == 3)
        let newer = try FileServer(["/a": [3]], fields: date.replacing("1994", with: "2000"))
        #expect(try await run("get", "--conditional", newer.url + "/a").status == 0)
        #expect(contents("a") == [3] && names == ["a"])
    }

    @Test("A download that was killed or interrupted goes on", arguments: [SIGKILL, SIGINT])
    func endedDownloadGoesOn(signal: Int32) async throws {
        let server = try FileServer(["/a": Self.data], stallsAfter: 400_000)
        var spawn = Spawn(Program.built("retrieve"), ["get", server.url + "/a", server.url + "/never", "--parallel", "1"])
        spawn.arguments += ["--folder", folder.path]
        spawn.environment = Program.environment(folder)
        let errors = try TemporaryFolder().file("errors")
        spawn.streams[2] = .file(errors)
        let process = try spawn.start()
        try await until { names.contains { $0.hasSuffix("-record") } }
        kill(process, signal)
        #expect(await Spawn.wait(for: process) == (signal == SIGINT ? 130 : -SIGKILL))
        if signal == SIGINT {
            let text = try String(contentsOfFile: errors, encoding: .utf8)
            #expect(text.contains("retrieve: a: interrupted; the same command goes on at 40 %\n"))
            #expect(text.contains("retrieve: not begun: 1; "))
        }
        server.release()
        #expect(try await run("get", server.url + "/a").status == 0)
        #expect(contents("a") == Self.data && names == ["a"])
        #expect(server.requests.last?.contains("Range: bytes=400000-") == true)
    }

    @Test func secondSignalEndsWhateverIsGoingOn() async throws {
        let server = try FileServer(["/a": [1]])
        // Nobody reads the paths, and there is no room for another.
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        while write(ends[1], "x", 1) == 1 {}
        _ = fcntl(ends[1], F_SETFL, 0)
        var spawn = Spawn(Program.built("retrieve"), ["get", "--folder", folder.path, server.url + "/a"])
        spawn.environment = Program.environment(folder)
        let errors = try TemporaryFolder().file("errors")
        spawn.streams[1] = .descriptor(ends[1])
        spawn.streams[2] = .file(errors)
        let process = try spawn.start()
        try await until { (try? String(contentsOfFile: errors, encoding: .utf8))?.contains("saved as") == true }
        kill(process, SIGINT)
        try await until {
            let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
            let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
            return caught.flatMap { UInt64($0, radix: 16) }.map { $0 & 1 << UInt64(SIGINT - 1) == 0 } ?? false
        }
        kill(process, SIGINT)
        #expect(await Spawn.wait(for: process) == -SIGINT)
    }

    @Test func listMayComeThroughAPipeThatIsSlow() async throws {
        let server = try FileServer(["/a": [1]])
        let command = "'\(Program.built("retrieve"))' get --folder '\(folder.path)' --input-file"
        for source in ["<(sleep 0.1; echo \(server.url)/a)", "- < <(sleep 0.1; echo \(server.url)/a)"] {
            #expect(try await Program.run("/bin/bash", ["-c", "\(command) \(source)"]).status == 0)
        }
        #expect(names == ["a", "a (2)"])
    }

    @Test func withoutContinueItBeginsAnew() async throws {
        let server = try FileServer(["/a": Self.data], stallsAfter: 400_000, closes: true)
        let cut = try await run("get", "--retry", "0", server.url + "/a")
        #expect(cut.status == 1 && cut.errors.contains("; the same command goes on at 40 %\n"))
        server.release()
        #expect(try await run("get", "--no-continue", server.url + "/a").status == 0)
        #expect(server.requests.last?.contains("Range:") == false && contents("a") == Self.data)
    }

    @Test func partsComeFromMirrors() async throws {
        let data = FileServer.bytes(8 << 20)
        let (one, two) = (try FileServer(["/a": data]), try FileServer(["/b": data]))
        let outcome = try await run("get", "--segments", "4", "--mirrors", one.url + "/a", two.url + "/b")
        #expect(outcome.status == 0 && contents("a") == data)
        #expect(!one.requests.isEmpty && !two.requests.isEmpty)
    }

    // MARK: - The terminal

    @Test func barsAreShownOnATerminalUntilControlC() async throws {
        let server = try FileServer(["/a": Self.data, "/b": Self.data], stallsAfter: 400_000)
        let terminal = try PseudoTerminal(
            Program.built("retrieve"), ["get", server.url + "/a", server.url + "/b", "--folder", folder.path],
            environment: Program.environment(folder), width: 90)
        try await terminal.wait(for: "━")
        try await terminal.wait(for: "0 of 2 done")
        try await until { names.count { $0.hasSuffix("-record") } == 2 }
        terminal.resize(width: 40, height: 24)
        terminal.type("\u{03}")
        let screen = try await terminal.wait(for: "a: interrupted; the same command goes on at 40 %")
        #expect(screen.sequences.contains("[32m"))
        // However often they were drawn, what the terminal is told last is to go up to where they begin.
        #expect(screen.sequences.contains { $0.wholeMatch(of: /\[[3-9]A/) != nil })
        #expect(await terminal.waitForExit() == 130)
        #expect(terminal.isCooked)
    }

    @Test func barsHaveNoColourWhenNoneIsWanted() async throws {
        let server = try FileServer(["/a": Self.data], stallsAfter: 400_000)
        let terminal = try PseudoTerminal(
            Program.built("retrieve"), ["get", server.url + "/a", "--folder", folder.path],
            environment: Program.environment(folder, ["NO_COLOR": "1"]))
        let screen = try await terminal.wait(for: "40 %")
        #expect(!screen.sequences.contains { $0.hasSuffix("m") })
        terminal.signal(SIGTERM)
        #expect(await terminal.waitForExit() == 130)
    }

    /// Waits until something has come about.
    private func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }
}
