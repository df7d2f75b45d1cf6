/// The credentials that a client knows, and where they may go without being asked for. A value; who shares it has the lock.
package struct CredentialMemory: Sendable {
    private struct Key: Hashable {
        let space: ProtectionSpace
        /// The credential that the caller has given to a request, if it did: such requests do not lend it to others.
        let own: Credential?
    }

    private struct Entry {
        var credential: Credential
        var scope: ProtectionScope
        /// `permanent` until a store has it.
        var persistence: CredentialPersistence
        var session: DigestSession?
        var lastUse = 0
    }

    private var entries: [ChallengedExchange.Peer: [Key: Entry]] = [:]
    private var uses = 0
    private let functions: DigestFunctions
    private let parser: URLParser
    private let makeNonce: @Sendable () -> String
    /// At most so many are known; those that were not used for longest go.
    package static let limit = 1000

    /// - Parameter makeNonce: Makes texts that nobody can guess, printable and without quotes.
    package init(functions: DigestFunctions, parser: URLParser, makeNonce: @escaping @Sendable () -> String) {
        self.functions = functions
        self.parser = parser
        self.makeNonce = makeNonce
    }

    package var isEmpty: Bool { entries.isEmpty }
    package var count: Int { entries.values.reduce(0) { $0 + $1.count } }

    /// Forgets all.
    package mutating func removeAll() { entries = [:] }

    // MARK: - Ahead of a challenge

    /// What a request is sent with before anybody asks; `nil` for nothing. RFC 7617 §2.2.
    package mutating func ahead(_ exchange: ChallengedExchange) -> SentCredential? {
        knownKey(exchange) == nil ? exchange.own.flatMap(Self.unasked) : known(exchange)
    }

    /// As ``ahead(_:)``, but only what a peer has asked for before.
    package mutating func known(_ exchange: ChallengedExchange) -> SentCredential? {
        knownKey(exchange).flatMap { send($0, exchange, isAhead: true) }
    }

    /// The request's own credential, for whom nobody knows yet how it will be asked for.
    private static func unasked(_ credential: Credential) -> SentCredential? {
        if case .signingKey = credential.secret { return SentCredential(credential, nil, .transport, isAhead: true) }
        for scheme in [AuthenticationScheme.bearer, .basic] {
            if let value = credential.plainAuthorization(scheme) {
                return SentCredential(credential, scheme, .field(value), isAhead: true)
            }
        }
        let scheme = [AuthenticationScheme.ntlm, .negotiate].first(where: credential.schemes.contains)
        return scheme.map { SentCredential(credential, $0, .transport, isAhead: true) }
    }

    /// The entry whose scope fits a request best.
    private func knownKey(_ exchange: ChallengedExchange) -> Key? {
        guard let candidates = entries[exchange.peer] else { return nil }
        let path = exchange.peer.isProxy ? "/" : exchange.request.url.path
        let fitting = candidates.compactMap { key, entry in
            key.own == exchange.own && (exchange.user == nil || exchange.user == entry.credential.user)
                ? entry.scope.depth(of: path).map { (key, $0, entry.lastUse) } : nil
        }
        return fitting.max { ($0.1, $0.2) < ($1.1, $1.2) }?.0
    }

    // MARK: - Answers

    /// The credential of a space that the client knows, and how long it is kept.
    package func credential(for space: ProtectionSpace) -> (Credential, CredentialPersistence)? {
        guard let entries = entries[space.peer] else { return nil }
        let exact = entries[Key(space: space, own: nil)]
        // Asked for a tunnel, a proxy tells no realm; all that proxies protect is themselves.
        let entry =
            exact ?? (space.isProxy ? entries.first { $0.key.own == nil && $0.key.space.scheme == space.scheme }?.value : nil)
        return entry.map { ($0.credential, $0.persistence) }
    }

    /// Answers a challenge, and remembers how unless it is for once; `nil` when the credential cannot answer it.
    package mutating func answer(
        _ candidate: ChallengeCandidate, with credential: Credential, _ exchange: ChallengedExchange,
        persistence: CredentialPersistence
    ) -> SentCredential? {
        let space = candidate.space
        guard credential.schemes.contains(space.scheme) else { return nil }
        let key = Key(space: space, own: credential == exchange.own ? credential : nil)
        var scope =
            exchange.peer.isProxy
            ? .everything : ProtectionScope(of: exchange.request.url, candidate.digest, parser: parser)
        if let old = entries[exchange.peer]?[key], old.credential == credential { scope.formUnion(old.scope) }
        var entry = Entry(credential: credential, scope: scope, persistence: persistence)
        if let digest = candidate.digest, case .password(let user, let password) = credential.secret {
            entry.session = DigestSession(
                digest, user: user, password: password, clientNonce: makeNonce(), functions: functions)
        }
        entries[exchange.peer, default: [:]][key] = entry
        let sent = send(key, exchange, isAhead: false)
        if sent == nil || persistence == .none { remove(key, from: exchange.peer) } else { evict() }
        return sent
    }

    /// Sends the credential of an entry.
    private mutating func send(_ key: Key, _ exchange: ChallengedExchange, isAhead: Bool) -> SentCredential? {
        guard var entry = entries[exchange.peer]?[key] else { return nil }
        uses += 1
        entry.lastUse = uses
        let (scheme, credential, persistence) = (key.space.scheme, entry.credential, entry.persistence)
        func sent(_ form: SentCredential.Form, _ answer: DigestSession.Answer? = nil) -> SentCredential {
            SentCredential(
                credential, scheme, form, space: key.space, isAhead: isAhead, persistence: persistence, answer: answer)
        }
        let answer =
            exchange.isTunnel
            ? nil : entry.session?.answer(method: exchange.request.method, target: exchange.target, content: exchange.content)
        entries[exchange.peer]?[key] = entry
        if exchange.isTunnel { return sent(.transport) }
        if scheme == .digest {
            guard let answer, HTTPField.isValid(value: answer.value) else { return nil }
            return sent(.field(answer.value), answer)
        }
        if [.ntlm, .negotiate].contains(scheme) { return sent(.transport) }
        return credential.plainAuthorization(scheme).map { sent(.field($0)) }
    }

    // MARK: - Outcomes

    /// Takes note of a response that accepts what was sent.
    ///
    /// - Returns: What a store is to get, if anything.
    /// - Throws: ``ImpostorError`` when the server shows that it does not know the password.
    package mutating func accept(
        _ sent: SentCredential, _ exchange: ChallengedExchange, _ response: HTTPResponse
    ) throws(ImpostorError) -> (space: ProtectionSpace, credential: Credential)? {
        guard let space = sent.space else { return nil }
        let key = Key(space: space, own: sent.credential == exchange.own ? sent.credential : nil)
        let isCurrent = entries[exchange.peer]?[key]?.credential == sent.credential
        if let answer = sent.answer {
            let info = AuthenticationInfo(response.headerFields, isProxy: exchange.peer.isProxy)
            guard !info.contradicts(answer) else {
                if isCurrent { remove(key, from: exchange.peer) }
                throw ImpostorError(space: space)
            }
            if isCurrent { entries[exchange.peer]?[key]?.session?.note(info, on: answer) }
        }
        guard isCurrent, entries[exchange.peer]?[key]?.persistence == .permanent else { return nil }
        entries[exchange.peer]?[key]?.persistence = .session
        return (space, sent.credential)
    }

    /// Forgets a credential that was refused, unless another has taken its place.
    package mutating func refuse(_ sent: SentCredential, _ exchange: ChallengedExchange) {
        guard let space = sent.space else { return }
        for key in [Key(space: space, own: nil), Key(space: space, own: sent.credential)]
        where entries[exchange.peer]?[key]?.credential == sent.credential {
            remove(key, from: exchange.peer)
        }
    }

    private mutating func remove(_ key: Key, from peer: ChallengedExchange.Peer) {
        entries[peer]?[key] = nil
        if entries[peer]?.isEmpty == true { entries[peer] = nil }
    }

    private mutating func evict() {
        guard count > Self.limit else { return }
        let all = entries.lazy.flatMap { peer, entries in entries.map { (peer, $0.key, $0.value.lastUse) } }
        if let oldest = all.min(by: { $0.2 < $1.2 }) { remove(oldest.1, from: oldest.0) }
    }
}

/// A server that was sent a digest does not know the password, though it answers as if it did. RFC 7616 §3.5.
package struct ImpostorError: Error, Hashable, Sendable {
    package let space: ProtectionSpace
}

extension ProtectionSpace {
    var peer: ChallengedExchange.Peer { ChallengedExchange.Peer(origin: origin, isProxy: isProxy) }
}
