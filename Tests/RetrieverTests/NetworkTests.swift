import Foundation
import Glibc
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Ways to a server")
struct NetworkTests {
    private func client(
        authority: TestAuthority? = nil, _ change: (inout NetworkConfiguration) -> Void
    ) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = authority?.file
        configuration.proxy = .none
        change(&configuration.network)
        return HTTPClient(configuration: configuration)
    }

    /// Repeats a request until the second socket of a server that has just started listens, too.
    private func whenListening(_ request: () async throws -> String) async throws -> String {
        for _ in 0..<10_000 {
            do { return try await request() } catch let error as HTTPClientError where error.code == .cannotConnect {}
        }
        return try await request()
    }

    @Test("A known host needs no name server; the request is about the host") func knownHosts() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let client = client { $0.knownHosts = [.init(host: "name.invalid", port: server.port, addresses: ["127.0.0.1"])] }
        for _ in 0..<2 {
            let text = try await client.get("http://name.invalid:\(server.port)/").text()
            #expect(text.contains("Host: name.invalid:\(server.port)"))
        }
        await expectError(.cannotResolve) { try await client.get("http://other.invalid:\(server.port)/") }
    }

    @Test("IPv4 is tried beside an IPv6 that does not answer") func happyEyeballs() async throws {
        let server = try RawServer.echo()
        // A full backlog at the same port of IPv6: attempts to connect are dropped.
        let listener = socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer {
            server.stop()
            close(listener)
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        address.sin6_port = server.port.bigEndian
        func call(_ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32) -> Int32 {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
        var on: Int32 = 1
        setsockopt(listener, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, socklen_t(MemoryLayout<Int32>.size))
        try #require(call(bind, listener) == 0 && listen(listener, 0) == 0)
        let occupants = (0..<4).map { _ in socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0) }
        defer { for descriptor in occupants { close(descriptor) } }
        for descriptor in occupants { _ = call(connect, descriptor) }
        let client = client {
            $0.knownHosts = [.init(host: "name.invalid", port: server.port, addresses: ["::1", "127.0.0.1"])]
            $0.happyEyeballsDelay = .milliseconds(50)
        }
        #expect(try await client.get("http://name.invalid:\(server.port)/").status == 200)
    }

    @Test("A detour leads elsewhere; TLS and the request stay about the host that was asked for") func detours() async throws {
        let authority = try await TestAuthority()
        let server = try await Nginx(
            authority.issue("server", for: "DNS:name.invalid"),
            server: "location / { return 200 '$ssl_server_name $http_host'; }")
        let client = client(authority: authority) {
            $0.detours = [
                .init(host: "other.invalid", port: 443, toHost: "127.0.0.1", toPort: 1),
                .init(host: "name.invalid", toHost: "127.0.0.1", toPort: server.port),
            ]
        }
        #expect(try await client.get("https://name.invalid/").text() == "name.invalid name.invalid")
        await expectError(.cannotConnect) { try await client.get("https://other.invalid/") }
    }

    @Test("A Unix socket carries requests") func unixSocket() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("socket")
        let server = try Nginx(server: "listen unix:\(path); location / { return 200 $http_host; }")
        let client = client { $0.unixSocket = path }
        #expect(try await whenListening { try await client.get("http://name.invalid/").text() } == "name.invalid")
        _ = server
        await expectError(.cannotConnect) {
            try await self.client { $0.unixSocket = folder.file("missing") }.get("http://name.invalid/")
        }
        let long = await expectError(.configuration) {
            try await self.client { $0.unixSocket = String(repeating: "x", count: 108) }.get("http://name.invalid/")
        }
        #expect(long?.message.contains("107 bytes") == true)
    }

    @Test("Connections leave from the address that is asked for") func localAddress() async throws {
        let server = try Nginx(server: "location / { return 200 $remote_addr; }")
        let url = "http://127.0.0.1:\(server.port)/"
        #expect(try await client { $0.localAddress = "127.0.0.2" }.get(url).text() == "127.0.0.2")
        #expect(try await client { $0.localAddress = "lo" }.get(url).text() == "127.0.0.1")
        await expectError(.configuration) { try await client { $0.localAddress = "no-such-if" }.get(url) }
    }

    @Test("IPv6 addresses are reached, link-local ones by their zone") func zones() async throws {
        let port = try Loopback.unusedPort()
        var link = ""
        var zone = "lo"
        // Where the machine has a link-local address, it is used.
        if let table = try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8) {
            for line in table.split(separator: "\n") where line.hasPrefix("fe80") {
                let parts = line.split(separator: " ")
                let digits = Array(parts[0])
                link = stride(from: 0, to: 32, by: 4).map { String(digits[$0..<$0 + 4]) }.joined(separator: ":")
                zone = String(parts[5])
            }
        }
        let server = try Nginx(server: "listen [::]:\(port); location / { return 200 ok; }")
        _ = server
        #expect(try await whenListening { try await client { _ in }.get("http://[::1]:\(port)/").text() } == "ok")
        if !link.isEmpty { #expect(try await client { $0.zone = zone }.get("http://[\(link)]:\(port)/").text() == "ok") }
        let error = await expectError(.configuration) { try await client { $0.zone = "no-such-if" }.get("http://[::1]:\(port)/") }
        #expect(error?.message.contains("no-such-if") == true)
    }

    @Test("Names are asked for over https") func dnsOverHTTPS() async throws {
        let server = try RawServer.echo()
        let asked = Atomic(0)
        let names = try RawServer { connection in
            while let request = connection.readRequest() {
                asked.add(1, ordering: .relaxed)
                let answer = Self.answer(to: request.body)
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/dns-message\r\nContent-Length: \(answer.count)\r\n\r\n")
                connection.write(answer)
            }
        }
        defer {
            server.stop()
            names.stop()
        }
        let authority = try await TestAuthority()
        let nameServer = try await Nginx(
            authority.issue("names", for: "IP:127.0.0.1"), server: "location / { proxy_pass \(names.url); }")
        let url = try WebURL("https://127.0.0.1:\(nameServer.port)/dns-query")
        let client = client(authority: authority) { $0.dnsOverHTTPS = url }
        #expect(try await client.get("http://name.invalid:\(server.port)/").status == 200)
        #expect(asked.load(ordering: .relaxed) > 0)
    }

    /// A message of the domain name system (RFC 1035 §4.1) that answers a question for an address with 127.0.0.1.
    private static func answer(to question: [UInt8]) -> [UInt8] {
        guard question.count > 16 else { return [] }
        let nameEnd = question[12...].firstIndex(of: 0) ?? question.count - 5
        let isIPv4 = question[nameEnd + 2] == 1
        var answer = Array(question[..<2]) + [0x81, 0x80, 0, 1, 0, isIPv4 ? 1 : 0, 0, 0, 0, 0]
        answer += question[12..<nameEnd + 5]
        if isIPv4 { answer += [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1] }
        return answer
    }

    @Test("An alternative service is remembered in a file and used") func alternativeServices() async throws {
        let authority = try await TestAuthority()
        let issued = try await authority.issue("server", for: "DNS:localhost")
        let other = try Nginx(issued, http2: true, server: "location / { return 200 other; }")
        let first = try Nginx(
            issued, server: "add_header Alt-Svc 'h2=\":\(other.port)\"; ma=3600'; location / { return 200 first; }")
        let file = try TemporaryFolder().file("services")
        let url = "https://localhost:\(first.port)/"
        do {
            let client = client(authority: authority) { $0.alternativeServicesFile = file }
            #expect(try await client.get(url).text() == "first")
            #expect(try await client.get(url).text() == "other")
        }
        #expect(try await client(authority: authority) { _ in }.get(url).text() == "first")
        while (try? String(contentsOfFile: file, encoding: .utf8))?.contains("\(other.port)") != true { await Task.yield() }
        let later = client(authority: authority) { $0.alternativeServicesFile = file }
        #expect(try await later.get(url).text() == "other")
    }

    @Test("What is no host is refused, whatever libcurl would make of it", arguments: ["a b", "a,b", "*", "a\r\nb"])
    func badHosts(host: String) async throws {
        let known = client { $0.knownHosts = [.init(host: host, port: 80, addresses: ["127.0.0.1"])] }
        await expectError(.configuration) { try await known.get("http://name.invalid/") }
        await expectError(.configuration) {
            try await client { $0.detours = [.init(toHost: host, toPort: 80)] }.get("http://name.invalid/")
        }
    }

    @Test("What is no address is refused") func badAddress() async throws {
        let client = client { $0.knownHosts = [.init(host: "name.invalid", port: 80, addresses: ["nowhere"])] }
        await expectError(.configuration) { try await client.get("http://name.invalid/") }
    }
}
