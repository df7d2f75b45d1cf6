import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("TLS")
struct TLSTests {
    private func client(_ authority: TestAuthority?, _ change: (inout TLSConfiguration) -> Void = { _ in }) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        if let authority { configuration.tls.authorities = .file(authority.file) }
        change(&configuration.tls)
        return HTTPClient(configuration: configuration)
    }

    private static let answer = "location / { return 200 ok; }"

    private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    // MARK: - What a server must prove

    @Test("An authority is trusted from a file, a folder and memory, and then no other is") func authorities() async throws {
        let authority = try await TestAuthority()
        let other = try await TestAuthority()
        let server = try await Nginx(authority.issue("server", for: "DNS:localhost"), server: Self.answer)
        let url = "https://localhost:\(server.port)/"
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: authority.file, toPath: folder.file("authority.pem"))
        let outcome = try await Program.run("/usr/bin/openssl", ["rehash", folder.path])
        #expect(outcome.status == 0)
        for authorities in [
            TLSConfiguration.Authorities.file(authority.file), .folder(folder.path), .pem(try bytes(authority.file)),
        ] {
            #expect(try await client(nil) { $0.authorities = authorities }.get(url).text() == "ok")
        }
        for authorities in [TLSConfiguration.Authorities.system, .file(other.file), .pem(try bytes(other.file))] {
            let error = await expectError(.tls) { try await client(nil) { $0.authorities = authorities }.get(url) }
            #expect(error?.message.contains("unknown authority") == true, "\(error?.message ?? "")")
        }
    }

    @Test("Authorities that cannot be read are an error that names them") func unreadableAuthorities() async throws {
        for authorities in [TLSConfiguration.Authorities.file("/no/such.pem"), .folder("/no/such")] {
            let error = await expectError(.configuration) {
                try await client(nil) { $0.authorities = authorities }.get("https://localhost:1/")
            }
            #expect(error?.message.contains("/no/such") == true)
        }
        let empty = try TemporaryFolder().write("no certificate", to: "empty.pem")
        let server = try RawServer { $0.waitForClose() }
        defer { server.stop() }
        await expectError(.tls) {
            try await client(nil) { $0.authorities = .file(empty) }.get("https://127.0.0.1:\(server.port)/")
        }
    }

    @Test(
        "A refused certificate's error says why",
        arguments: [
            ("DNS:localhost", -1, "has expired"), ("DNS:other.example", 2, "another host name"),
            ("DNS:127.0.0.1", 2, "another host name"),
        ])
    func reasons(names: String, days: Int, reason: String) async throws {
        let authority = try await TestAuthority()
        let server = try await Nginx(authority.issue("server", for: names, days: days), server: Self.answer)
        let host = names == "DNS:127.0.0.1" ? "127.0.0.1" : "localhost"
        let error = await expectError(.tls) { try await client(authority).get("https://\(host):\(server.port)/") }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\(host):\(server.port)") == true)
        #expect(error?.phase == "the TLS handshake")
    }

    @Test("A server without TLS, or that goes away, is a TLS error, too") func noTLS() async throws {
        let server = try RawServer { connection in
            _ = connection.read(1)
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        defer { server.stop() }
        let error = await expectError(.tls) { try await client(nil).get("https://127.0.0.1:\(server.port)/") }
        #expect(error?.message.contains("127.0.0.1:\(server.port)") == true)
        #expect(error?.message.contains("perhaps the address begins with http://") == true)
    }

    @Test("Verification is switched off in so many words only") func verificationOff() async throws {
        let authority = try await TestAuthority()
        let server = try await Nginx(authority.issue("server", for: "DNS:other.example", days: -1), server: Self.answer)
        let url = "https://localhost:\(server.port)/"
        let trusting = client(nil) { $0.verification = .noneSoAnybodyCanReadAndChangeEverything }
        #expect(try await trusting.get(url).text() == "ok")
        await expectError(.tls) { try await client(nil).get(url) }
    }

    @Test("A pinned key is enforced, also when nothing else is verified") func pinning() async throws {
        let authority = try await TestAuthority()
        let issued = try await authority.issue("server", for: "DNS:localhost")
        let other = try await authority.issue("other", for: "DNS:localhost")
        let server = try Nginx(issued, server: Self.answer)
        let url = "https://localhost:\(server.port)/"
        let right = try #require(await PublicKeyPin(sha256: authority.pin(of: issued)))
        let wrong = try #require(await PublicKeyPin(sha256: authority.pin(of: other)))
        #expect(try await client(authority) { $0.pinnedPublicKeys = [wrong, right] }.get(url).text() == "ok")
        for verification in [TLSConfiguration.Verification.full, .noneSoAnybodyCanReadAndChangeEverything] {
            let error = await expectError(.tls) {
                try await client(authority) {
                    $0.pinnedPublicKeys = [wrong]
                    $0.verification = verification
                }.get(url)
            }
            #expect(error?.message.contains("pinned") == true)
        }
        #expect(PublicKeyPin(sha256: "short") == nil)
    }

    @Test("A stapled proof of revocation refuses, and a missing one does when it is required") func revocation() async throws {
        let authority = try await TestAuthority()
        let issued = try await authority.issue("server", for: "DNS:localhost")
        func server(_ status: String?) throws -> Nginx {
            let stapling = status.map { "ssl_stapling on; ssl_stapling_file \($0);" } ?? ""
            return try Nginx(issued, server: stapling + Self.answer)
        }
        let requiring = client(authority) { $0.requiresStapledStatus = true }
        let good = try server(try await authority.status(of: issued, isRevoked: false))
        #expect(try await requiring.get("https://localhost:\(good.port)/").text() == "ok")
        let revoked = try server(try await authority.status(of: issued, isRevoked: true))
        let error = await expectError(.tls) { try await requiring.get("https://localhost:\(revoked.port)/") }
        #expect(error?.message.contains("revoked") == true, "\(error?.message ?? "")")
        let silent = try server(nil)
        let missing = await expectError(.tls) { try await requiring.get("https://localhost:\(silent.port)/") }
        #expect(missing?.message.contains("did not prove") == true, "\(missing?.message ?? "")")
        #expect(try await client(authority).get("https://localhost:\(silent.port)/").text() == "ok")
    }

    @Test("Versions are kept to", arguments: [("TLSv1.2", "TLSv1.2"), ("TLSv1.3", "TLSv1.3")])
    func versions(serverVersion: String, spoken: String) async throws {
        let authority = try await TestAuthority()
        let server = try await Nginx(
            authority.issue("server", for: "DNS:localhost"),
            server: "ssl_protocols \(serverVersion); location / { return 200 $ssl_protocol; }")
        let url = "https://localhost:\(server.port)/"
        #expect(try await client(authority).get(url).text() == spoken)
        let isOld = serverVersion == "TLSv1.2"
        await expectError(.tls) {
            try await client(authority) { if isOld { $0.minimumVersion = .tls13 } else { $0.maximumVersion = .tls12 } }.get(url)
        }
        let error = await expectError(.configuration) {
            try await client(authority) {
                $0.minimumVersion = .tls13
                $0.maximumVersion = .tls12
            }.get(url)
        }
        #expect(error?.message.contains("TLS") == true)
    }

    @Test("The name is told to the server, an address never is") func serverName() async throws {
        let authority = try await TestAuthority()
        let server = try await Nginx(
            authority.issue("server", for: "DNS:localhost,IP:127.0.0.1"),
            server: "location / { return 200 'name=$ssl_server_name'; }")
        #expect(try await client(authority).get("https://localhost:\(server.port)/").text() == "name=localhost")
        #expect(try await client(authority).get("https://127.0.0.1:\(server.port)/").text() == "name=")
    }

    // MARK: - The client's own check

    @Test("The client's own check decides before anything is sent", arguments: [false, true])
    func ownCheck(http2: Bool) async throws {
        let requests = Atomic(0)
        let origin = try RawServer { connection in
            while connection.readRequest() != nil {
                requests.add(1, ordering: .relaxed)
                connection.respond(body: "ok")
            }
        }
        defer { origin.stop() }
        let authority = try await TestAuthority()
        let issued = try await authority.issue("server", for: "DNS:localhost")
        let server = try Nginx(issued, http2: http2, server: "location / { proxy_pass \(origin.url); }")
        let url = "https://localhost:\(server.port)/"
        let seen = Mutex<[ServerTrust]>([])
        let refusing = client(authority) {
            $0.serverTrust = { trust in
                seen.withLock { $0.append(trust) }
                return false
            }
        }
        // Together, so that some find the connection that another one has made.
        await withTaskGroup(of: HTTPClientError.Code?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do { _ = try await refusing.get(url) } catch { return (error as? HTTPClientError)?.code }
                    return nil
                }
            }
            for await code in group { #expect(code == .tls) }
        }
        let error = await expectError(.tls) { try await refusing.get(url) }
        #expect(error?.message.contains("own check") == true)
        #expect(requests.load(ordering: .relaxed) == 0)
        let first = try #require(seen.withLock { $0.first })
        #expect(first.host == "localhost" && !first.certificates.isEmpty)
        let der = try await authority.der(of: issued)
        #expect(first.certificates[0] == der && first.certificates.count == 2)
    }

    @Test("Each connection is judged once, by the certificates of its own server", arguments: ["TLSv1.2", "TLSv1.3"])
    func ownCheckForEachServer(version: String) async throws {
        let authority = try await TestAuthority()
        var servers: [Nginx] = []
        var shown: [[UInt8]] = []
        for name in ["one", "two"] {
            let issued = try await authority.issue(name, for: "DNS:localhost")
            shown.append(try await authority.der(of: issued))
            servers.append(
                try Nginx(
                    issued,
                    server: """
                        ssl_protocols \(version); location / { return 200 \(name); }
                        location /close { return 200 x; keepalive_timeout 0; }
                        """))
        }
        let expected = shown
        let judged = Mutex<[[UInt8]]>([])
        let client = client(authority) {
            $0.serverTrust = { trust in
                judged.withLock { $0.append(trust.certificates.first ?? []) }
                return trust.certificates.first == expected[0]
            }
        }
        for _ in 0..<3 {
            #expect(try await client.get("https://localhost:\(servers[0].port)/").text() == "one")
            await expectError(.tls) { try await client.get("https://localhost:\(servers[1].port)/") }
        }
        #expect(judged.withLock { $0 } == [expected[0], expected[1], expected[1], expected[1]])
        // A session that is taken up again shows its certificates, too.
        for _ in 0..<2 { #expect(try await client.get("https://localhost:\(servers[0].port)/close").text() == "x") }
    }

    @Test("The client's own check cannot allow what is refused otherwise") func ownCheckOnlyTightens() async throws {
        let authority = try await TestAuthority()
        let server = try await Nginx(authority.issue("server", for: "DNS:other.example"), server: Self.answer)
        let url = "https://localhost:\(server.port)/"
        await expectError(.tls) { try await client(authority) { $0.serverTrust = { _ in true } }.get(url) }
        let told = client(authority) {
            $0.serverTrust = { $0.host == "localhost" }
            $0.verification = .noneSoAnybodyCanReadAndChangeEverything
        }
        #expect(try await told.get(url).text() == "ok")
    }

    // MARK: - What the client proves

    @Test("A client certificate is shown, from files and from memory, with an encrypted key") func identity() async throws {
        let authority = try await TestAuthority()
        let mine = try await authority.issue("somebody", for: "DNS:client")
        let encrypted = try await authority.encryptedKey(of: mine)
        let server = try await Nginx(
            authority.issue("server", for: "DNS:localhost"),
            server: """
                ssl_client_certificate \(authority.file); ssl_verify_client optional;
                location / { return 200 '$ssl_client_verify $ssl_client_s_dn'; }
                """)
        let url = "https://localhost:\(server.port)/"
        #expect(try await client(authority).get(url).text() == "NONE ")
        let identities = [
            ClientIdentity(certificateFile: mine.certificate, keyFile: mine.key),
            ClientIdentity(certificateFile: mine.certificate, keyFile: encrypted, passphrase: "secret"),
            ClientIdentity(certificate: try bytes(mine.certificate), key: try bytes(mine.key)),
            ClientIdentity(certificate: try bytes(mine.certificate) + bytes(encrypted), passphrase: "secret"),
        ]
        for identity in identities {
            #expect(try await client(authority) { $0.identity = identity }.get(url).text() == "SUCCESS CN=somebody")
        }
        for identity in [
            ClientIdentity(certificateFile: mine.certificate, keyFile: encrypted, passphrase: "wrong-one"),
            ClientIdentity(certificateFile: mine.certificate, keyFile: encrypted),
            ClientIdentity(certificate: [1, 2, 3]),
        ] {
            let error = await expectError(.tls) { try await client(authority) { $0.identity = identity }.get(url) }
            #expect(error?.message.contains("certificate or key") == true, "\(error?.message ?? "")")
            #expect(error.map { $0.debugDescription.contains("wrong-one") } == false)
        }
        let missing = await expectError(.configuration) {
            try await client(authority) { $0.identity = ClientIdentity(certificateFile: "/no/such.pem") }.get(url)
        }
        #expect(missing?.message.contains("/no/such.pem") == true)
    }
}
