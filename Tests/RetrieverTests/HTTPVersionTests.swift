import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Versions of HTTP")
struct HTTPVersionTests {
    private func client(_ version: HTTPVersionPolicy, authority: Data? = nil) throws -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.httpVersion = version
        configuration.authoritiesFile = try authority.map {
            try TemporaryFolder().write(String(decoding: $0, as: UTF8.self), to: "authority.pem")
        }
        return HTTPClient(configuration: configuration)
    }

    private func server(_ listenOptions: String) throws -> (nginx: Nginx, authority: Data) {
        let (certificate, key) = try makeSelfSignedCertificate()
        let nginx = try Nginx(
            server: "ssl_certificate cert.pem; ssl_certificate_key key.pem; location / { return 200 $server_protocol; }",
            listenOptions: listenOptions, files: ["cert.pem": certificate, "key.pem": key])
        return (nginx, certificate)
    }

    @Test(
        "A policy decides what is spoken over TLS",
        arguments: [
            (HTTPVersionPolicy.automatic, "ssl http2", "HTTP/2.0"), (.automatic, "ssl", "HTTP/1.1"),
            (.http1, "ssl http2", "HTTP/1.1"), (.http2, "ssl http2", "HTTP/2.0"), (.http2PriorKnowledge, "http2", "HTTP/2.0"),
        ])
    func spoken(policy: HTTPVersionPolicy, listenOptions: String, version: String) async throws {
        let (nginx, authority) = try server(listenOptions)
        let url = "\(listenOptions.hasPrefix("ssl") ? "https" : "http")://localhost:\(nginx.port)/"
        let client = try client(policy, authority: authority)
        // Several together, which share connections in different ways.
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await client.get(url).text() } }
            for try await text in group { #expect(text == version) }
        }
    }

    @Test("A server without HTTP/2 is an error when HTTP/2 is asked for, and gets no request")
    func insistingOnHTTP2() async throws {
        let requests = Mutex<[String]>([])
        let origin = try RawServer { connection in
            while let request = connection.readRequest() {
                requests.withLock { $0.append(request.line) }
                connection.respond(body: "")
            }
        }
        defer { origin.stop() }
        let (certificate, key) = try makeSelfSignedCertificate()
        let nginx = try Nginx(
            server: """
                ssl_certificate cert.pem; ssl_certificate_key key.pem; location / { proxy_pass \(origin.url); }
                """,
            listenOptions: "ssl", files: ["cert.pem": certificate, "key.pem": key])
        let url = "https://localhost:\(nginx.port)/"
        let insisting = try client(.http2, authority: certificate)
        for _ in 0..<3 {
            let error = await expectError(.httpVersion) { try await insisting.get(url + "insisting").text() }
            #expect(error?.message.contains("localhost:\(nginx.port)") == true)
        }
        #expect(try await client(.automatic, authority: certificate).get(url + "other").status == 200)
        #expect(requests.withLock { $0.count } == 1)
    }

    @Test("Without TLS nothing can be agreed on", arguments: [HTTPVersionPolicy.http2, .http3])
    func withoutTLS(policy: HTTPVersionPolicy) async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let client = try client(policy)
        let error = await #expect(throws: HTTPClientError.self) { try await client.get(server.url) }
        #expect([.httpVersion, .unsupported].contains(error?.code))
        #expect(server.connectionCount == 0)
    }

    @Test("Prior knowledge that is wrong is an error") func wrongPriorKnowledge() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let client = try client(.http2PriorKnowledge)
        let error = await #expect(throws: HTTPClientError.self) { try await client.get(server.url) }
        #expect([.httpVersion, .connectionLost].contains(error?.code))
    }

    @Test("HTTP/3 is spoken, or its absence from libcurl is said") func http3() async throws {
        let error = await #expect(throws: HTTPClientError.self) {
            try await client(.http3).get("https://127.0.0.1:\(Loopback.unusedPort())/")
        }
        if error?.code == .unsupported {
            #expect(error?.message.contains("HTTP/3") == true)
        } else {
            #expect(error?.code == .cannotConnect)
        }
    }
}
