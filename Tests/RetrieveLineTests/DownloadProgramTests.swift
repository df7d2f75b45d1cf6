import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

private let content = Data((0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 131 ^ $0 >> 9) })

/// Serves large.bin, and one thing to those with a password below /private.
private func server() throws -> Nginx {
    try Nginx(
        server: """
            location /named { default_type text/plain; add_header Content-Disposition 'attachment; filename="../from server.txt"'; return 200 hi; }
            location /private { if ($http_authorization != "Basic YWRhOnNlY3JldA==") { return 401; } default_type text/plain; return 200 ok; }
            """,
        files: ["large.bin": content, "small.txt": Data("small\n".utf8)])
}

/// Serves large.bin: half of it at once, more of it slowly, and the end only when it is willing.
private final class ReluctantServer: Sendable {
    let isWilling = Atomic(false)

    func start() throws -> RawServer {
        try RawServer { [self] connection in
            while let request = connection.readRequest() { answer(request, connection) }
        }
    }

    private func answer(_ request: ServedConnection.Request, _ connection: ServedConnection) {
        let range = request.values("Range").first?.firstMatch(of: /bytes=(\d+)-/)
        let start = range.flatMap { Int($0.1) } ?? 0
        let status =
            range == nil
            ? "200 OK" : "206 Partial Content\r\nContent-Range: bytes \(start)-\(content.count - 1)/\(content.count)"
        connection.write(
            "HTTP/1.1 \(status)\r\nETag: \"1\"\r\nAccept-Ranges: bytes\r\nContent-Length: \(content.count - start)\r\n\r\n")
        guard !isWilling.load(ordering: .relaxed) else { return _ = connection.write([UInt8](content[start...])) }
        var position = 2_000_000
        connection.write([UInt8](content[..<position]))
        while position < 3_600_000 {
            usleep(100_000)  // a slow peer: what has come is noted every second
            guard connection.write([UInt8](content[position..<position + 100_000])) else { return }
            position += 100_000
        }
        while connection.read(1) != nil {}
    }
}

@Suite("Downloads by retrieve")
struct DownloadProgramTests {
    private let folder: String
    private let environment: [String: String]

    init() throws {
        let home = try TemporaryFolder()
        folder = home.file("into")
        environment = Program.environment(home)
    }

    private func get(_ words: String...) async throws -> Program.Outcome {
        try await Program.run("retrieve", ["get", "--folder", folder] + words, environment: environment)
    }

    private func file(_ name: String) -> Data? { try? Data(contentsOf: URL(filePath: folder + "/" + name)) }

    @Test func severalFilesComeAtOnceAndGetTheirNames() async throws {
        let server = try server()
        let outcome = try await get(
            ":\(server.port)/large.bin", ":\(server.port)/small.txt", ":\(server.port)/named", "--segments", "2")
        #expect(outcome.status == 0)
        #expect(
            file("large.bin") == content && file("small.txt") == Data("small\n".utf8)
                && file("from server.txt") == Data("hi".utf8))
        #expect(
            Set(outcome.output.split(separator: "\n"))
                == Set(["large.bin", "small.txt", "from server.txt"].map { "\(folder)/\($0)" }))
        #expect(outcome.errors.contains("large.bin: 3.8 MiB in ") && !outcome.errors.contains("\u{1B}"))
    }

    @Test func failureGivesTheExitStatusAndTheOthersCome() async throws {
        let server = try server()
        let outcome = try await get(":\(server.port)/missing", ":\(server.port)/small.txt", "--no-progress")
        #expect(outcome.status == 4 && file("small.txt") != nil)
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("404"))
        let existing = try await get(":\(server.port)/small.txt", "--existing=refuse")
        #expect(existing.status == 1 && existing.errors.contains("there is a file of that name"))
        #expect(try await get(":\(server.port)/small.txt").output == "\(folder)/small (2).txt\n")
        #expect(try await get(":\(server.port)/small.txt", "--existing=replace").status == 0)
    }

    @Test func interruptedDownloadSaysHowToGoOnAndGoesOn() async throws {
        let reluctant = ReluctantServer()
        let server = try reluctant.start()
        defer { server.stop() }
        let url = "\(server.url)/large.bin"
        let terminal = try PseudoTerminal(Program.built("retrieve"), ["get", "--folder", folder, url], environment: environment)
        try await terminal.wait(for: "% ") { $0.text.contains("MiB of 3.8 MiB") }
        terminal.type("\u{3}")
        #expect(await terminal.waitForExit() == 130)
        let output = try await terminal.allOutput()
        #expect(output.contains("retrieve: large.bin: interrupted; the same command goes on at "))
        #expect(output.contains("━") && file("large.bin") == nil)
        reluctant.isWilling.store(true, ordering: .relaxed)
        let next = try await get(url)
        #expect(next.status == 0 && next.errors.contains("large.bin: goes on at ") && file("large.bin") == content)
    }

    @Test func killedDownloadGoesOn() async throws {
        let reluctant = ReluctantServer()
        let server = try reluctant.start()
        defer { server.stop() }
        let url = "\(server.url)/large.bin"
        let terminal = try PseudoTerminal(Program.built("retrieve"), ["get", "--folder", folder, url], environment: environment)
        try await terminal.wait(for: "all that comes") { $0.text.contains("3.4 MiB of 3.8 MiB") }
        terminal.signal(SIGKILL)
        #expect(await terminal.waitForExit() == -SIGKILL)
        reluctant.isWilling.store(true, ordering: .relaxed)
        let next = try await get(url)
        #expect(next.status == 0 && next.errors.contains("goes on at ") && file("large.bin") == content)
    }

    @Test func digestIsChecked() async throws {
        let server = try server()
        let sum = try await Program.run("/usr/bin/sha256sum", ["-"], input: "small\n").output.prefix(64)
        #expect(try await get(":\(server.port)/small.txt", "--checksum", "sha256:\(sum)").status == 0)
        let wrong = try await get(
            ":\(server.port)/large.bin", "--checksum=sha256:\(String(repeating: "0", count: 64))", "--quiet")
        #expect(wrong.status == 1 && wrong.errorLines.count == 1 && file("large.bin") == nil)
    }

    @Test func mirrorsAndListsAndRates() async throws {
        let (first, second) = (try server(), try server())
        let mirrored = try await get(
            "--mirrors", "--segments=4", "http://127.0.0.1:\(first.port)/large.bin", "http://127.0.0.1:\(second.port)/large.bin")
        #expect(mirrored.status == 0 && file("large.bin") == content && mirrored.output.split(separator: "\n").count == 1)
        let list = try TemporaryFolder().write(
            "# comment\nhttp://127.0.0.1:\(first.port)/small.txt\thttp://127.0.0.1:\(second.port)/small.txt\n\n:\(first.port)/named\n",
            to: "list")
        let listed = try await get("--input-file", list, "--limit-rate=10M", "--retry=1")
        #expect(listed.status == 0 && file("small.txt") != nil && file("from server.txt") != nil)
    }

    @Test func onlyWhatIsNewerComes() async throws {
        let server = try server()
        let url = ":\(server.port)/small.txt"
        #expect(try await get("--conditional", url).output.hasSuffix("small.txt\n"))
        let again = try await get("--conditional", url)
        #expect(again.status == 0 && again.output.isEmpty && again.errors == "small.txt: not newer on the server\n")
        var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
        utimes(folder + "/small.txt", &times)
        #expect(try await get("--conditional", url).output.hasSuffix("small.txt\n"))
    }

    @Test func downloadOfOneLineTakesFieldsAndCredentials() async throws {
        let server = try server()
        let words = ["--download", "--output", "own.txt", "--folder", folder, ":\(server.port)/private"]
        #expect(try await Program.run("retrieve", words, environment: environment).status == 4)
        let known = try await Program.run("retrieve", words + ["Authorization:Basic YWRhOnNlY3JldA=="], environment: environment)
        #expect(known.status == 0 && file("own.txt") == Data("ok".utf8))
    }

    @Test(
        "Refused",
        arguments: [
            ["get"], ["get", "http://"], ["--download", "a", "b=c"], ["get", "a", "b", "--output", "f"],
            ["get", "a", "--select", ".x"], ["get", "a", "--dry-run"], ["--download", "a", "--curl"],
            ["get", "a", "--max-pages", "2"],
            ["a", "--segments", "2"], ["get", "a", "--segments", "0"], ["get", "a", "--limit-rate", "fast"],
            ["get", "a", "--checksum", "md5:1"],
            ["get", "a", "b", "--checksum", "sha256:" + String(repeating: "0", count: 64)],
            ["get", "--input-file", "/no/such/file"],
        ])
    func contradictionIsRefused(words: [String]) async throws {
        let outcome = try await Program.run("retrieve", words)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
    }
}
