internal import CCrypto

/// SHA-256, fed part by part, with the processor's own instructions where it has them. FIPS 180-4.
@safe package struct SHA256: ~Copyable {
    /// How many bytes a digest has.
    package static let size = 32
    private let context: OpaquePointer

    package init() {
        guard let context = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("OpenSSL has no memory, or was built without SHA-256")
        }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// The digest of some bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes[...])
        return hash.finalize()
    }

    /// Goes on with more bytes.
    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        _ = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }

    /// The digest of all bytes.
    package consuming func finalize() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Self.size)
        _ = unsafe EVP_DigestFinal_ex(context, &digest, nil)
        return digest
    }
}

/// Bytes as text.
package enum Hexadecimal {
    /// Two digits for each byte, in lower case.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
