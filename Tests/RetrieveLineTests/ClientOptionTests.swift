import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Says what was asked; sets a cookie at /set, wants a password at /private, keeps fresh at /fresh.
private func server() throws -> RawServer {
    try RawServer { connection in
        while let request = connection.readRequest() {
            let path = request.line.split(separator: " ")[1]
            let echo = request.head + "\r\n\r\n"
            if path.hasSuffix("/private"), request.values("Authorization").isEmpty {
                connection.respond("401 Unauthorized", fields: "WWW-Authenticate: Basic realm=\"r\"\r\n", body: "")
            } else if path.hasSuffix("/set") {
                connection.respond(fields: "Set-Cookie: id=7; Path=/\r\n", body: echo)
            } else if path.hasSuffix("/fresh") {
                connection.respond(fields: "Cache-Control: max-age=1000\r\n", body: echo)
            } else {
                connection.respond(body: echo)
            }
        }
    }
}

@Suite("Options about the client")
struct ClientOptionTests {
    /// Command lines and a line of the request that follows from each; `URL` stands for the server.
    @Test(
        "What is sent",
        arguments: [
            (["--auth", "ada:se:cret", "URL"], "Authorization: Basic YWRhOnNlOmNyZXQ="),
            (["-u", "a:", "URL"], "Authorization: Basic YTo="),
            (["--bearer", "T0K", "URL"], "Authorization: Bearer T0K"),
            (["--auth-type=bearer", "-a", "T0K", "URL"], "Authorization: Bearer T0K"), (["-H", "X-A:  b ", "URL"], "X-A: b"),
            (["-X", "PURGE", "URL"], "PURGE / HTTP/1.1"), (["-A", "me/1", "URL"], "User-Agent: me/1"),
            (["-e", "http://x/", "URL"], "Referer: http://x/"),
            (["-r", "0-4", "URL"], "Range: bytes=0-4"),
            (["--proxy", "URL", "http://nowhere.example/p"], "GET http://nowhere.example/p HTTP/1.1"),
            (["--resolve", "a.example:PORT:127.0.0.1", "http://a.example:PORT/"], "Host: a.example:PORT"),
            (["--connect-to", "a.example:80:127.0.0.1:PORT", "a.example"], "Host: a.example"),
            (["--interface", "127.0.0.1", "URL"], "GET / HTTP/1.1"),
            (["--http1", "--proxy", "none", "URL"], "GET / HTTP/1.1"), (["head", "URL", "--print="], ""),
            (["options", "URL"], "OPTIONS / HTTP/1.1"),
            (["URL", "Cookie:a=b"], "Cookie: a=b"), (["--json", "URL"], "Accept: application/json, */*;q=0.5"),
            (["-d", "a=1&b=2", "URL"], "Content-Type: application/x-www-form-urlencoded"),
            (["--raw", "x", "PUT", "URL"], "Content-Length: 1"),
            (["URL", "Empty;"], "Empty:"), (["URL", "a==1", "b==ä"], "GET /?a=1&b=%C3%A4 HTTP/1.1"),
        ] as [([String], String)])
    func commandLineBecomesARequest(words: [String], line: String) async throws {
        let server = try server()
        defer { server.stop() }
        func filled(_ text: String) -> String {
            text.replacingOccurrences(of: "URL", with: server.url).replacingOccurrences(of: "PORT", with: "\(server.port)")
        }
        let outcome = try await Program.run("retrieve", words.map(filled))
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(line.isEmpty || outcome.output.components(separatedBy: "\r\n").contains(filled(line)))
    }

    @Test func compressedContentIsNotAskedForWhenItIsSwitchedOff() async throws {
        let server = try server()
        defer { server.stop() }
        #expect(try await Program.run("retrieve", [server.url]).output.contains("\r\nAccept-Encoding: "))
        #expect(try await !Program.run("retrieve", ["--no-compressed", server.url]).output.contains("Accept-Encoding"))
    }

    @Test func missingPasswordIsAskedForWithoutEcho() async throws {
        let server = try server()
        defer { server.stop() }
        let terminal = try PseudoTerminal(
            Program.built("retrieve"), ["--auth", "ada", "--body", "--pretty=none", server.url],
            environment: Program.environment(try TemporaryFolder()))
        try await terminal.wait(for: "Password of ada at 127.0.0.1")
        terminal.type("secret\n")
        #expect(await terminal.waitForExit() == 0)
        let output = try await terminal.allOutput()
        #expect(output.contains("Authorization: Basic YWRhOnNlY3JldA==") && !output.contains("secret"))
        #expect(try await Program.run("retrieve", ["--auth", "ada", server.url]).status == 2)
    }

    @Test func netrcAnswersWhenTheServerAsks() async throws {
        let server = try server()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        _ = try folder.write("machine 127.0.0.1 login ada password secret\n", to: ".netrc")
        chmod(folder.file(".netrc"), 0o600)
        let environment = Program.environment(folder)
        let known = try await Program.run("retrieve", [server.url + "/private"], environment: environment)
        #expect(known.status == 0 && known.output.contains("Authorization: Basic YWRhOnNlY3JldA=="))
        #expect(try await Program.run("retrieve", ["--no-netrc", server.url + "/private"], environment: environment).status == 4)
    }

    @Test func sessionKeepsCookiesCredentialsAndFieldsOfAHost() async throws {
        let (server, other) = (try server(), try server())
        defer { server.stop(); other.stop() }
        let environment = Program.environment(try TemporaryFolder())
        func run(_ words: String...) async throws -> String {
            try await Program.run("retrieve", words, environment: environment).output
        }
        _ = try await run("--session", "work", "--auth", "ada:secret", server.url + "/set", "X-Kept:1", "If-Match:x", "a=1")
        let next = try await run("--session", "work", server.url)
        #expect(next.contains("Cookie: id=7\r\n") && next.contains("X-Kept: 1\r\n") && next.contains("Authorization: Basic "))
        #expect(!next.contains("If-Match") && !next.contains("Content-Type"))
        #expect(try await !run("--session", "work", other.url).contains("Cookie"))
        #expect(try await !run(server.url).contains("Cookie"))
        let changed = try await run("--session-read-only", "work", server.url, "X-Kept:2")
        #expect(changed.contains("X-Kept: 2\r\n") && !changed.contains("X-Kept: 1"))
        #expect(try await !run("--session-read-only", "work", server.url, "X-Kept:").contains("X-Kept"))
        _ = try await run("--session-read-only", "work", server.url, "X-More:1")
        #expect(try await !run("--session", "work", server.url).contains("X-More"))
        let file = "\(environment["HOME"] ?? "")/.config/retrieve/sessions/127.0.0.1_\(server.port)/work.json"
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    @Test func downloadsKeepTheSession() async throws {
        let server = try server()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let environment = Program.environment(folder)
        let sessions = "\(folder.path)/.config/retrieve/sessions"
        func get(_ words: String...) async throws -> Int32 {
            let words = ["get", "--folder", folder.path, "--retry=0"] + words
            return try await Program.run("retrieve", words, environment: environment).status
        }
        #expect(try await get("--session=work", "http://127.0.0.1:\(try Loopback.unusedPort())/x") == 1)
        #expect(try await get("--session-read-only=work", server.url + "/set") == 0)
        #expect(!FileManager.default.fileExists(atPath: sessions))
        let options = ["--session=work", "--auth=ada:secret", "-HX-Kept:1", "-HRange:bytes=0-1"]
        let words = ["get", "--folder", folder.path] + options + [server.url + "/set", server.url + "/b"]
        #expect(try await Program.run("retrieve", words, environment: environment).status == 0)
        let next = try await Program.run("retrieve", ["--session=work", server.url], environment: environment).output
        #expect(next.contains("Cookie: id=7\r\n") && next.contains("X-Kept: 1\r\n") && next.contains("Authorization: Basic "))
        #expect(!next.contains("Range:"))
        let file = "\(sessions)/127.0.0.1_\(server.port)/work.json"
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        // An answer that is no file counts as well.
        #expect(try await get("--session=other", server.url + "/private") == 4)
        #expect(FileManager.default.fileExists(atPath: "\(sessions)/127.0.0.1_\(server.port)/other.json"))
    }

    @Test func cookiesAreTakenFromAFileAndKeptThere() async throws {
        let server = try server()
        defer { server.stop() }
        let file = try TemporaryFolder().file("cookies.txt")
        _ = try await Program.run("retrieve", ["--cookies", file, server.url + "/set"])
        #expect(try await Program.run("retrieve", ["--cookies", file, server.url]).output.contains("\r\nCookie: id=7\r\n"))
    }

    @Test func answersAreKeptOnDiskAndServeOffline() async throws {
        let server = try server()
        defer { server.stop() }
        let environment = Program.environment(try TemporaryFolder())
        func run(_ words: String...) async throws -> Program.Outcome {
            try await Program.run("retrieve", words, environment: environment)
        }
        #expect(try await run("--cache", server.url + "/fresh").status == 0)
        let second = try await run("--cache", "--include", server.url + "/fresh")
        #expect(second.output.contains("Cache-Status: Retriever; hit") && server.connectionCount == 1)
        #expect(second.output.components(separatedBy: "Cache-Status").count == 2)
        #expect(try await run("--refresh", server.url + "/fresh").status == 0)
        #expect(server.connectionCount == 2)
        server.stop()
        #expect(try await run("--offline", server.url + "/fresh").output.hasPrefix("GET /fresh "))
        let missing = try await run("--offline", server.url + "/other")
        #expect(missing.status == 1 && missing.errorLines.count == 1)
    }

    @Test func timeLimitHasAnExitStatusOfItsOwn() async throws {
        let silent = try RawServer {
            _ = $0.readRequest(); $0.waitForClose()
        }
        defer { silent.stop() }
        for option in ["--timeout", "--stall-timeout", "--first-byte-timeout"] {
            let outcome = try await Program.run("retrieve", [option, "200ms", silent.url])
            #expect(outcome.status == 6 && outcome.errorLines.count == 1 && outcome.errors.contains(option))
        }
        #expect(try await Program.run("retrieve", ["--timeout", "0", silent.url]).status == 2)
    }

    @Test func passingFailureIsTriedAgain() async throws {
        let count = Mutex(0)
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                let isFirst = count.withLock {
                    $0 += 1; return $0 == 1
                }
                connection.respond(isFirst ? "503 Busy" : "200 OK", fields: "Retry-After: 0\r\n", body: "x")
            }
        }
        defer { server.stop() }
        let outcome = try await Program.run("retrieve", ["--retry", "2", server.url])
        #expect(
            outcome.status == 0 && outcome.output == "x"
                && outcome.errors.contains(/the server answered 503 Busy; again in [0-9]\.[0-9] s\n/))
    }

    @Test func insecureWarnsAndAuthoritiesAreTrusted() async throws {
        let folder = try TemporaryFolder()
        let issued = try makeSelfSignedCertificate()
        let server = try Nginx(
            server: "ssl_certificate cert.pem; ssl_certificate_key key.pem; location / { return 200 hello; }",
            listenOptions: "ssl",
            files: ["cert.pem": issued.certificate, "key.pem": issued.key])
        let url = "https://localhost:\(server.port)/"
        let file = try folder.write(String(decoding: issued.certificate, as: UTF8.self), to: "ca.pem")
        #expect(try await Program.run("retrieve", [url]).status == 7)
        let insecure = try await Program.run("retrieve", ["--insecure", url])
        #expect(insecure.output == "hello" && insecure.errors.contains("warning"))
        #expect(try await Program.run("retrieve", ["--verify=no", url]).output == "hello")
        for option in ["--ca", "--verify", "--cacert"] {
            let trusted = try await Program.run("retrieve", [option, file, url])
            #expect(trusted.output == "hello" && trusted.errors.isEmpty)
        }
        let pin = String(repeating: "A", count: 43) + "="
        #expect(try await Program.run("retrieve", ["--ca", file, "--pin", pin, url]).status == 7)
        #expect(try await Program.run("retrieve", ["--pin", "x", url]).status == 2)
        #expect(try await Program.run("retrieve", ["--tls-max=1.2", "--ca", file, url]).output == "hello")
        #expect(try await Program.run("retrieve", ["--tls-min=1.3", "--tls-max=1.2", "--ca", file, url]).status != 0)
        #expect(try await Program.run("retrieve", ["--ca", "/no/such/file", url]).status == 2)
    }

    @Test func requestGoesToAUnixSocket() async throws {
        let path = try TemporaryFolder().file("socket")
        let server = try Nginx(server: "listen unix:\(path); location / { return 200 $http_host; }")
        let outcome = try await Program.run("retrieve", ["--unix-socket", path, "name.invalid"])
        #expect(outcome.output == "name.invalid" && server.port > 0)
    }
}
