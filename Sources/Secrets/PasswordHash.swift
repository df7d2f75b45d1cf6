import CSodium

/// A password's argon2id hash with its salt and cost, as the text `$argon2id$…`.
package struct PasswordHash: Sendable, Hashable {
    /// The text, safe to store.
    package let text: String

    /// A hash that was stored.
    package init(text: String) { self.text = text }

    /// Hashes a password: about a tenth of a second and 64 MiB, so never on a thread that others wait for.
    ///
    /// - Returns: `nil` when the memory cannot be had.
    package init?(of password: String) {
        Sodium.ready
        var buffer = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let bytes = password.utf8.map { CChar(bitPattern: $0) }
        let result = unsafe crypto_pwhash_str(
            &buffer, bytes, UInt64(bytes.count), UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE),
            Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
        guard result == 0 else { return nil }
        text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether this is the hash of `password`; as costly as making one, whatever the password.
    package func matches(_ password: String) -> Bool {
        Sodium.ready
        let bytes = password.utf8.map { CChar(bitPattern: $0) }
        return unsafe crypto_pwhash_str_verify(text, bytes, UInt64(bytes.count)) == 0
    }
}
