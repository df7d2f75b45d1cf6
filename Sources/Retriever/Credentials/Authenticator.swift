internal import CurlTransport
internal import Digests
internal import HTTPSemantics
internal import Synchronization

/// What the requests of a client share about proving who asks: the credentials that are known, and the questions that are open.
final class Authenticator: Sendable {
    /// Questions of requests that have somebody to ask are apart from those of requests that have not.
    private struct QuestionKey: Hashable {
        let space: ProtectionSpace
        let user: String?
        let hasHandler: Bool
    }

    /// What a question has led to.
    struct Answer: Sendable {
        let reply: ChallengeResponder.Reply
        /// Whether the handler leaves it to the stores from here on.
        var isLeftToStores = false
    }

    private let memory: Mutex<CredentialMemory>
    private let questions = Mutex<[QuestionKey: SharedWork<Answer>]>([:])
    let stores: [any CredentialStore]
    private let tokens: [BearerTokens]
    /// Spaces that a handler is being asked about, for the requests that it makes itself: they would wait for themselves.
    @TaskLocal private static var asking: [ProtectionSpace] = []

    init(stores: [any CredentialStore], tokens: [BearerTokens]) {
        self.stores = stores
        self.tokens = tokens
        memory = Mutex(
            CredentialMemory(functions: .all, parser: .standard) {
                let numbers = [UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max)]
                return numbers.map { String($0, radix: 36) }.joined()
            })
    }

    /// Whether no request is sent with anything but its own credential.
    var isIdle: Bool { tokens.isEmpty && memory.withLock(\.isEmpty) }

    func withMemory<Result>(_ body: (inout CredentialMemory) throws -> sending Result) rethrows -> sending Result {
        try memory.withLock { try body(&$0) }
    }

    /// The tokens for a URL.
    func tokens(for url: WebURL) -> BearerTokens? { tokens.first { $0.apply(to: url) } }

    /// Forgets what is known.
    func forget() { memory.withLock { $0.removeAll() } }

    // MARK: - Questions

    /// A question of a request.
    struct Inquiry: Sendable {
        let question: ChallengeResponder.Question
        let request: HTTPRequest
        /// The user name that is wanted.
        let user: String?
        let handler: ChallengeHandler?
    }

    /// Asks stores and handler, or waits for others who ask the same, and goes on with the answer. A question stays open until then, so
    /// that whoever has it meanwhile gets the answer, too.
    ///
    /// - Throws: ``HTTPClientError`` with code `authentication`, `configuration` or `cancelled`.
    func ask(
        _ inquiry: Inquiry, _ proceed: (Answer) -> ChallengeResponder.Step
    ) async throws -> ChallengeResponder.Step {
        let space = inquiry.question.space
        guard inquiry.handler != nil || !stores.isEmpty, !Self.asking.contains(space) else {
            return proceed(Answer(reply: .next))
        }
        let key = QuestionKey(space: space, user: inquiry.user, hasHandler: inquiry.handler != nil)
        let work = questions.withLock { questions in
            let work = questions[key] ?? SharedWork { try await self.answer(inquiry) }
            questions[key] = work
            work.join()
            return work
        }
        defer {
            let isLast = questions.withLock { questions in
                let isLast = work.leave()
                if isLast { questions[key] = nil }
                return isLast
            }
            if isLast { work.cancel() }
        }
        do {
            return proceed(try await work.value())
        } catch let error as HTTPClientError {
            throw error
        } catch {
            guard !Task.isCancelled else { throw HTTPClientError.cancelled }
            throw HTTPClientError(
                .authentication, "no credential could be found for \(space): \(type(of: error))", cause: error)
        }
    }

    private func answer(_ inquiry: Inquiry) async throws -> Answer {
        let (question, space) = (inquiry.question, inquiry.question.space)
        // Somebody else's answer may have come since the question was put.
        if let (known, persistence) = withMemory({ $0.credential(for: space) }), !question.refused.contains(known),
            inquiry.user == nil || inquiry.user == known.user
        {
            return Answer(reply: .use(known, persistence))
        }
        let proposed = try await proposal(inquiry)
        let byStores = Answer(reply: proposed.map { .use($0, .session) } ?? .next, isLeftToStores: true)
        guard let handler = inquiry.handler else { return byStores }
        let challenge = AuthenticationChallenge(
            protectionSpace: space, challenge: question.challenge, request: inquiry.request,
            previousFailures: question.refused.count, user: inquiry.user, proposedCredential: proposed)
        let disposition = await Self.$asking.withValue(Self.asking + [space]) { await handler(challenge) }
        switch disposition {
        case .use(let credential, let persistence):
            guard persistence != .permanent || stores.contains(where: { $0 is any WritableCredentialStore }) else {
                throw HTTPClientError(.configuration, "a credential is to be kept, but the client has no store that keeps any")
            }
            return Answer(reply: .use(credential, persistence))
        case .defaultHandling: return byStores
        case .nextProtectionSpace: return Answer(reply: .next)
        case .refuse:
            throw HTTPClientError(.authentication, "the challenge \(space) was refused by the program")
        }
    }

    /// What the stores have for a question.
    private func proposal(_ inquiry: Inquiry) async throws -> Credential? {
        let question = inquiry.question
        for store in stores {
            let found = try await store.credential(for: question.space, user: inquiry.user)
            if let found, found.schemes.contains(question.space.scheme), !question.refused.contains(found) { return found }
        }
        return nil
    }

    /// Gives an accepted credential to the first store that keeps any. The request has succeeded, so it does not fail when the store
    /// does; the credential stays known to the client.
    func save(_ credential: Credential, for space: ProtectionSpace) async {
        let store = stores.lazy.compactMap { $0 as? any WritableCredentialStore }.first
        try? await store?.save(credential, for: space)
    }
}

extension DigestFunctions {
    /// Those of OpenSSL.
    fileprivate static let all = DigestFunctions { function, bytes in
        switch function {
        case .md5: MD5.digest(of: bytes)
        case .sha256: SHA256.digest(of: bytes)
        case .sha512Truncated: SHA512_256.digest(of: bytes)
        }
    }
}
