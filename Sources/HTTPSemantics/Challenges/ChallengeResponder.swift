/// The challenges of one request, its redirects included: what to do about each 401 and 407. RFC 9110 §11, §15.5.2, §15.5.8.
///
/// No network, no waiting; the client carries out the steps. What many requests know together is in ``CredentialMemory``. Each
/// request has so many rounds and no more, and no credential is sent again that was refused.
package struct ChallengeResponder: Sendable {
    /// What to do.
    package enum Step: Sendable {
        /// Hand the response out.
        case deliver
        /// Repeat the request with this.
        case send(SentCredential)
        /// Get another token than the refused one, and go on with ``renewed(_:_:_:)``.
        case renew(String)
        /// Find an answer, and go on with ``resolve(_:_:_:)``.
        case ask(Question)
        /// The answer was a credential that fits none of the challenges; their schemes.
        case mismatch([AuthenticationScheme])
    }

    /// A challenge that nobody has answered yet.
    package struct Question: Sendable {
        package let space: ProtectionSpace
        package let challenge: Challenge
        /// Credentials that this request was refused with.
        package let refused: [Credential]
    }

    /// An answer to a question.
    package enum Reply: Sendable {
        case use(Credential, CredentialPersistence)
        /// Nothing is known for this challenge: the next, if there is one.
        case next
        /// The response is wanted as it is.
        case deliver
    }

    private struct Refusal {
        let peer: ChallengedExchange.Peer
        let credential: Credential
        /// Where it was refused; `nil` for everywhere at the peer.
        let space: ProtectionSpace?
    }

    private var rounds = 0
    private var freshNonces = 0
    private var renewals: [ChallengedExchange.Peer] = []
    private var refusals: [Refusal] = []
    /// Credentials for this request only.
    private var once: [ProtectionSpace: Credential] = [:]
    private var candidates: [ChallengeCandidate] = []
    private var unasked: ArraySlice<ChallengeCandidate> = []
    private var asked: ChallengeCandidate?

    /// So many responses of a request are answered.
    package static let roundLimit = 20
    /// So many answers are repeated because their nonce was too old.
    private static let freshNonceLimit = 3

    package init() {}

    /// The first step after a 401, or a proxy's 407.
    package mutating func next(
        after response: HTTPResponse, to exchange: ChallengedExchange, _ memory: inout CredentialMemory
    ) -> Step {
        candidates = ChallengeCandidate.list(response.headerFields, of: exchange)
        rounds += 1
        guard rounds <= Self.roundLimit else { return .deliver }
        if let sent = exchange.sent {
            // Many servers that want a new token say no more than 401.
            if exchange.isRenewable, sent.credential == exchange.own, case .token(let token) = sent.credential.secret,
                !renewals.contains(exchange.peer)
            {
                renewals.append(exchange.peer)
                refusals.append(Refusal(peer: exchange.peer, credential: sent.credential, space: nil))
                return .renew(token)
            }
            if let repetition = freshNonce(sent, exchange, &memory) { return .send(repetition) }
            noteRefusal(of: sent, exchange, &memory)
        }
        return answerFromMemory(exchange, &memory) ?? ask(from: candidates[...])
    }

    /// The step after a new token has come, which is the request's own now; `nil` for none.
    package mutating func renewed(_ exchange: ChallengedExchange, _ memory: inout CredentialMemory) -> Step {
        if let own = exchange.own, !isRefused(own, exchange.peer), let sent = memory.ahead(exchange) {
            return .send(sent)
        }
        return answerFromMemory(exchange, &memory) ?? ask(from: candidates[...])
    }

    /// The step after a question was answered.
    package mutating func resolve(
        _ reply: Reply, _ exchange: ChallengedExchange, _ memory: inout CredentialMemory
    ) -> Step {
        switch reply {
        case .deliver: return .deliver
        case .next: return ask(from: unasked.drop { $0.space == asked?.space })
        case .use(let credential, let persistence):
            let order = [asked].compactMap(\.self) + candidates
            let fitting = order.filter { credential.schemes.contains($0.space.scheme) }
            guard !fitting.isEmpty else { return .mismatch(candidates.map(\.space.scheme)) }
            for candidate in fitting where !isRefused(credential, exchange.peer, candidate.space) {
                guard let sent = memory.answer(candidate, with: credential, exchange, persistence: persistence) else { continue }
                if persistence == .none { once[candidate.space] = credential }
                return .send(sent)
            }
            // The same once more would be refused once more.
            return .deliver
        }
    }

    // MARK: -

    /// The answer repeated with the server's new nonce, when that is all that was wrong. A server may have forgotten the nonces of
    /// an older session without saying "stale".
    private mutating func freshNonce(
        _ sent: SentCredential, _ exchange: ChallengedExchange, _ memory: inout CredentialMemory
    ) -> SentCredential? {
        guard let answer = sent.answer, freshNonces < Self.freshNonceLimit,
            let candidate = candidates.first(where: { $0.space == sent.space && $0.digest?.nonce != answer.nonce }),
            candidate.digest?.isStale == true || sent.isAhead
        else { return nil }
        freshNonces += 1
        return memory.answer(candidate, with: sent.credential, exchange, persistence: sent.persistence)
    }

    private mutating func noteRefusal(
        of sent: SentCredential, _ exchange: ChallengedExchange, _ memory: inout CredentialMemory
    ) {
        // What was sent ahead may have been asked for in another way, or be for another part of the server.
        let isSameSpace = candidates.contains { $0.space == sent.space }
        let isAskedAgain = sent.space == nil ? candidates.contains { $0.space.scheme == sent.scheme } : isSameSpace
        guard !sent.isAhead || isAskedAgain else { return }
        refusals.append(
            Refusal(peer: exchange.peer, credential: sent.credential, space: isSameSpace ? sent.space : nil))
        once = once.filter { $0.value != sent.credential }
        memory.refuse(sent, exchange)
    }

    private func isRefused(
        _ credential: Credential, _ peer: ChallengedExchange.Peer, _ space: ProtectionSpace? = nil
    ) -> Bool {
        refusals.contains {
            // The realm is what was refused: another scheme would carry the same password.
            $0.peer == peer && $0.credential == credential && ($0.space == nil || $0.space?.realm == space?.realm)
        }
    }

    /// An answer that needs nobody to be asked: the request's own credential, or one that is known.
    private mutating func answerFromMemory(_ exchange: ChallengedExchange, _ memory: inout CredentialMemory) -> Step? {
        for candidate in candidates {
            let known = memory.credential(for: candidate.space).flatMap {
                exchange.user == nil || exchange.user == $0.0.user ? $0 : nil
            }
            let choices =
                [
                    exchange.own.map { ($0, .session) }, once[candidate.space].map { ($0, .none) }, known,
                ] as [(Credential, CredentialPersistence)?]
            for case let (credential, persistence)? in choices
            where !isRefused(credential, exchange.peer, candidate.space) {
                if let sent = memory.answer(candidate, with: credential, exchange, persistence: persistence) {
                    return .send(sent)
                }
            }
        }
        return nil
    }

    private mutating func ask(from rest: ArraySlice<ChallengeCandidate>) -> Step {
        guard let candidate = rest.first else { return .deliver }
        asked = candidate
        unasked = rest.dropFirst()
        let refused = refusals.filter { $0.peer == candidate.space.peer }.map(\.credential)
        return .ask(Question(space: candidate.space, challenge: candidate.challenge, refused: refused))
    }
}
