/// A request on its way to a server or proxy, as far as proving who one is goes.
package struct ChallengedExchange: Sendable {
    /// Who is proved to: the server, or a proxy on the way to it.
    package struct Peer: Hashable, Sendable {
        package let origin: WebURL.Origin
        package let isProxy: Bool

        package init(origin: WebURL.Origin, isProxy: Bool) {
            self.origin = origin
            self.isProxy = isProxy
        }
    }

    package var peer: Peer
    package var request: HTTPRequest
    /// The content; `nil` when it is not in memory.
    package var content: [UInt8]?
    /// The credential that the caller has given to this request.
    package var own: Credential?
    /// Whether the peer is a proxy that is asked for a tunnel: the transport speaks with it, and tells no more of its challenges than
    /// their schemes.
    package var isTunnel = false
    /// The user who is wanted; `nil` for any.
    package var user: String?
    /// Whether `own` is a token that can be renewed.
    package var isRenewable = false
    /// What the request carries.
    package var sent: SentCredential?

    package init(_ request: HTTPRequest, peer: Peer? = nil, content: [UInt8]? = [], own: Credential? = nil) {
        self.request = request
        self.peer = peer ?? Peer(origin: request.url.origin, isProxy: false)
        self.content = content
        self.own = own
    }

    /// The request's target, as Digest digests it: a proxy is sent the whole URL. RFC 9112 §3.2.
    var target: String {
        peer.isProxy ? request.url.requestHref : request.url.path + (request.url.query.map { "?\($0)" } ?? "")
    }
}

/// A credential on its way.
package struct SentCredential: Sendable {
    package enum Form: Hashable, Sendable {
        /// The value of `Authorization` or `Proxy-Authorization`.
        case field(String)
        /// What only the transport can say, in several steps or over the whole of the request.
        case transport
    }

    package let credential: Credential
    /// `nil` for a signature.
    package let scheme: AuthenticationScheme?
    /// What it is for; `nil` when nobody has asked for it yet.
    package let space: ProtectionSpace?
    package let form: Form
    /// Whether it is sent before this request is challenged.
    package let isAhead: Bool
    /// How long it is kept.
    let persistence: CredentialPersistence
    let answer: DigestSession.Answer?

    init(
        _ credential: Credential, _ scheme: AuthenticationScheme?, _ form: Form, space: ProtectionSpace? = nil,
        isAhead: Bool = false, persistence: CredentialPersistence = .session, answer: DigestSession.Answer? = nil
    ) {
        self.credential = credential
        self.scheme = scheme
        self.form = form
        self.space = space
        self.isAhead = isAhead
        self.persistence = persistence
        self.answer = answer
    }

    /// A credential that the transport sends by itself.
    ///
    /// - Parameter scheme: `nil` when it takes the strongest that it is asked for.
    package static func byTransport(_ credential: Credential, _ scheme: AuthenticationScheme?) -> SentCredential {
        SentCredential(credential, scheme, .transport, isAhead: scheme != nil)
    }
}

/// A challenge that can be answered, by who has the credential.
package struct ChallengeCandidate: Sendable {
    package let space: ProtectionSpace
    package let challenge: Challenge
    let digest: DigestChallenge?

    private init?(_ challenge: Challenge, of exchange: ChallengedExchange) {
        digest = DigestChallenge(challenge)
        let isTunnelDigest = exchange.isTunnel && challenge.scheme == .digest
        guard digest != nil || isTunnelDigest || Self.plainSchemes.contains(challenge.scheme) else { return nil }
        self.challenge = challenge
        space = ProtectionSpace(
            origin: exchange.peer.origin, isProxy: exchange.peer.isProxy, scheme: challenge.scheme, realm: challenge.realm)
    }

    /// From the weakest on.
    private static let plainSchemes: [AuthenticationScheme] = [.basic, .bearer, .ntlm, .negotiate]

    /// Tickets show nothing, digests show little, NTLM's are weak, and what is as good as the password itself comes last.
    private var strength: Int {
        if challenge.scheme == .digest { return 10 + (digest?.algorithm.function.strength ?? 0) }
        return challenge.scheme == .negotiate ? 20 : Self.plainSchemes.firstIndex(of: challenge.scheme) ?? 0
    }

    /// The challenges of a response that can be answered, the strongest first.
    package static func list(_ fields: HTTPFields, of exchange: ChallengedExchange) -> [ChallengeCandidate] {
        let name: HTTPField.Name = exchange.peer.isProxy ? .proxyAuthenticate : .wwwAuthenticate
        let challenges = Challenge.list(in: fields, name: name)
        let candidates = challenges.compactMap { ChallengeCandidate($0, of: exchange) }.enumerated()
        return candidates.sorted { ($0.element.strength, -$0.offset) > ($1.element.strength, -$1.offset) }.map(\.element)
    }
}
