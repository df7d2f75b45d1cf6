public import HTTPSemantics
public import Retriever

/// Credentials in the keyring of the desktop, such as GNOME's or KDE's: passwords and tokens, by host, port, realm and scheme. Other
/// programs that keep network passwords can see them, as it is usual there. A locked keyring is unlocked by the person it belongs to, and
/// lookups wait for that.
///
/// All functions throw ``HTTPClientError`` with code `authentication` when there is no keyring, or when it refuses.
public final class KeyringStore: WritableCredentialStore {
    /// The keyring of the user who runs the program.
    public init() {}

    /// The credential for a space; of several users the first that the keyring has.
    public func credential(for space: ProtectionSpace, user: String?) async throws -> Credential? {
        guard Self.schemes.contains(space.scheme) else { return nil }
        var attributes = Self.attributes(of: space)
        attributes["user"] = user
        let items = try await Self.translating { try await SecretService.search(attributes) }
        guard let item = items.first else { return nil }
        return switch space.scheme {
        case .bearer: .bearer(item.secret)
        case .ntlm: .ntlm(user: item.user, password: item.secret)
        default: .password(user: item.user, password: item.secret)
        }
    }

    /// Keeps a password or a token. There is nothing to keep of others, which are an error.
    public func save(_ credential: Credential, for space: ProtectionSpace) async throws {
        let (user, secret) = try Self.content(of: credential)
        let label = (user.isEmpty ? "" : "\(user): ") + "\(space)"
        try await Self.translating { try await SecretService.store(secret, Self.attributes(of: space, user: user), label: label) }
    }

    /// Removes what is kept for a space and the credential's user.
    public func remove(_ credential: Credential, for space: ProtectionSpace) async throws {
        let (user, _) = try Self.content(of: credential)
        try await Self.translating { try await SecretService.clear(Self.attributes(of: space, user: user)) }
    }

    /// Removes all that is kept for an origin, whatever its scheme and realm.
    ///
    /// - Parameter user: Whose it is; `nil` for everybody's.
    /// - Returns: How many entries there were.
    @discardableResult
    public func removeAll(for origin: WebURL.Origin, user: String? = nil) async throws -> Int {
        var count = 0
        // By the scheme, which entries of other programs for the same server lack.
        for scheme in Self.schemes {
            var attributes = Self.attributes(of: ProtectionSpace(origin: origin, scheme: scheme, realm: nil), user: user)
            attributes["object"] = nil
            let wanted = attributes
            count += try await Self.translating {
                // Finding them unlocks them, and only what is unlocked is removed.
                let items = try await SecretService.search(wanted)
                if !items.isEmpty { try await SecretService.clear(wanted) }
                return items.count
            }
        }
        return count
    }

    /// The schemes that something is kept for.
    private static let schemes: [AuthenticationScheme] = [.basic, .digest, .bearer, .ntlm]

    private static func content(of credential: Credential) throws -> (user: String, secret: String) {
        switch credential.secret {
        case .password(let user, let password): return (user, password)
        case .token(let token): return ("", token)
        case .ticket, .signingKey: throw HTTPClientError(.authentication, "the keyring keeps passwords and tokens only")
        }
    }

    /// What an item is found by. A realm is always among it, or a search for none would find those of all.
    private static func attributes(of space: ProtectionSpace, user: String? = nil) -> [String: String] {
        var attributes = [
            "protocol": space.isProxy ? "\(space.origin.scheme)-proxy" : space.origin.scheme, "server": space.origin.host,
            "object": space.realm ?? "", "authtype": space.scheme.name,
        ]
        attributes["port"] = space.origin.port.map { "\($0)" }
        attributes["user"] = user
        return attributes
    }

    private static func translating<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            guard !Task.isCancelled else { throw HTTPClientError(.cancelled, "the request was cancelled") }
            let reason = (error as? SecretServiceError)?.reason ?? "no reason is known"
            throw HTTPClientError(.authentication, "the keyring cannot be used: \(reason)", cause: error)
        }
    }
}
