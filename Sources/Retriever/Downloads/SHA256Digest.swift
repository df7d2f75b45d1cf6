internal import Digests

/// A SHA-256 digest: 32 bytes. FIPS 180-4.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// The bytes.
    public let bytes: [UInt8]

    init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// A digest of 32 bytes; `nil` when there are more or less.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == SHA256.size else { return nil }
        self.bytes = bytes
    }

    /// The digest that 64 hexadecimal digits write, in either case; `nil` when they do not.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8.compactMap(\.hexDigitValue)
        guard digits.count == text.utf8.count, digits.count == 2 * SHA256.size else { return nil }
        bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// 64 hexadecimal digits in lower case, as the `sha256sum` command writes it.
    public var description: String { Hexadecimal.encode(bytes) }
}
