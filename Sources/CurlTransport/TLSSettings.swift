/// What a server must prove, and what the client proves to it.
package struct TLSSettings: Sendable {
    /// PEM, in a file or in memory.
    package enum PEM: Sendable {
        case file(String)
        case bytes([UInt8])
    }

    package enum Authorities: Sendable {
        case system
        case pem(PEM)
        /// A folder with names by hash, as `openssl rehash` makes them.
        case folder(String)
    }

    package struct Identity: Sendable {
        package var certificate: PEM
        package var key: PEM
        package var passphrase: String?

        package init(certificate: PEM, key: PEM, passphrase: String?) {
            self.certificate = certificate
            self.key = key
            self.passphrase = passphrase
        }
    }

    package enum Version: Int, Sendable { case tls12, tls13 }

    /// Answers whether a server may be talked to, from its certificates (DER, its own first). Called on the loop's thread.
    package typealias Judge = @Sendable (_ host: String, _ certificates: [[UInt8]]) -> Bool

    package var authorities = Authorities.system
    package var identity: Identity?
    /// SHA-256 of public keys in Base64; a server needs one of them.
    package var pins: [String] = []
    package var minimumVersion = Version.tls12
    package var maximumVersion: Version?
    package var requiresStapledStatus = false
    package var verifies = true
    package var judge: Judge?

    package init() {}
}
