import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Tokens that are renewed, RFC 6750")
struct BearerTokensTests {
    private struct Failure: Error {}

    /// A server that takes one token, and says little about others.
    private func server(_ token: String, challenge: [String] = ["Bearer error=\"invalid_token\""]) throws -> GuardedServer {
        try GuardedServer { _, authorization in
            authorization == "Bearer \(token)" ? .pass() : .challenge(challenge)
        }
    }

    private func client(_ tokens: BearerTokens...) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.bearerTokens = tokens
        configuration.connectionsPerHost = 32
        return HTTPClient(configuration: configuration)
    }

    @Test(
        "The first token is asked for, sent ahead, and renewed when it is refused",
        arguments: [["Bearer"], [], ["Basic realm=r"]])
    func renewal(challenge: [String]) async throws {
        let server = try server("2", challenge: challenge)
        defer { server.server.stop() }
        let refused = Record<String?>()
        let tokens = try BearerTokens(for: server.url) { old in
            refused.append(old)
            return "\(refused.all.count)"
        }
        let client = client(tokens)
        #expect(try await client.post(server.url, content: .text("x")).text() == "x")
        #expect(try await client.get(server.url + "/other").status == 200)
        #expect(refused.all == [nil, "1"])
        #expect(server.seen.all.map(\.authorization) == ["Bearer 1", "Bearer 2", "Bearer 2"])
        #expect(try await tokens.token() == "2")
        tokens.dropToken()
        #expect(try await client.get(server.url).status == 401)
        #expect(refused.all == [nil, "1", nil, "3"])
    }

    @Test("Many that are refused at once renew once, and all get the result") func singleFlight() async throws {
        let count = 12
        let all = Barrier(count)
        let server = try GuardedServer { _, authorization in
            guard authorization != "Bearer new" else { return .pass() }
            all.arrive()
            return .challenge(["Bearer"])
        }
        defer { server.server.stop() }
        let renewals = Atomic(0)
        let tokens = try BearerTokens(for: server.url, token: "old") { _ in
            renewals.add(1, ordering: .relaxed)
            await Task.yield()
            return "new"
        }
        let client = client(tokens)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { try await client.get(server.url).status.code } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(renewals.load(ordering: .relaxed) == 1)
        #expect(server.seen.all.count == 2 * count)
    }

    @Test("A failure reaches all who wait, and the old token is gone") func failure() async throws {
        let isOver = Atomic(false)
        let renewals = Atomic(0)
        let tokens = try BearerTokens(for: "http://h/", token: "old") { _ in
            renewals.add(1, ordering: .relaxed)
            while !isOver.load(ordering: .relaxed) { await Task.yield() }
            throw Failure()
        }
        // One after the other, each runs on the main actor until it waits.
        let waiting = (0..<8).map { _ in Task { @MainActor in try await tokens.token(insteadOf: "old") } }
        await Task { @MainActor in isOver.store(true, ordering: .relaxed) }.value
        for task in waiting {
            let error = await expectError(.authentication) { try await task.value }
            #expect(error?.cause is Failure)
        }
        #expect(renewals.load(ordering: .relaxed) == 1)
        await expectError(.authentication) { try await tokens.token() }
        #expect(renewals.load(ordering: .relaxed) == 2)
    }

    @Test("A request whose token cannot be renewed fails, without a word about the token") func failedRequest() async throws {
        let server = try server("never")
        defer { server.server.stop() }
        let client = client(try BearerTokens(for: server.url, token: "s3cret") { _ in throw Failure() })
        for _ in 0..<2 {
            let error = await expectError(.authentication) { try await client.get(server.url) }
            #expect(error?.cause is Failure)
            #expect(error.map { "\($0)\($0.debugDescription)".contains("s3cret") } == false)
        }
        // The second was not sent without a token.
        #expect(server.seen.all.map(\.authorization) == ["Bearer s3cret"])
    }

    @Test("A renewal that does not help is the response") func useless() async throws {
        let server = try server("never")
        defer { server.server.stop() }
        for same in [true, false] {
            let count = Record<Int>()
            let tokens = try BearerTokens(for: server.url, token: "0") { _ in
                count.append(1)
                return same ? "0" : "\(count.all.count)"
            }
            let response = try await client(tokens).get(server.url).collected()
            #expect(response.status == 401 && response.text == "who?")
            #expect(count.all.count == 1)
        }
        #expect(server.seen.all.map(\.authorization) == ["Bearer 0", "Bearer 0", "Bearer 1"])
    }

    @Test("Tokens go to their own origin, also after redirects") func origins() async throws {
        let other = try GuardedServer { _, _ in .pass() }
        let server = try GuardedServer { _, authorization in
            authorization == "Bearer t" ? .answer("302 There", fields: "Location: \(other.url)/\r\n") : .challenge([])
        }
        defer {
            server.server.stop()
            other.server.stop()
        }
        let client = client(try BearerTokens(for: server.url, token: "t") { _ in "new" })
        #expect(try await client.get(server.url).status == 200)
        #expect(try await client.get(other.url).status == 200)
        #expect(try await client.get(server.url.replacing("127.0.0.1", with: "localhost")).status == 401)
        #expect(other.seen.all.map(\.authorization) == [nil, nil])
        #expect(server.seen.all.map(\.authorization) == ["Bearer t", nil])
    }

    @Test("A request's own credential comes first") func ownCredential() async throws {
        let server = try GuardedServer { _, _ in .pass() }
        defer { server.server.stop() }
        let client = client(try BearerTokens(for: server.url, token: "t") { _ in "new" })
        _ = try await client.get(server.url, options: .with(.bearer("own")))
        _ = try await client.get(server.url, headerFields: [.authorization: "Bearer field"])
        #expect(server.seen.all.map(\.authorization) == ["Bearer own", "Bearer field"])
    }

    @Test("A renewal may use the client and the server that the tokens are for") func reentrant() async throws {
        let server = try GuardedServer { request, authorization in
            request.target == "/token" || authorization == "Bearer new" ? .pass() : .challenge(["Bearer"])
        }
        defer { server.server.stop() }
        let clients = Mutex<[HTTPClient]>([])
        let tokens = try BearerTokens(for: server.url) { _ in
            let client = clients.withLock { $0.first }
            return try await client?.post(server.url + "/token", content: .text("new")).text() ?? ""
        }
        let client = client(tokens)
        clients.withLock { $0 = [client] }
        defer { clients.withLock { $0 = [] } }
        #expect(try await client.get(server.url).status == 200)
        #expect(server.seen.all.map(\.authorization) == [nil, "Bearer new"])
    }

    @Test("Who gives up waiting does not stop the others, and the last one stops the renewal") func cancelling() async throws {
        let isOver = Atomic(false)
        let wasCancelled = Atomic(false)
        let hasBegun = Atomic(0)
        let tokens = try BearerTokens(for: "http://h/") { _ in
            hasBegun.add(1, ordering: .relaxed)
            while !isOver.load(ordering: .relaxed), !Task.isCancelled { await Task.yield() }
            if Task.isCancelled { wasCancelled.store(true, ordering: .relaxed) }
            try Task.checkCancellation()
            return "new"
        }
        let alone = Task { try await tokens.token() }
        while hasBegun.load(ordering: .relaxed) < 1 { await Task.yield() }
        alone.cancel()
        await expectError(.cancelled) { try await alone.value }
        while !wasCancelled.load(ordering: .relaxed) { await Task.yield() }
        // The next begins anew, whatever the one that was given up does.
        let first = Task { try await tokens.token() }
        while hasBegun.load(ordering: .relaxed) < 2 { await Task.yield() }
        let second = Task { @MainActor in try await tokens.token() }
        await Task { @MainActor in }.value
        first.cancel()
        await expectError(.cancelled) { try await first.value }
        isOver.store(true, ordering: .relaxed)
        #expect(try await second.value == "new")
        #expect(hasBegun.load(ordering: .relaxed) == 2)
    }
}
