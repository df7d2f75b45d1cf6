public import HTTPSemantics

/// A server or proxy that wants to know who asks. RFC 9110 §11.
public struct AuthenticationChallenge: Sendable {
    /// Where, for which part, and by which scheme.
    public let protectionSpace: ProtectionSpace
    /// What the server says, with all parameters; of a proxy that is asked for a tunnel the scheme alone is known.
    public let challenge: Challenge
    /// The request that is challenged, without user name and password.
    public let request: HTTPRequest
    /// How many credentials the request was refused with so far.
    public let previousFailures: Int
    /// The user whom the URL names without a password, for clients with stores; `nil` for any.
    public let user: String?
    /// What the client's stores have for this space, if it was not refused yet.
    public let proposedCredential: Credential?

    /// The scheme.
    public var scheme: AuthenticationScheme { protectionSpace.scheme }
    /// The name of the part; `nil` when the server gives it none.
    public var realm: String? { protectionSpace.realm }
}

/// What is done about a challenge.
public enum ChallengeDisposition: Sendable {
    /// The request is repeated with this. When the credential is for another scheme than the challenge's, it answers the strongest
    /// challenge of the response that it is for. One that was refused before is not sent again: the response is delivered.
    case use(Credential, persistence: CredentialPersistence = .session)
    /// As without anybody to ask: the proposed credential is used, or one for another challenge of the response; if there is none, the
    /// response is delivered.
    case defaultHandling
    /// The request fails with code `authentication`.
    case refuse
    /// Another challenge of the response is asked about, the strongest first; after the last one, the response is delivered.
    case nextProtectionSpace
}

/// Decides what is done about a challenge, such as by asking a person.
public typealias ChallengeHandler = @Sendable (AuthenticationChallenge) async -> ChallengeDisposition
