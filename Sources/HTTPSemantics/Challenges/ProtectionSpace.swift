/// What a credential is for: a part of a server, or a proxy. RFC 9110 §11.5.
public struct ProtectionSpace: Hashable, Sendable, CustomStringConvertible {
    /// Where: scheme, host and port of the server or the proxy.
    public let origin: WebURL.Origin
    /// Whether it is a proxy's.
    public let isProxy: Bool
    /// How a client proves who it is there. The credential of a space is not used in one that is equal but for this: the password
    /// would be shown to a server that was trusted with a digest of it.
    public let scheme: AuthenticationScheme
    /// The name of the part; `nil` when the server gives it none.
    public let realm: String?

    /// A space.
    public init(origin: WebURL.Origin, isProxy: Bool = false, scheme: AuthenticationScheme, realm: String?) {
        self.origin = origin
        self.isProxy = isProxy
        self.scheme = scheme
        self.realm = realm
    }

    /// Scheme, realm and origin: safe to log.
    public var description: String {
        "\(scheme)\(realm.map { " \"\($0)\"" } ?? "") at \(isProxy ? "the proxy " : "")\(origin)"
    }
}

/// How long a credential is kept.
public enum CredentialPersistence: Hashable, Sendable {
    /// For the request, and those that wait for the same answer.
    case none
    /// For as long as the client lives: it is sent ahead of a challenge from now on.
    case session
    /// As `session`, and given to the client's store once a server has accepted it.
    case permanent
}

/// The paths that a credential is sent to without being asked.
struct ProtectionScope: Hashable, Sendable {
    /// Everything below one of these; all begin with "/".
    private(set) var folders: [String]

    private static let limit = 32

    static let everything = Self(folders: ["/"])

    private init(folders: [String]) { self.folders = folders }

    /// What a challenge for a URL covers: for Digest what its "domain" says, or the whole server (RFC 7616 §3.3), else everything at
    /// the URL's depth or deeper (RFC 7617 §2.2).
    init(of url: WebURL, _ digest: DigestChallenge?, parser: URLParser) {
        guard let digest else {
            folders = [Self.folder(of: url.path)]
            return
        }
        // URLs of other servers are left out: a server does not decide where a password for it goes.
        let paths = digest.domain.compactMap { try? parser.parse($0, base: url) }.filter { $0.origin == url.origin }.map(\.path)
        folders = digest.domain.isEmpty ? ["/"] : paths.isEmpty ? [Self.folder(of: url.path)] : Array(paths.prefix(Self.limit))
    }

    private static func folder(of path: String) -> String {
        String(path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "/")
    }

    /// How many bytes of the path the folder has that contains it; `nil` when none does.
    func depth(of path: String) -> Int? {
        folders.filter { folder in
            guard path.utf8.starts(with: folder.utf8) else { return false }
            // "/a" covers "/a/b", but not "/ab".
            return folder.utf8.last == UInt8(ascii: "/")
                || path.utf8.dropFirst(folder.utf8.count).first.map { $0 == 0x2F } ?? true
        }.map(\.utf8.count).max()
    }

    mutating func formUnion(_ other: ProtectionScope) {
        for folder in other.folders where depth(of: folder) == nil && folders.count < Self.limit {
            folders.removeAll { ProtectionScope(folders: [folder]).depth(of: $0) != nil }
            folders.append(folder)
        }
    }
}
