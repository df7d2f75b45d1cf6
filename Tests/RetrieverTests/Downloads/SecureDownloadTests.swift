import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Downloads over TLS, with HTTP/1.1 and HTTP/2")
struct SecureDownloadTests {
    private static let data = SeededGenerator.bytes(4_000_000, seed: 6)
    private let nginx: Nginx
    private let certificateFile: String
    private let path: String

    init() throws {
        let (certificate, key) = try makeSelfSignedCertificate()
        nginx = try Nginx(
            server: """
                ssl_certificate cert.pem; ssl_certificate_key key.pem;
                location /without-length/ {
                    alias ./; sub_filter_types *; sub_filter '<no such thing>' ''; chunked_transfer_encoding off;
                }
                """, listenOptions: "ssl http2",
            files: ["cert.pem": certificate, "key.pem": key, "data.bin": Data(Self.data)])
        let folder = try TemporaryFolder()
        certificateFile = try folder.write(String(decoding: certificate, as: UTF8.self), to: "cert.pem")
        path = try TemporaryFolder().file("x")
    }

    private func client(_ version: String) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = certificateFile
        if version == "1.1" { configuration.httpVersion = .http1 }
        return HTTPClient(configuration: configuration)
    }

    /// Stands before nginx and cuts the first connection after so many bytes, those of TLS counted.
    private func relay(cutAfter limit: Int = .max) throws -> RawServer {
        let count = Atomic(0)
        return try RawServer { [port = nginx.port] in
            $0.relay(to: port, upTo: count.add(1, ordering: .relaxed).oldValue == 0 ? limit : .max)
        }
    }

    private func url(_ relay: RawServer) -> String { "https://127.0.0.1:\(relay.port)/data.bin" }

    /// Options that note the version that each request was made with.
    private func options(segments: Int, noting versions: Record<String?>) -> DownloadOptions {
        quick {
            $0.segments = segments
            var request = RequestOptions()
            request.onMetrics = { versions.append($0.hops.last?.httpVersion) }
            $0.request = request
        }
    }

    @Test("The file is the same, and HTTP/2 needs one connection for all segments", arguments: ["1.1", "2"], [1, 4])
    func whole(version: String, segments: Int) async throws {
        let relay = try relay()
        defer { relay.stop() }
        let versions = Record<String?>()
        let all = try await events(
            client(version).download(url(relay), to: .file(path), options: options(segments: segments, noting: versions)))
        #expect(all.file?.digest == digest(Self.data))
        #expect(contents(path) == Self.data)
        #expect(all.interruptions == 0)
        #expect(all.segments.map(\.0) == (segments > 1 ? [segments] : []))
        #expect(all.segments.allSatisfy { $0.1 == nil })
        #expect(Set(versions.all) == [version])
        if version == "2" { #expect(relay.connectionCount == 1) }
    }

    @Test("After a cut it goes on where it was", arguments: ["1.1", "2"], [1, 4])
    func cut(version: String, segments: Int) async throws {
        let relay = try relay(cutAfter: 500_000)
        defer { relay.stop() }
        let versions = Record<String?>()
        let all = try await events(
            client(version).download(url(relay), to: .file(path), options: options(segments: segments, noting: versions)))
        #expect(all.interruptions > 0)
        #expect(all.restarts.isEmpty)
        if segments == 1 {
            let offset = try #require(all.resumes.first)
            #expect(all.resumes.count == 1 && (300_000...500_000).contains(offset))
            #expect(all.file?.receivedBytes == Self.data.count)
        }
        #expect(all.file?.digest == digest(Self.data))
        #expect(contents(path) == Self.data)
        #expect(Set(versions.all).contains(version))
    }

    @Test("The next run goes on, too", arguments: ["1.1", "2"]) func nextRun(version: String) async throws {
        let relay = try relay(cutAfter: 500_000)
        defer { relay.stop() }
        await expectError(.connectionLost) {
            try await client(version).download(url(relay), to: .file(path), options: quick { $0.retries.attempts = 0 }).finished()
        }
        #expect(contents(path) == nil)
        let all = try await events(client(version).download(url(relay), to: .file(path)))
        let offset = try #require(all.resumes.first)
        #expect((300_000...500_000).contains(offset))
        #expect(all.file?.receivedBytes == Self.data.count - offset)
        #expect(all.file?.digest == digest(Self.data))
        #expect(contents(path) == Self.data)
    }

    /// The end of the connection is the file's end, and only TLS tells whether the server meant it: anybody on the way can cut.
    @Test("Without a length a cut is no end of the file", arguments: ["1.1", "2"]) func withoutLength(version: String)
        async throws
    {
        for limit in [500_000, .max] {
            let relay = try relay(cutAfter: limit)
            defer { relay.stop() }
            let url = "https://127.0.0.1:\(relay.port)/without-length/data.bin"
            let download = client(version).download(url, to: .file(path), options: quick { $0.retries.attempts = 0 })
            if limit == .max {
                let all = try await events(download)
                #expect(all.starts.map(\.0) == [nil])
                #expect(contents(path) == Self.data)
            } else {
                await expectError(.connectionLost) { try await download.finished() }
                #expect(contents(path) == nil)
            }
        }
    }
}
