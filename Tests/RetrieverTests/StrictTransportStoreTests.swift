import Foundation
import Retriever
import TestSupport
import Testing

@Suite("Hosts that want https only")
struct StrictTransportStoreTests {
    private func client(_ store: StrictTransportStore, _ authority: TestAuthority, verifies: Bool = true) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = authority.file
        configuration.strictTransport = store
        if !verifies { configuration.tls.verification = .noneSoAnybodyCanReadAndChangeEverything }
        return HTTPClient(configuration: configuration)
    }

    private func server(_ authority: TestAuthority, field: String = "max-age=100000") async throws -> Nginx {
        try await Nginx(
            authority.issue("server", for: "DNS:localhost,IP:127.0.0.1"),
            server: """
                add_header Strict-Transport-Security '\(field)';
                location / { return 200 $scheme; } location /away { return 302 http://localhost:$server_port/back; }
                """)
    }

    @Test("After one response over https, http to the host becomes https, also in redirects and after a restart")
    func upgrade() async throws {
        let authority = try await TestAuthority()
        let server = try await server(authority)
        let file = try TemporaryFolder().file("hosts")
        let first = client(try StrictTransportStore(file: file), authority)
        #expect(try await first.get("http://localhost:\(server.port)/").status == 400)  // http to a port of https
        #expect(try await first.get("https://localhost:\(server.port)/").text() == "https")
        let response = try await first.get("http://localhost:\(server.port)/")
        #expect(response.url.scheme == "https")
        #expect(try await response.text() == "https")
        #expect(try await first.get("https://localhost:\(server.port)/away").text() == "https")
        let second = client(try StrictTransportStore(file: file), authority)
        #expect(try await second.get("http://localhost:\(server.port)/").text() == "https")
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("localhost - "))
    }

    @Test("What an unverified connection, an address or nobody says is not remembered") func notRemembered() async throws {
        let authority = try await TestAuthority()
        let server = try await server(authority)
        let store = StrictTransportStore()
        _ = try await client(store, authority, verifies: false).get("https://localhost:\(server.port)/").text()
        _ = try await client(store, authority).get("https://127.0.0.1:\(server.port)/").text()
        for host in ["localhost", "127.0.0.1"] {
            #expect(try await client(store, authority).get("http://\(host):\(server.port)/").url.scheme == "http")
        }
    }

    @Test("A damaged file loses no more than its damaged lines; one that cannot be used is an error") func files() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("\u{FFFD}\nlocalhost + 99999999999\nexample.com x 5\nold.example - 5\n", to: "hosts")
        _ = try StrictTransportStore(file: file)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "localhost + 99999999999\n")
        #expect(throws: HTTPClientError.self) { try StrictTransportStore(file: folder.file("missing/hosts")) }
        #expect(throws: HTTPClientError.self) { try StrictTransportStore(file: folder.path) }
    }
}
