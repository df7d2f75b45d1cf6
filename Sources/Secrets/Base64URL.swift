/// Base64 with the URL-safe alphabet and without padding. RFC 4648 §5.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The text of `bytes`.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var window = 0
        var bits = 0
        for byte in bytes {
            window = (window << 8 | Int(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[window >> bits & 63])
            }
        }
        if bits > 0 { text.append(alphabet[window << (6 - bits) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of `text`, or `nil` when it is not exactly what ``encode(_:)`` would write.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var window = 0
        var bits = 0
        for character in text.utf8 {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            window = (window << 6 | value) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: window >> bits))
            }
        }
        // Left-over bits must be zero, or several texts would stand for the same bytes.
        guard encode(bytes).utf8.elementsEqual(text.utf8) else { return nil }
        return bytes
    }
}
