internal import CurlTransport

/// What servers must prove, and what the client proves to them. TLS is that of RFC 8446 and RFC 5246.
public struct TLSConfiguration: Sendable {
    /// Whose certificates are trusted.
    public enum Authorities: Sendable {
        /// Those of the system.
        case system
        /// Those in a file with certificates in PEM, and no others.
        case file(String)
        /// Those in a folder with a file for each, named by hash as `openssl rehash` does, and no others.
        case folder(String)
        /// Those in these bytes in PEM, and no others.
        case pem([UInt8])
    }

    /// A version of TLS.
    public enum Version: Hashable, Sendable {
        /// TLS 1.2. RFC 5246.
        case tls12
        /// TLS 1.3. RFC 8446.
        case tls13
    }

    /// Whether servers are asked to prove who they are.
    public enum Verification: Sendable {
        /// They are: by a certificate for their name from one of the ``authorities``.
        case full
        /// They are not: whoever answers is believed, and anybody on the way can read and change everything. For tests only. Pins and
        /// ``serverTrust`` still hold.
        case noneSoAnybodyCanReadAndChangeEverything
    }

    /// Whose certificates are trusted.
    public var authorities = Authorities.system
    /// The certificate that the client shows when a server asks for one.
    public var identity: ClientIdentity?
    /// Public keys of which a server's certificate must have one; empty for any. RFC 7469 §2.4.
    public var pinnedPublicKeys: [PublicKeyPin] = []
    /// The lowest version that is accepted.
    public var minimumVersion = Version.tls12
    /// The highest version that is offered; `nil` for all that the system has.
    public var maximumVersion: Version?
    /// Whether a server must prove in the handshake that its certificate is not revoked (stapled OCSP, RFC 6066 §8).
    public var requiresStapledStatus = false
    /// Whether servers are asked to prove who they are.
    public var verification = Verification.full
    /// A further check of each new connection, after everything else has passed and before anything is sent on it: `false` refuses.
    /// It cannot allow what else is refused. Called on the thread that moves all bytes, so it must answer at once.
    public var serverTrust: (@Sendable (ServerTrust) -> Bool)?

    /// The defaults.
    public init() {}

    var settings: TLSSettings {
        var settings = TLSSettings()
        settings.authorities =
            switch authorities {
            case .system: .system
            case .file(let path): .pem(.file(path))
            case .folder(let path): .folder(path)
            case .pem(let bytes): .pem(.bytes(bytes))
            }
        settings.identity = identity?.settings
        settings.pins = pinnedPublicKeys.map(\.base64)
        settings.minimumVersion = minimumVersion == .tls12 ? .tls12 : .tls13
        settings.maximumVersion = maximumVersion.map { $0 == .tls12 ? .tls12 : .tls13 }
        settings.requiresStapledStatus = requiresStapledStatus
        if case .noneSoAnybodyCanReadAndChangeEverything = verification { settings.verifies = false }
        if let serverTrust { settings.judge = { serverTrust(ServerTrust(host: $0, certificates: $1)) } }
        return settings
    }
}

/// What a server has shown in the handshake.
public struct ServerTrust: Sendable {
    /// The host that was asked for, in canonical form.
    public let host: String
    /// The certificates that the server sent, in DER: its own first, then those that vouch for it.
    public let certificates: [[UInt8]]
}
