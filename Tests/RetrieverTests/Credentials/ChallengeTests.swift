import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

private let me = Credential.password(user: "me", password: "pass-word")

@Suite("The hook for challenges")
struct ChallengeHookTests {
    @Test("It is told what is asked, and asked once; the answer is sent ahead from then on") func asking() async throws {
        let server = try GuardedServer.basic(realm: "Räum")
        defer { server.server.stop() }
        let asked = Record<AuthenticationChallenge>()
        let client = HTTPClient.asking { challenge in
            asked.append(challenge)
            return .use(me)
        }
        for path in ["/docs/a", "/docs/b", "/docs/c/d"] {
            #expect(try await client.post(server.url + path, content: .text("x")).text() == "x")
        }
        #expect(server.seen.all.map { $0.authorization == nil } == [true, false, false, false])
        let challenge = try #require(asked.all.first)
        #expect(asked.all.count == 1)
        #expect(challenge.scheme == .basic && challenge.realm == "Räum" && challenge.previousFailures == 0)
        #expect(challenge.protectionSpace.origin == (try WebURL(server.url).origin) && !challenge.protectionSpace.isProxy)
        #expect(challenge.request.method == .post && challenge.request.url.path == "/docs/a")
        #expect(challenge.challenge.parameters == ["realm": "Räum"] && challenge.proposedCredential == nil)
        // Elsewhere on the server it is not sent ahead, but nobody is asked.
        #expect(try await client.get(server.url + "/").status == 200)
        #expect(asked.all.count == 1 && server.seen.all.count == 6)
        client.forgetCredentials()
        #expect(try await client.get(server.url + "/docs/a").status == 200)
        #expect(asked.all.count == 2)
    }

    @Test("It is asked once while many wait, and all get the answer", arguments: ["Basic", "Digest"])
    func singleFlight(scheme: String) async throws {
        let count = 12
        let all = Barrier(count)
        let server = try GuardedServer { request, authorization in
            if let authorization {
                return authorization.hasPrefix("Basic") || request.isRightDigest(authorization) ? .pass() : .basic()
            }
            all.arrive()
            return .challenge(["\(scheme) realm=r, nonce=\"\(request.target)\", qop=auth"])
        }
        defer { server.server.stop() }
        let asked = Atomic(0)
        let client = HTTPClient.asking { _ in
            asked.add(1, ordering: .relaxed)
            await Task.yield()
            return .use(me)
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<count { group.addTask { try await client.get(server.url + "/\(index)").status.code } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(asked.load(ordering: .relaxed) == 1)
        #expect(server.seen.all.count == 2 * count)
    }

    @Test("Many that wait share a refusal, too") func sharedRefusal() async throws {
        let count = 6
        let all = Barrier(count)
        let server = try GuardedServer { _, _ in
            all.arrive()
            return .basic()
        }
        defer { server.server.stop() }
        let client = HTTPClient.asking { _ in .refuse }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { await expectError(.authentication) { try await client.get(server.url) } }
            }
        }
        #expect(server.seen.all.count == count)
    }

    @Test("A wrong password is asked for again, with the number of failures") func wrongPassword() async throws {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let failures = Record<Int>()
        let client = HTTPClient.asking { challenge in
            failures.append(challenge.previousFailures)
            return .use(challenge.previousFailures < 3 ? .password(user: "me", password: "\(challenge.previousFailures)") : me)
        }
        #expect(try await client.get(server.url).status == 200)
        #expect(failures.all == [0, 1, 2, 3])
        #expect(try await client.get(server.url).status == 200)
        #expect(failures.all.count == 4)
    }

    @Test("Many with the same wrong password ask for the next one once", arguments: [2, 10]) func wrongTogether(count: Int)
        async throws
    {
        let (first, second) = (Barrier(count), Barrier(count))
        let server = try GuardedServer { _, authorization in
            let credentials = authorization.flatMap(BasicCredentials.init(authorization:))
            switch credentials?.password {
            case "pass-word": return .pass()
            case nil: first.arrive()
            default: second.arrive()
            }
            return .basic()
        }
        defer { server.server.stop() }
        let failures = Record<Int>()
        let client = HTTPClient.asking { challenge in
            failures.append(challenge.previousFailures)
            return .use(challenge.previousFailures == 0 ? .password(user: "me", password: "wrong") : me)
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { try await client.get(server.url).status.code } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(failures.all == [0, 1])
    }

    @Test("The same answer to every challenge is not repeated for ever") func fixedAnswer() async throws {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let asked = Atomic(0)
        let client = HTTPClient.asking { _ in
            asked.add(1, ordering: .relaxed)
            return .use(.password(user: "me", password: "wrong"))
        }
        let response = try await client.get(server.url).collected()
        #expect(response.status == 401 && response.text == "who?")
        #expect(asked.load(ordering: .relaxed) == 2 && server.seen.all.count == 2)
        // Nor is another answer each time.
        let guessing = HTTPClient.asking { .use(.password(user: "me", password: "\($0.previousFailures)")) }
        #expect(try await guessing.get(server.url).status == 401)
        #expect(server.seen.all.count < 40)
    }

    @Test("It can refuse, pass on and leave alone") func dispositions() async throws {
        let server = try GuardedServer { _, authorization in
            authorization?.hasPrefix("Basic") == true
                ? .pass() : .challenge(["Bearer realm=b, Digest realm=d, nonce=n, Basic realm=a"])
        }
        defer { server.server.stop() }
        let error = await expectError(.authentication) { try await HTTPClient.asking { _ in .refuse }.get(server.url) }
        #expect(error?.message.contains("Digest \"d\"") == true)
        let asked = Record<String>()
        let passing = HTTPClient.asking { challenge in
            asked.append("\(challenge.scheme)")
            return challenge.scheme == .basic ? .use(me) : .nextProtectionSpace
        }
        #expect(try await passing.get(server.url).status == 200)
        #expect(asked.all == ["Digest", "Bearer", "Basic"])
        #expect(try await HTTPClient.asking { _ in .nextProtectionSpace }.get(server.url).status == 401)
        let leaving = HTTPClient.asking { challenge in
            asked.append("\(challenge.scheme)")
            return .defaultHandling
        }
        #expect(try await leaving.get(server.url).status == 401)
        #expect(asked.all.count == 4)
        // An answer for a weaker challenge than the one asked about, and one for none
        let hasty = HTTPClient.asking { _ in .use(.bearer("t")) }
        #expect(try await hasty.get(server.url).status == 401)
        #expect(server.seen.all.contains { $0.authorization == "Bearer t" })
        let mistaken = await expectError(.authentication) {
            try await HTTPClient.asking { _ in .use(.negotiate) }.get(server.url)
        }
        #expect(mistaken?.message.contains("Digest, Bearer, Basic") == true)
    }

    @Test("A request may have a hook of its own, or none") func perRequest() async throws {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        var options = RequestOptions()
        options.onChallenge = { _ in .use(me, persistence: .none) }
        let client = HTTPClient()
        #expect(try await client.get(server.url, options: options).status == 200)
        #expect(try await client.get(server.url).status == 401)
        #expect(server.seen.all.map { $0.authorization == nil } == [true, false, true])
    }

    @Test("Other servers and other parts are asked about by themselves") func spaces() async throws {
        let servers = try [GuardedServer.basic(), .basic(), .basic(realm: "other")]
        defer { for server in servers { server.server.stop() } }
        let asked = Record<ProtectionSpace>()
        let client = HTTPClient.asking { challenge in
            asked.append(challenge.protectionSpace)
            return .use(me)
        }
        for server in servers + servers { #expect(try await client.get(server.url).status == 200) }
        #expect(Set(asked.all).count == 3 && asked.all.count == 3)
        #expect(servers.map { $0.seen.all.first?.authorization } == [nil, nil, nil])
    }

    @Test("Waiting for an answer can be cancelled, and others go on waiting") func cancelling() async throws {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let (began, beginning) = AsyncStream.makeStream(of: Void.self)
        let isAnswered = Atomic(false)
        let client = HTTPClient.asking { _ in
            beginning.yield()
            while !isAnswered.load(ordering: .relaxed), !Task.isCancelled { await Task.yield() }
            return Task.isCancelled ? .refuse : .use(me)
        }
        let first = Task { try await client.get(server.url) }
        for await _ in began { break }
        let second = Task { try await client.get(server.url).status }
        while server.seen.all.count < 2 { await Task.yield() }
        first.cancel()
        await expectError(.cancelled) { try await first.value }
        // The second waits for the same answer, or asks by now.
        isAnswered.store(true, ordering: .relaxed)
        #expect(try await second.value == 200)
    }

    @Test("The hook may make requests itself, even to the same server") func reentrant() async throws {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let clients = Mutex<[HTTPClient]>([])
        let statuses = Record<Int?>()
        let client = HTTPClient.asking { _ in
            let client = clients.withLock { $0.first }
            statuses.append(try? await client?.get(server.url).status.code)
            return .use(me)
        }
        clients.withLock { $0 = [client] }
        defer { clients.withLock { $0 = [] } }
        #expect(try await client.get(server.url).status == 200)
        #expect(statuses.all == [401])
    }

    @Test(
        "A 401 without a challenge that can be answered is the response", .timeLimit(.minutes(1)),
        arguments: [
            [], [""], [","], ["Unknown realm=r"], ["Basic"], ["\"\u{1}"], ["Digest realm=r"],
            ["Digest realm=r, nonce=n, algorithm=MD9"],
            ["=", "Bearer error=x"],
        ])
    func unusableChallenges(challenges: [String]) async throws {
        let server = try GuardedServer { _, _ in .challenge(challenges) }
        defer { server.server.stop() }
        let client = HTTPClient.asking { _ in .defaultHandling }
        for options in [nil, RequestOptions.with(.password(user: "me", password: "pass-word"))] {
            let response = try await client.get(server.url, options: options)
            #expect(response.status == 401)
            #expect(try await response.text() == "who?")
        }
    }

    @Test("An answer to every challenge is none to the question whether a server is to be trusted") func serverTrust()
        async throws
    {
        let authority = try await TestAuthority()
        let server = try Nginx(try await authority.issue("server", for: "IP:127.0.0.1"), server: "location / { return 401; }")
        let asked = Record<String>()
        let client = HTTPClient.asking { challenge in
            asked.append("\(challenge.protectionSpace)")
            return .use(.password(user: "me", password: "pass-word"))
        }
        await expectError(.tls) { try await client.get("https://127.0.0.1:\(server.port)/") }
        #expect(asked.all.isEmpty)
    }
}
