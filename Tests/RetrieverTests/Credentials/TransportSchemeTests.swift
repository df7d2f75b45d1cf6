import Digests
import Foundation
import Retriever
import TestSupport
import Testing

@Suite("Schemes that libcurl speaks")
struct TransportSchemeTests {
    /// What a server sends in the middle of NTLM, and what kind a client's message is.
    private enum NTLM {
        static let challenge = Data(
            Array("NTLMSSP\0".utf8) + [2, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [0x01, 0x02, 0, 0]
                + Array("12345678".utf8) + [UInt8](repeating: 0, count: 16)
        ).base64EncodedString()

        static func kind(of authorization: String?) -> UInt8? {
            guard let value = authorization, value.hasPrefix("NTLM "),
                let message = Data(base64Encoded: String(value.dropFirst(5))),
                message.count > 8
            else { return nil }
            return message[8]
        }
    }

    /// A server that knows users by their connections. It remembers, for each request, connection, kind of message and content.
    private func ntlmServer(_ seen: Record<(connection: Int, kind: UInt8?, content: Int)>) throws -> RawServer {
        let connections = Record<Int>()
        return try RawServer { connection in
            connections.append(1)
            let number = connections.all.count
            var isKnown = false
            while let request = connection.readFramedRequest() {
                let kind = NTLM.kind(of: request.values("Authorization").first)
                seen.append((number, kind, request.body.count))
                if kind == 3 { isKnown = true }
                let step = kind == 1 ? " \(NTLM.challenge)" : ""
                if isKnown {
                    connection.respond(body: "in \(request.body.count)")
                } else {
                    connection.respond("401 No", fields: "WWW-Authenticate: NTLM\(step)\r\n", body: "who?")
                }
            }
        }
    }

    @Test("NTLM takes its steps on one connection, and sends content at the end", arguments: [0, 5, 1_000_000])
    func ntlm(size: Int) async throws {
        let seen = Record<(connection: Int, kind: UInt8?, content: Int)>()
        let server = try ntlmServer(seen)
        defer { server.stop() }
        let credential = Credential.ntlm(user: "DOMAIN\\me", password: "pass-word")
        let content = size == 0 ? nil : RequestContent(pattern(size))
        let client = HTTPClient()
        let text = try await client.post(server.url, content: content, options: .with(credential)).text()
        #expect(text == "in \(size)")
        #expect(seen.all.map(\.kind) == [1, 3] && seen.all.map(\.content) == [0, size])
        #expect(server.connectionCount == 1)
        // The connection is the user's: nobody else's requests get onto it.
        #expect(try await client.get(server.url).status == 401)
        #expect(try await client.get(server.url, options: .with(.ntlm(user: "other", password: "x"))).status == 200)
        #expect(seen.all.dropFirst(2).allSatisfy { $0.connection != 1 })
        #expect(try await client.get(server.url, options: .with(credential)).text() == "in 0")
    }

    @Test("NTLM answers a challenge when the hook says so") func ntlmHook() async throws {
        let seen = Record<(connection: Int, kind: UInt8?, content: Int)>()
        let server = try ntlmServer(seen)
        defer { server.stop() }
        let asked = Record<AuthenticationScheme>()
        let client = HTTPClient.asking { challenge in
            asked.append(challenge.scheme)
            return .use(.ntlm(user: "me", password: "pass-word"))
        }
        for _ in 0..<2 { #expect(try await client.get(server.url).text() == "in 0") }
        #expect(asked.all == [.ntlm])
        #expect(seen.all.first?.kind == nil && seen.all.contains { $0.kind == 3 })
    }

    @Test("A refusal of NTLM is the response", arguments: ["NTLM", "Basic realm=r", nil]) func ntlmRefusal(challenge: String?)
        async throws
    {
        let server = try GuardedServer { _, authorization in
            NTLM.kind(of: authorization) == 1
                ? .challenge(["NTLM \(NTLM.challenge)"]) : .challenge([challenge].compactMap(\.self))
        }
        defer { server.server.stop() }
        let response = try await HTTPClient().get(server.url, options: .with(.ntlm(user: "me", password: "x"))).collected()
        #expect(response.status == 401 && response.text == "who?")
        #expect(server.seen.all.count == 2)
    }

    @Test("Without a ticket Negotiate leads to the response") func negotiate() async throws {
        let server = try GuardedServer { _, _ in .challenge(["Negotiate"]) }
        defer { server.server.stop() }
        let client = HTTPClient.asking { _ in .use(.negotiate) }
        for options in [RequestOptions.with(.negotiate), client.configuration.options] {
            let response = try await client.get(server.url, options: options).collected()
            #expect(response.status == 401 && response.text == "who?")
        }
        #expect(server.seen.all.allSatisfy { $0.authorization == nil })
    }

    // MARK: - AWS

    private func hmac(_ key: [UInt8], _ text: String) -> [UInt8] {
        let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
        let inner = SHA256.digest(of: padded.map { $0 ^ 0x36 } + Array(text.utf8))
        return SHA256.digest(of: padded.map { $0 ^ 0x5C } + inner)
    }

    /// The signature that a request ought to have, computed from what arrived.
    private func signature(_ request: ServedConnection.Request, _ parameters: [String: String], secret: String) -> String {
        let names = parameters["signedheaders", default: ""].split(separator: ";").map(String.init)
        let lines = names.map { "\($0):\(request.values($0).joined(separator: ","))\n" }.joined()
        let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
        let digest = request.values("x-amz-content-sha256").first ?? ""
        let canonical = [
            request.method, parts[0], parts.count > 1 ? parts[1] : "", lines, names.joined(separator: ";"), digest,
        ].joined(separator: "\n")
        let date = request.values("X-Amz-Date").first ?? ""
        let scope = parameters["credential", default: ""].split(separator: "/").dropFirst().map(String.init)
        let text = [
            "AWS4-HMAC-SHA256", date, scope.joined(separator: "/"), Hexadecimal.encode(SHA256.digest(of: Array(canonical.utf8))),
        ].joined(separator: "\n")
        return Hexadecimal.encode(hmac(scope.reduce(Array("AWS4\(secret)".utf8), hmac), text))
    }

    @Test(
        "Requests are signed with a key for AWS, content in memory included",
        arguments: [("/", nil), ("/a/b?x=1&y=2", nil), ("/a", "content"), ("/a", String(repeating: "c", count: 100_000))])
    func aws(target: String, content: String?) async throws {
        let server = try RawServer { connection in
            while let request = connection.readFramedRequest() {
                let value = request.values("Authorization").first ?? ""
                let parameters = Challenge.list([value]).first?.parameters ?? [:]
                let digest = Hexadecimal.encode(SHA256.digest(of: request.body))
                let isRight =
                    value.hasPrefix("AWS4-HMAC-SHA256 ")
                    && parameters["signature"] == signature(request, parameters, secret: "s3cret")
                    && request.values("x-amz-content-sha256") == [digest] && request.values("x-amz-security-token") == ["token"]
                    && parameters["signedheaders"]?.contains("x-amz-security-token") == true
                connection.respond(body: isRight ? "right \(parameters["credential"] ?? "")" : request.head)
            }
        }
        defer { server.stop() }
        let key = Credential.aws(
            accessKey: "KEY", secretKey: "s3cret", sessionToken: "token", region: "eu-central-1", service: "execute-api")
        let client = HTTPClient()
        let text = try await client.send(
            content == nil ? .get : .put, to: server.url + target, content: content.map { .text($0) }, options: .with(key)
        ).text()
        #expect(text.hasPrefix("right KEY/") && text.hasSuffix("/eu-central-1/execute-api/aws4_request"))
        // The handle signs nothing else afterwards.
        #expect(try await !client.get(server.url).text().contains("AWS4"))
    }

    @Test("Content that is not in memory is not signed, which is for s3 only") func unsigned() async throws {
        let server = try GuardedServer { request, _ in .pass("X-Digest: \(request.values("x-amz-content-sha256").joined())\r\n") }
        defer { server.server.stop() }
        func put(_ service: String) async throws -> HTTPClientResponse {
            let key = Credential.aws(accessKey: "KEY", secretKey: "s3cret", region: "r", service: service)
            let content = RequestContent.stream { AsyncStream(bytes: Array("content".utf8)) }
            return try await HTTPClient().put(server.url, content: content, options: .with(key))
        }
        let name = try #require(HTTPField.Name("X-Digest"))
        #expect(try await put("s3").headerFields[name] == "UNSIGNED-PAYLOAD")
        await expectError(.invalidRequest) { try await put("execute-api") }
    }
}
