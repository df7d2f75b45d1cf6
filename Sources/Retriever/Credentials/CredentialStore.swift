public import HTTPSemantics
internal import Synchronization

/// Where credentials are found for challenges that the client has no credential for yet.
public protocol CredentialStore: Sendable {
    /// The credential for a space; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - space: What is protected, and by whom.
    ///   - user: The user name that is wanted; `nil` for any.
    /// - Throws: When it is not known whether there is one. The request fails then, with code `authentication`.
    func credential(for space: ProtectionSpace, user: String?) async throws -> Credential?
}

/// A store that also keeps what it is given.
public protocol WritableCredentialStore: CredentialStore {
    /// Keeps a credential that a server has accepted, in place of the one that the same user had for the space.
    func save(_ credential: Credential, for space: ProtectionSpace) async throws
    /// Removes a credential.
    func remove(_ credential: Credential, for space: ProtectionSpace) async throws
}

/// Credentials in memory, for as long as the program runs.
public final class MemoryCredentialStore: WritableCredentialStore {
    private let credentials = Mutex<[ProtectionSpace: [Credential]]>([:])

    /// An empty store.
    public init() {}

    /// The credential that was saved last for a space, or for one like it without a realm.
    public func credential(for space: ProtectionSpace, user: String?) -> Credential? {
        let anyRealm = ProtectionSpace(origin: space.origin, isProxy: space.isProxy, scheme: space.scheme, realm: nil)
        return credentials.withLock { credentials in
            let candidates = (credentials[space] ?? []) + (credentials[anyRealm] ?? [])
            return candidates.first { user == nil || $0.user == user }
        }
    }

    /// Keeps a credential. For a space without a realm it is found for every realm.
    public func save(_ credential: Credential, for space: ProtectionSpace) {
        credentials.withLock { credentials in
            let others = credentials[space, default: []].filter { $0.user != credential.user }
            credentials[space] = [credential] + others
        }
    }

    /// Removes a credential.
    public func remove(_ credential: Credential, for space: ProtectionSpace) {
        credentials.withLock { $0[space]?.removeAll { $0 == credential } }
    }
}
