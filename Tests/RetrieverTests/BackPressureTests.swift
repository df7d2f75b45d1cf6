import Foundation
import Glibc
import Retriever
import TestSupport
import Testing

/// Reading slowly, on each version of HTTP. The server sends a content without end.
@Suite("Back-pressure")
struct BackPressureTests {
    /// A server of a long content, and a client that trusts it.
    private struct Source: Sendable {
        let url: String
        let client: HTTPClient
        private let keep: [any Sendable]

        init(_ version: HTTPVersionPolicy, bufferLimit: Int = 256 * 1024) throws {
            var configuration = HTTPClient.Configuration()
            configuration.options.bufferLimit = bufferLimit
            configuration.httpVersion = version
            let folder = try TemporaryFolder()
            let secure = version == .http2
            let (certificate, key) = try makeSelfSignedCertificate()
            try certificate.write(to: URL(filePath: folder.file("authority.pem")))
            if secure { configuration.authoritiesFile = folder.file("authority.pem") }
            let tls = "ssl_certificate cert.pem; ssl_certificate_key key.pem;"
            let server = try Nginx(
                server: "\(secure ? tls : "") location = /small { return 200 ok; } location / { }",
                listenOptions: secure ? "ssl http2" : "",
                files: ["cert.pem": certificate, "key.pem": key, "large": Data(count: Self.size)])
            url = "\(secure ? "https" : "http")://localhost:\(server.port)"
            client = HTTPClient(configuration: configuration)
            keep = [server, folder]
        }

        static let size = 32 << 20
    }

    @Test("A reader that pauses gets everything, in bounded parts", arguments: [HTTPVersionPolicy.http1, .http2])
    func slowReader(version: HTTPVersionPolicy) async throws {
        let source = try Source(version, bufferLimit: 128 * 1024)
        let response = try await source.client.get(source.url + "/large")
        var received = 0
        var parts = 0
        for try await chunk in response.body {
            #expect(chunk.count <= 128 * 1024 + 16 * 1024)
            received += chunk.count
            parts += 1
            // The other requests go by while this one is paused, on HTTP/2 over the same connection.
            if parts < 20 { #expect(try await source.client.get(source.url + "/small").text() == "ok") }
        }
        #expect(received == Source.size)
    }

    @Test("Paused transfers can be cancelled, over and over", arguments: [HTTPVersionPolicy.http1, .http2])
    func cancellingPaused(version: HTTPVersionPolicy) async throws {
        let source = try Source(version)
        for _ in 0..<100 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let task = Task {
                            let response = try await source.client.get(source.url + "/large")
                            let chunks = response.body.makeAsyncIterator()
                            _ = try await chunks.next()
                            for _ in 0..<10 { await Task.yield() }  // the buffer fills, the transfer pauses
                            withExtendedLifetime(response) {}
                        }
                        for _ in 0..<5 { await Task.yield() }
                        task.cancel()
                        _ = await task.result
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(try await source.client.get(source.url + "/small").text() == "ok")
    }

    @Test("A reader may stop early; the client goes on", arguments: [HTTPVersionPolicy.http1, .http2])
    func stoppingEarly(version: HTTPVersionPolicy) async throws {
        let source = try Source(version)
        for _ in 0..<20 {
            for try await _ in try await source.client.get(source.url + "/large").body { break }
        }
        #expect(try await source.client.get(source.url + "/small").text() == "ok")
        var received = 0
        for try await chunk in try await source.client.get(source.url + "/large").body { received += chunk.count }
        #expect(received == Source.size)
    }

    // In processes of their own, where nothing else takes memory meanwhile.

    @Test("What is dropped while it is paused leaves no memory behind") func memory() async {
        await #expect(processExitsWith: .success) { try await BackPressureTests.dropPaused(.http1) }
    }

    @Test("What is dropped while it is paused leaves no memory behind on HTTP/2") func memoryOnHTTP2() async {
        await #expect(processExitsWith: .success) { try await BackPressureTests.dropPaused(.http2) }
    }

    private static func dropPaused(_ version: HTTPVersionPolicy) async throws {
        let source = try Source(version)
        func dropSome() async throws {
            for _ in 0..<60 {
                let response = try await source.client.get(source.url + "/large")
                let chunks = response.body.makeAsyncIterator()
                _ = try await chunks.next()
                _ = try await source.client.get(source.url + "/small").text()
                withExtendedLifetime(response) {}
            }
        }
        func residentKiB() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            return try #require(Int(line.split(separator: " ")[1]))
        }
        // AddressSanitizer keeps what is freed for a while.
        if Sanitizer.isActive { return }
        var growth: [Int] = []
        for _ in 0..<7 {
            let before = try residentKiB()
            try await dropSome()
            growth.append(try residentKiB() - before)
        }
        // 60 transfers that leaked their buffer of 256 KiB would be 15 MB, in each round. A round may take memory for once.
        #expect(growth.sorted()[growth.count / 2] < 4000)
    }
}
