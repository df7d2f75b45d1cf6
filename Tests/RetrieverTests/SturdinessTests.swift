import Foundation
import Glibc
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Sturdiness")
struct SturdinessTests {
    /// Answers as servers do that are ill, in a way that the path says: `/0` to `/9`.
    private static func illServer() throws -> RawServer {
        try RawServer { connection in
            while let request = connection.readRequest() {
                switch request.line.split(separator: " ")[1].last {
                case "0": return
                case "1": return connection.reset()
                case "2": _ = connection.write("HTTP/1.1 200 OK\r\nContent-Le"); return
                case "3": _ = connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"); return connection.reset()
                case "4": _ = connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"); return
                case "5": _ = connection.write("\u{1}\u{2}garbage\r\n\r\n"); return
                case "6":
                    connection.write("HTTP/1.1 200 OK\r\n\r\n")
                    while connection.write([UInt8](repeating: 7, count: 1 << 16)) {}
                    return
                case "7":
                    for _ in 0..<20 where !connection.write("HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n") { return }
                    connection.respond(body: "at last")
                case "8": connection.write("HTTP/1.1 302 Found\r\nLocation: /9\r\nContent-Length: 5\r\n\r\nthere")
                default: connection.respond(body: request.line)
                }
            }
        }
    }

    @Test("Ten thousand requests begun, read, cancelled, paused and dropped at random leave nothing behind") func storm() async {
        await #expect(processExitsWith: .success) {
            let socketsBefore = try SturdinessTests.socketCount()
            let server = try SturdinessTests.illServer()
            var configuration = HTTPClient.Configuration()
            configuration.connectionsPerHost = 16
            configuration.eventLoops = 2
            configuration.options.stallTimeout = .seconds(5)
            var client: HTTPClient? = HTTPClient(configuration: configuration)
            // A file of the test's own: if somebody closed a descriptor twice, this one would be hit sooner or later.
            let own = (0..<50).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
            var random = SplitMix(state: 20_261_201)
            await withTaskGroup(of: Void.self) { [client] group in
                for index in 0..<10_000 {
                    if index >= 64 { await group.next() }
                    let (path, action, patience) = (random.next() % 10, random.next() % 5, random.next() % 40)
                    group.addTask {
                        let task = Task {
                            let response = try await client?.get("\(server.url)/\(path)")
                            switch action {
                            case 0: _ = try await response?.text(upTo: 1 << 20)
                            case 1:
                                guard let response else { return }
                                for try await _ in response.body where action == 1 { break }
                            case 2:  // a reader that does not read for a while
                                for _ in 0..<patience { await Task.yield() }
                                _ = try await response?.text(upTo: 1000)
                            default: break  // dropped at once
                            }
                        }
                        if action == 4 {
                            for _ in 0..<patience { await Task.yield() }
                            task.cancel()
                        }
                        _ = await task.result
                    }
                }
            }
            #expect(try await client?.get(server.url + "/9").text().contains("GET /9") == true)
            client = nil
            server.stop()
            for descriptor in own { #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC) }
            // The loops close the client's sockets soon after it is gone. A pair for the wake-up of each loop stays.
            while try SturdinessTests.socketCount() > socketsBefore + 4 { await Task.yield() }
        }
    }

    private static func socketCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix("socket:") == true
        }
    }

    /// Random numbers that are the same in each run.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    @Test("A process may end while transfers run") func exitInFlight() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let server = try RawServer { connection in
                _ = connection.readRequest()
                connection.write("HTTP/1.1 200 OK\r\n\r\n")
                while connection.write([UInt8](repeating: 7, count: 1 << 16)) {}
            }
            let client = HTTPClient()
            for _ in 0..<6 {
                Task { for try await _ in try await client.get(server.url).body {} }
            }
            while server.connectionCount < 6 { await Task.yield() }
            exit(7)
        }
    }

    @Test("A TLS peer that goes away while it is written to is an error, not a signal") func brokenPipe() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let folder = try TemporaryFolder()
            let (certificate, key) = try makeSelfSignedCertificate()
            try certificate.write(to: URL(filePath: folder.file("cert.pem")))
            try key.write(to: URL(filePath: folder.file("key.pem")))
            var configuration = HTTPClient.Configuration()
            configuration.authoritiesFile = folder.file("cert.pem")
            let client = HTTPClient(configuration: configuration)
            for _ in 0..<5 {
                let port = try Loopback.unusedPort()
                var server: BackgroundProgram? = try BackgroundProgram(
                    "/usr/bin/openssl",
                    [
                        "s_server", "-accept", "127.0.0.1:\(port)", "-cert", folder.file("cert.pem"), "-key",
                        folder.file("key.pem"), "-quiet", "-naccept", "2",
                    ], folder: BackgroundProgram.temporaryFolder())
                try BackgroundProgram.waitForListener(on: port)
                let upload = Task {
                    _ = try await client.post(
                        "https://localhost:\(port)/", content: RequestContent([UInt8](repeating: 7, count: 64 << 20)))
                }
                for _ in 0..<2000 { await Task.yield() }
                server = nil
                _ = server
                let error = await #expect(throws: HTTPClientError.self) { try await upload.value }
                #expect([.connectionLost, .cannotConnect, .tls].contains(error?.code))
            }
        }
    }
}

/// Faults that users reported of other clients.
@Suite("Faults of others")
struct FaultsOfOthersTests {
    @Test("Redirects over HTTP/2, many at once") func redirectsOnHTTP2() async throws {
        let (certificate, key) = try makeSelfSignedCertificate()
        let server = try Nginx(
            server: """
                ssl_certificate cert.pem; ssl_certificate_key key.pem;
                location /first/ { return 302 /second$request_uri; } location /second/ { return 200 $request_uri; }
                """,
            listenOptions: "ssl http2", files: ["cert.pem": certificate, "key.pem": key])
        let folder = try TemporaryFolder()
        try certificate.write(to: URL(filePath: folder.file("authority.pem")))
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = folder.file("authority.pem")
        configuration.httpVersion = .http2
        let client = HTTPClient(configuration: configuration)
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for index in 0..<200 {
                group.addTask { (index, try await client.get("https://localhost:\(server.port)/first/\(index)").text()) }
            }
            for try await (index, text) in group { #expect(text == "/second/first/\(index)") }
        }
    }

    @Test(
        "A 401 that nobody can answer is the response",
        arguments: ["", "WWW-Authenticate: Unheard-Of realm=x\r\n", "WWW-Authenticate: \r\n"])
    func unanswerableChallenge(field: String) async throws {
        let server = try RawServer { connection in
            while connection.readRequest() != nil { connection.respond("401 Unauthorized", fields: field, body: "no") }
        }
        defer { server.stop() }
        for credentials in [nil, Credential.password(user: "u", password: "p")] {
            var options = RequestOptions()
            options.credentials = credentials
            let response = try await HTTPClient().get(server.url, options: options)
            #expect(response.status == 401)
            #expect(try await response.text() == "no")
        }
    }
}
