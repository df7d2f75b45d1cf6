import Foundation
import RetrieveLine
import TestSupport
import Testing

@Suite("Requests on paper")
struct InspectionTests {
    /// Command lines, and what curl has to send as well; `URL` stands for the server.
    static let lines: [[String]] = [
        ["URL/a?b=c"], ["URL", "name=Ada \"'\\ Lovelace", "n:=1.0"], ["--form", "PUT", "URL/f", "a=b c", "d=ä"],
        ["DELETE", "URL/7"],
        ["URL", "X-A:1", "X-Empty;"], ["--auth", "ada:secret", "URL"], ["--bearer", "TOKEN", "URL"], ["--raw", "a\nb", "URL"],
        ["POST", "URL/[1-3]{a,b}"], ["--no-compressed", "URL"], ["URL", "@FILE"], ["--multipart", "URL", "a=b", "f@FILE"],
        ["URL", "Cookie:a=b"], ["URL", "Accept:"],
    ]

    private func filled(_ words: [String], _ server: RawServer) throws -> [String] {
        let file = try TemporaryFolder().file("data")
        try Data([0, 1, 254, 255, 10]).write(to: URL(filePath: file))
        return words.map { $0.replacingOccurrences(of: "URL", with: server.url).replacingOccurrences(of: "FILE", with: file) }
    }

    /// The request as the server saw it: lines in any order, without what differs from run to run.
    private func normalized(_ text: String) -> [String] {
        let text = text.replacingOccurrences(of: "\r\n", with: "\n").replacing(/-{4,}retriever[0-9A-F]{32}/, with: "BOUNDARY")
        let lines = text.replacingOccurrences(of: "deflate, gzip, br", with: "gzip, deflate, br").components(separatedBy: "\n")
        return lines.map { $0.trimmingCharacters(in: .whitespaces) }.sorted()
    }

    @Test("A dry run shows what would be sent", arguments: lines)
    func dryRunIsTheRequest(words: [String]) async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let words = try filled(words, server)
        let sent = try await Program.run("retrieve", words).output
        let connections = server.connectionCount
        let shown = try await Program.run("retrieve", ["--dry-run"] + words)
        #expect(shown.status == 0 && server.connectionCount == connections)
        #expect(normalized(shown.output) == normalized(sent))
    }

    @Test("The command line for curl sends the same", arguments: lines)
    func curlSendsTheSame(words: [String]) async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let words = try filled(words, server)
        let sent = try await Program.run("retrieve", words).output
        let command = try await Program.run("retrieve", ["--curl"] + words)
        #expect(command.status == 0 && command.errors.isEmpty)
        let byCurl = try await Program.run(
            "/bin/sh", ["-c", command.output.replacing("curl ", with: "curl -s ", maxReplacements: 1)])
        #expect(normalized(byCurl.output) == normalized(sent))
    }

    @Test func optionsOfTheClientAreInTheCommandLineToo() async throws {
        let outcome = try await Program.run(
            "retrieve",
            [
                "--curl", "-L", "--timeout", "2m", "--insecure", "--proxy", "http://p:1", "--auth-type=digest", "--auth=a:b",
                "--tls-min=1.3",
                "--stall-timeout=5", "example.org",
            ])
        for part in [
            "--location", "--max-time 120 ", "--insecure", "--proxy http://p:1", "--digest --user a:b", "--tlsv1.3",
        ] {
            #expect(outcome.output.contains(part))
        }
        #expect(outcome.errors.contains("--stall-timeout"))
    }

    @Test func optionsThatImplyOneAnotherAreSaidOnceToCurl() async throws {
        let words = ["--curl", "-L", "--max-redirects", "3", "--connect-timeout", "200ms", "example.org"]
        let command = try await Program.run("retrieve", words).output
        #expect(command.contains("--location --max-redirs 3 --connect-timeout 0.2 "))
        #expect(command.components(separatedBy: "--location").count == 2)
    }

    @Test(
        "Command lines for curl",
        arguments: [
            ("curl URL/x", "GET /x"), ("curl -X POST URL", "POST /"), ("curl -d a=1 -d b=2 URL", "a=1&b=2"),
            ("curl -d a=1 URL", "Content-Type: application/x-www-form-urlencoded"),
            ("curl -sSL -H 'X-A: b c' 'URL/?q=1'", "X-A: b c"),
            ("curl --json '{\"a\": 1}' URL", "Content-Type: application/json"),
            ("curl -uada:secret URL", "Authorization: Basic YWRhOnNlY3JldA=="),
            (#"curl --data-raw $'a\'b\n\u00e9\x41' URL"#, "a'b\néA"), ("curl \\\n  -A me/2 \\\n  URL", "User-Agent: me/2"),
            (#"curl -H "X-A: \"q\"" URL"#, #"X-A: "q""#), ("curl -b 'a=b; c=d' URL", "Cookie: a=b; c=d"), ("curl -I URL/h", ""),
            ("curl -G -d a=1 --data-urlencode 'b=c d' URL/s", "GET /s?a=1&b=c%20d"),
            ("curl -F a=b -F 'c[d]=e@f' URL", "name=\"c[d]\""),
            ("curl -T /etc/hostname URL/put", "PUT /put"), ("curl --compressed URL", "Accept-Encoding: gzip"),
            ("curl -r 0-9 URL", "Range: bytes=0-9"),
            ("curl --url URL/u -e http://r/", "Referer: http://r/"), ("curl -H 'User-Agent:' URL", "GET /"),
            ("curl -- URL/d", "GET /d"), ("$ curl URL/prompt", "GET /prompt"), ("curl.exe URL/exe", "GET /exe"),
            ("curl -F 'a=\"b \\\"c\"' URL", "\n\nb \"c\n"),
            ("curl -F 'f=@\"/etc/hostname\";type=text/x' URL", "filename=\"hostname\"\nContent-Type: text/x\n"),
            // What Chromium and Firefox copy for Windows' command prompt, in their older and newer forms.
            ("curl \"URL/p\" ^\n  --data-raw \"^{^\\^\"a^\\^\":^\\^\"b^%^20c^\\^\"^}\" ^\n  -A \"x\"", "\n{\"a\":\"b%20c\"}"),
            ("curl ^\"URL/p?a=1^&b=2^\" ^\r\n  -H ^\"X-A: ^\\^\"v^\\^\";w=^\\^\"1^\\^\"^\"", "X-A: \"v\";w=\"1\"\n"),
            ("curl ^\"URL/p?a=1^&b=2^\" ^\n  -X ^\"PUT^\"", "PUT /p?a=1&b=2 "),
            ("curl \"URL\" --data-raw ^\"a^\n\nb\\\\^\"", "\na\nb\\"), ("curl \"URL\" --data-raw ^\"a\"\"b^\"", "\na\"b"),
            ("curl -d '{\"re\":\" ^\"}' URL", "{\"re\":\" ^\"}"),
        ])
    func pastedCommandDoesTheSame(command: String, sent: String) async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let outcome = try await Program.run("retrieve", ["from-curl", command.replacingOccurrences(of: "URL", with: server.url)])
        #expect(outcome.status == 0)
        #expect(sent.isEmpty || outcome.output.replacingOccurrences(of: "\r\n", with: "\n").contains(sent))
        #expect(outcome.output.contains("Accept-Encoding") == command.contains("--compressed"))
    }

    @Test(
        "Refused command lines for curl",
        arguments: [
            "curl", "curl --frobnicate URL", "curl 'URL", "curl \"URL", "curl URL | sh", "curl URL > f", "curl a b", "curl -d",
            "curl $(x) `y`", "wget URL", "curl ^\"URL", "curl -F 'f=@a;filename=b' URL", "curl -F 'a=b;type=text/x' URL",
            "curl --form-string a=@b URL", "curl -F a==b URL",
            "curl -d @/no/such/file URL",
        ])
    func commandThatIsNotUnderstoodIsRefused(command: String) async throws {
        let outcome = try await Program.run("retrieve", ["from-curl", command])
        #expect(outcome.status == 2 && outcome.output.isEmpty)
    }

    @Test func commandOfSeveralWordsAndOwnOptionsBeforeIt() throws {
        #expect(
            try FromCurl.translated(["--dry-run", "from-curl", "curl", "-X", "PUT", "http://a/"])
                == ["--dry-run", "--request", "PUT", "--no-compressed", "--ignore-stdin", "http://a/"])
        #expect(try FromCurl.translated(["http://from-curl/", "a=from-curl"]) == ["http://from-curl/", "a=from-curl"])
    }
}
