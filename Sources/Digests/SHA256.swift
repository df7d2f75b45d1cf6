internal import CCrypto

/// SHA-256, fed part by part, with the processor's own instructions where it has them. FIPS 180-4.
package struct SHA256: Sendable {
    /// How many bytes a digest has.
    package static let size = Int(SHA256_DIGEST_LENGTH)
    private var context = SHA256_CTX()

    package init() { _ = unsafe SHA256_Init(&context) }

    /// The digest of some bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes[...])
        return hash.finalize()
    }

    /// Goes on with more bytes.
    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        _ = unsafe bytes.withUnsafeBytes { unsafe SHA256_Update(&context, $0.baseAddress, $0.count) }
    }

    /// The digest of all bytes so far.
    package func finalize() -> [UInt8] {
        var context = context
        var digest = [UInt8](repeating: 0, count: Self.size)
        _ = unsafe SHA256_Final(&digest, &context)
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
