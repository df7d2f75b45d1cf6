internal import FoundationEssentials

/// A public key that a server may have, as the SHA-256 of its SubjectPublicKeyInfo. RFC 7469 §2.4.
///
/// It is printed by `openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary |
/// base64`.
public struct PublicKeyPin: Hashable, Sendable {
    let base64: String

    /// The pin with this SHA-256 in Base64; `nil` when it is none.
    public init?(sha256 base64: String) {
        guard Data(base64Encoded: base64)?.count == 32 else { return nil }
        self.base64 = base64
    }
}
