/// What a client proves by who it is. It never shows what is secret in it, whatever prints it.
public struct Credential: Hashable, Sendable {
    package enum Secret: Hashable, Sendable {
        case password(user: String, password: String)
        case token(String)
        /// What the system keeps for the user.
        case ticket
        case signingKey(SigningKey)
    }

    package let secret: Secret
    /// The schemes that it answers; none when it signs requests instead.
    public let schemes: Set<AuthenticationScheme>

    private init(_ secret: Secret, _ schemes: Set<AuthenticationScheme>) {
        self.secret = secret
        self.schemes = schemes
    }

    /// User name and password for Digest, or for Basic where a server offers nothing better.
    public static func password(user: String, password: String) -> Credential {
        Credential(.password(user: user, password: password), [.digest, .basic])
    }

    /// User name and password for Digest only, so that the password itself never leaves. RFC 7616.
    public static func digest(user: String, password: String) -> Credential {
        Credential(.password(user: user, password: password), [.digest])
    }

    /// User name and password for NTLM; the domain may stand before the name (`DOMAIN\user`). NTLM is about connections: others
    /// must not be let onto them, so use it without a proxy in between.
    public static func ntlm(user: String, password: String) -> Credential {
        Credential(.password(user: user, password: password), [.ntlm])
    }

    /// The Kerberos ticket of the user who runs the program. RFC 4559.
    public static let negotiate = Credential(.ticket, [.negotiate])

    /// A token, as OAuth 2.0 hands them out. RFC 6750.
    public static func bearer(_ token: String) -> Credential { Credential(.token(token), [.bearer]) }

    /// A key that signs each request for the services of Amazon and those that do the same (AWS Signature Version 4).
    ///
    /// - Parameters:
    ///   - sessionToken: Belongs to keys for a limited time.
    ///   - region: Such as "eu-central-1".
    ///   - service: Such as "s3".
    public static func aws(
        accessKey: String, secretKey: String, sessionToken: String? = nil, region: String, service: String
    ) -> Credential {
        let key = SigningKey(
            name: accessKey, secret: secretKey, sessionToken: sessionToken, region: region, service: service)
        return Credential(.signingKey(key), [])
    }

    /// User name and password as Basic has them.
    public init(_ credentials: BasicCredentials) {
        self = .password(user: credentials.user, password: credentials.password)
    }

    /// The user name; `nil` when there is none.
    public var user: String? { if case .password(let user, _) = secret { user } else { nil } }
}

/// A key for signatures of requests.
package struct SigningKey: Hashable, Sendable {
    package let name: String
    package let secret: String
    package let sessionToken: String?
    package let region: String
    package let service: String
}

extension Credential: CustomStringConvertible, CustomReflectable {
    /// What it is, and whose: safe to log.
    public var description: String {
        switch secret {
        case .password(let user, _): "the password of \(user)"
        case .token: "a token"
        case .ticket: "the user's ticket"
        case .signingKey(let key): "the signing key \(key.name)"
        }
    }

    /// Nothing: `dump` would show what is secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Credential {
    /// The value of `Authorization` for schemes that need nothing but the credential; `nil` when the scheme cannot carry it.
    func plainAuthorization(_ scheme: AuthenticationScheme) -> String? {
        guard schemes.contains(scheme) else { return nil }
        switch (scheme, secret) {
        case (.basic, .password(let user, let password)):
            return BasicCredentials(user: user, password: password)?.authorization
        case (.bearer, .token(let token)):
            // RFC 6750 §2.1 allows less, but there are tokens of other characters, and they do no harm.
            return !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? "Bearer \(token)" : nil
        default: return nil
        }
    }
}
