import CSodium

/// A key that proves where a message came from: HMAC-SHA-512-256.
package struct SecretKey: Sendable {
    /// How many bytes a key has.
    package static let size = 32
    private let bytes: [UInt8]

    /// A key of ``size`` bytes, or `nil` when there are more or less.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        Sodium.ready
        self.bytes = bytes
    }

    /// A new random key.
    package init() { bytes = randomBytes(Self.size) }

    /// The tag of a message, 32 bytes.
    package func tag(of message: [UInt8]) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: Int(crypto_auth_BYTES))
        _ = unsafe crypto_auth(&tag, message, UInt64(message.count), bytes)
        return tag
    }

    /// Whether `tag` is this key's tag of `message`; takes the same time for every wrong tag.
    package func verify(_ tag: [UInt8], of message: [UInt8]) -> Bool {
        guard tag.count == Int(crypto_auth_BYTES) else { return false }
        return unsafe crypto_auth_verify(tag, message, UInt64(message.count), bytes) == 0
    }
}
