/// Which bytes of a text are written as `%XX`. The sets are those of the WHATWG URL standard §1.3.
public struct PercentEncodeSet: Sendable {
    private let low: UInt64  // bit n: byte n is encoded
    private let high: UInt64  // bit n: byte 64 + n is encoded

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    private func adding(_ characters: String) -> Self {
        characters.utf8.reduce(self) { set, byte in
            byte < 64
                ? Self(low: set.low | 1 << UInt64(byte), high: set.high)
                : Self(low: set.low, high: set.high | 1 << UInt64(byte - 64))
        }
    }

    /// Whether `byte` is written as `%XX`; bytes outside ASCII always are.
    public func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte > 127 || high >> UInt64(byte - 64) & 1 == 1
    }

    /// Control characters only.
    public static let c0Control = Self(low: 0xFFFF_FFFF, high: 1 << 63)
    /// For fragments.
    public static let fragment = c0Control.adding(" \"<>`")
    /// For queries of schemes that are not special.
    public static let query = c0Control.adding(" \"#<>")
    /// For queries of http, https and the other special schemes.
    public static let specialQuery = query.adding("'")
    /// For paths.
    public static let path = query.adding("?^`{}")
    /// For user names and passwords.
    public static let userinfo = path.adding("/:;=@[\\]|")
    /// What `encodeURIComponent` of the web platform encodes: safe inside any component.
    public static let component = userinfo.adding("$%&+,")
    /// For names and values in the query of any URL: of special ones, it holds no "'" either.
    static let parameter = component.adding("'")
    /// For `application/x-www-form-urlencoded`, where a space becomes "+".
    public static let form = component.adding("!'()~")
}

/// Percent-encoding both ways. WHATWG URL standard §1.3, RFC 3986 §2.1.
extension StringProtocol {
    /// The text with every byte of `set`, and every byte outside ASCII, written as `%XX`.
    public func percentEncoded(_ set: PercentEncodeSet = .component) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 { bytes.append(byte, encoding: set) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with every `%XX` replaced by its byte; a `%` that starts no such triple stays, bytes that are not UTF-8 become
    /// U+FFFD.
    public func percentDecoded() -> String { String(decoding: percentDecodedBytes(), as: UTF8.self) }

    /// As ``percentDecoded()``, the bytes as they are.
    public func percentDecodedBytes() -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count)
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first?.hexDigitValue, let low = rest.dropFirst().first?.hexDigitValue {
                result.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}

extension [UInt8] {
    /// Appends `byte`, as `%XX` when `set` holds it.
    mutating func append(_ byte: UInt8, encoding set: PercentEncodeSet) {
        guard set.contains(byte) else { return append(byte) }
        append(UInt8(ascii: "%"))
        append((byte >> 4).uppercaseHexDigit)
        append((byte & 15).uppercaseHexDigit)
    }
}
