import Foundation
import Retriever
import TestSupport
import Testing

private let me = Credential.password(user: "me", password: "pass-word")

@Suite("Stores of credentials")
struct StoreTests {
    private func client(_ stores: any CredentialStore...) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.credentialStores = stores
        return HTTPClient(configuration: configuration)
    }

    /// A store that counts, fails, or has something.
    private final class ScriptedStore: WritableCredentialStore {
        struct Failure: Error {}
        let found: Result<Credential?, Failure>
        let asked = Record<ProtectionSpace>()
        let saved = Record<Credential>()
        let savingFails: Bool

        init(_ found: Result<Credential?, Failure>, savingFails: Bool = false) {
            self.found = found
            self.savingFails = savingFails
        }

        func credential(for space: ProtectionSpace, user: String?) throws -> Credential? {
            asked.append(space)
            return try found.get()
        }
        func save(_ credential: Credential, for space: ProtectionSpace) throws {
            saved.append(credential)
            if savingFails { throw Failure() }
        }
        func remove(_ credential: Credential, for space: ProtectionSpace) {}
    }

    // MARK: - netrc

    @Test("A netrc file answers Basic and Digest, and is read again when it has changed") func netrc() async throws {
        let server = try GuardedServer { request, authorization in
            if request.target == "/digest" {
                return request.isRightDigest(authorization)
                    ? .pass() : .challenge(["Digest realm=r, nonce=n, qop=auth, domain=/digest"])
            }
            let password = authorization.flatMap(BasicCredentials.init(authorization:))?.password
            return password == "pass-word" ? .pass() : .basic()
        }
        defer { server.server.stop() }
        let folder = try TemporaryFolder()
        let path = folder.file("netrc")
        let client = client(NetrcStore(path: path))
        #expect(try await client.get(server.url).status == 401)
        _ = try folder.write("machine other login me password pass-word", to: "netrc")
        #expect(try await client.get(server.url).status == 401)
        _ = try folder.write("machine 127.0.0.1 login me password pass-word", to: "netrc")
        #expect(try await client.get(server.url).status == 200)
        #expect(try await client.get(server.url + "/digest").status == 200)
        // Not before it is asked for, and not asked for again
        #expect(server.seen.all.prefix(3).allSatisfy { $0.authorization == nil })
        #expect(try await client.get(server.url).status == 200)
        #expect(server.seen.all.count == 7)
        // A link is followed.
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: path)
        #expect(try await self.client(NetrcStore(path: folder.file("link"))).get(server.url).status == 200)
    }

    @Test("A name in the URL chooses the login") func login() async throws {
        let server = try GuardedServer.basic(user: "b", password: "2")
        defer { server.server.stop() }
        let text = "machine 127.0.0.1 login a password 1\nmachine 127.0.0.1 login b password 2"
        let store = NetrcStore(path: try TemporaryFolder().write(text, to: "netrc"))
        let url = server.url.replacing("://", with: "://b@")
        #expect(try await client(store).get(url).status == 200)
        #expect(try await client(store).get(server.url).status == 401)
        #expect(try await client(store).get(server.url.replacing("://", with: "://c@")).status == 401)
        // What is known of one user is not sent for another.
        let client = client(store)
        #expect(try await client.get(url).status == 200)
        #expect(try await client.get(server.url.replacing("://", with: "://c@")).status == 401)
        let users = server.seen.all.suffix(3).map { $0.authorization.flatMap(BasicCredentials.init(authorization:))?.user }
        #expect(users == [nil, "b", nil])
    }

    @Test("A netrc file that cannot be read is an error that says where, and nothing of what is in it") func brokenNetrc()
        async throws
    {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let folder = try TemporaryFolder()
        let broken = try folder.write("machine 127.0.0.1\nlogin me password \"s3cret", to: "broken")
        for path in [broken, folder.path] {
            let error = await expectError(.authentication) { try await client(NetrcStore(path: path)).get(server.url) }
            #expect(error?.message.contains(path) == true)
            #expect(error.map { "\($0)\($0.debugDescription)".contains("s3cret") } == false)
        }
    }

    @Test("The file is the one that the environment names, or the one at home") func defaultPath() async {
        await #expect(processExitsWith: .success) {
            setenv("HOME", "/home/me", 1)
            unsetenv("NETRC")
            precondition(NetrcStore().path == "/home/me/.netrc")
            setenv("NETRC", "/etc/netrc", 1)
            precondition(NetrcStore().path == "/etc/netrc")
            precondition(NetrcStore(path: "/x").path == "/x")
        }
    }

    // MARK: - Memory

    @Test("A store in memory has what it is given, by space and user") func memory() throws {
        let store = MemoryCredentialStore()
        let origin = try WebURL("http://h/").origin
        func space(_ realm: String?, _ scheme: AuthenticationScheme = .basic, isProxy: Bool = false) -> ProtectionSpace {
            ProtectionSpace(origin: origin, isProxy: isProxy, scheme: scheme, realm: realm)
        }
        let other = Credential.password(user: "other", password: "x")
        store.save(me, for: space("r"))
        store.save(other, for: space("r"))
        #expect(store.credential(for: space("r"), user: nil) == other)
        #expect(store.credential(for: space("r"), user: "me") == me)
        #expect(store.credential(for: space("r"), user: "x") == nil)
        for wrong in [space("x"), space(nil), space("r", .digest), space("r", isProxy: true)] {
            #expect(store.credential(for: wrong, user: nil) == nil)
        }
        store.save(.password(user: "me", password: "new"), for: space("r"))
        #expect(store.credential(for: space("r"), user: nil) == .password(user: "me", password: "new"))
        store.remove(.password(user: "me", password: "new"), for: space("r"))
        #expect(store.credential(for: space("r"), user: nil) == other)
        store.save(me, for: space(nil))
        #expect(store.credential(for: space("any"), user: nil) == me)
        #expect(store.credential(for: space("r"), user: nil) == other)
    }

    // MARK: - Stores and the hook

    @Test("What a store has is used, or proposed to the hook; what is refused is not proposed again") func proposals()
        async throws
    {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let wrong = Credential.password(user: "me", password: "wrong")
        let stores = [ScriptedStore(.success(nil)), ScriptedStore(.success(.bearer("t"))), ScriptedStore(.success(wrong))]
        #expect(try await client(stores[0], stores[1], stores[2]).get(server.url).status == 401)
        #expect(server.seen.all.count == 2)
        let proposed = Record<Credential?>()
        let asking = HTTPClient.asking(stores: stores) { challenge in
            proposed.append(challenge.proposedCredential)
            return challenge.previousFailures == 0 ? .defaultHandling : .use(me)
        }
        #expect(try await asking.get(server.url).status == 200)
        #expect(proposed.all == [wrong, nil])
        #expect(try await client(ScriptedStore(.success(me))).get(server.url).status == 200)
    }

    @Test("Every challenge of a response is looked up, also when the hook leaves it to the stores") func everyChallenge()
        async throws
    {
        let server = try GuardedServer { _, authorization in
            authorization == nil ? .challenge(["Bearer, Basic realm=r, Digest realm=d, nonce=n, algorithm=SHA-256"]) : .pass()
        }
        defer { server.server.stop() }
        let store = MemoryCredentialStore()
        store.save(me, for: ProtectionSpace(origin: try WebURL(server.url).origin, scheme: .basic, realm: "r"))
        let asked = Record<AuthenticationScheme>()
        let asking = HTTPClient.asking(stores: [store]) { challenge in
            asked.append(challenge.scheme)
            return .defaultHandling
        }
        for client in [client(store), asking] { #expect(try await client.get(server.url).status == 200) }
        #expect(asked.all == [.digest])
    }

    @Test("A credential is kept once a server has accepted it", arguments: [true, false]) func saving(fails: Bool) async throws {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let store = ScriptedStore(.success(nil), savingFails: fails)
        let client = HTTPClient.asking(stores: [NetrcStore(path: "/nowhere"), store]) { challenge in
            .use(challenge.previousFailures == 0 ? .password(user: "me", password: "wrong") : me, persistence: .permanent)
        }
        for _ in 0..<2 { #expect(try await client.get(server.url).status == 200) }
        #expect(store.saved.all == [me])
        let without = HTTPClient.asking(stores: [NetrcStore(path: "/nowhere")]) { _ in .use(me, persistence: .permanent) }
        let error = await expectError(.configuration) { try await without.get(server.url) }
        #expect(error?.message.contains("store") == true)
    }

    @Test("A store that fails makes the request fail") func failure() async throws {
        let server = try GuardedServer.basic()
        defer { server.server.stop() }
        let error = await expectError(.authentication) {
            try await client(ScriptedStore(.failure(.init()))).get(server.url)
        }
        #expect(error?.cause is ScriptedStore.Failure)
    }

    @Test("A store is asked once while many wait") func singleFlight() async throws {
        let count = 6
        let all = Barrier(count)
        let server = try GuardedServer { _, authorization in
            guard authorization == nil else { return .pass() }
            all.arrive()
            return .basic()
        }
        defer { server.server.stop() }
        let store = ScriptedStore(.success(me))
        let client = client(store)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { try await client.get(server.url).status.code } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(store.asked.all.count == 1)
    }
}
