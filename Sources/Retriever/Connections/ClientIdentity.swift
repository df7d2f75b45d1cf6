internal import CurlTransport

/// A certificate and its private key, by which the client proves who it is.
public struct ClientIdentity: Sendable, CustomStringConvertible {
    let settings: TLSSettings.Identity

    /// From files in PEM. The certificate's may hold those that vouch for it, too, and the key.
    ///
    /// - Parameters:
    ///   - certificateFile: The path of the certificate's file.
    ///   - keyFile: `nil` when the key is in the certificate's file.
    ///   - passphrase: What the key is encrypted with, if it is.
    public init(certificateFile: String, keyFile: String? = nil, passphrase: String? = nil) {
        settings = TLSSettings.Identity(
            certificate: .file(certificateFile), key: .file(keyFile ?? certificateFile), passphrase: passphrase)
    }

    /// From bytes in PEM.
    ///
    /// - Parameters:
    ///   - certificate: The certificate, with those that vouch for it and the key where they are not elsewhere.
    ///   - key: `nil` when the key is among the certificate's bytes.
    ///   - passphrase: What the key is encrypted with, if it is.
    public init(certificate: [UInt8], key: [UInt8]? = nil, passphrase: String? = nil) {
        settings = TLSSettings.Identity(certificate: .bytes(certificate), key: .bytes(key ?? certificate), passphrase: passphrase)
    }

    /// That it is one: key and passphrase are secrets.
    public var description: String { "a client certificate" }
}
