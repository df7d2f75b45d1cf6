/// Base64 with the URL-safe alphabet and without padding. RFC 4648 §5.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each character, 64 for those outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

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
            let value = Int(values[Int(character)])
            guard value < 64 else { return nil }
            window = (window << 6 | value) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: window >> bits))
            }
        }
        // No character may be left over, and the bits left over must be zero, or several texts would stand for the same bytes.
        return bits < 6 && window & (1 << bits - 1) == 0 ? bytes : nil
    }
}
