internal import CCrypto

/// MD5, which proves nothing any more, but which most servers of the Digest scheme still ask for. RFC 1321.
package enum MD5 {
    /// The digest of some bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var context = MD5_CTX()
        var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
        _ = unsafe MD5_Init(&context)
        _ = unsafe bytes.withUnsafeBytes { unsafe MD5_Update(&context, $0.baseAddress, $0.count) }
        _ = unsafe MD5_Final(&digest, &context)
        return digest
    }
}
