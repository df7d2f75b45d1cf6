/// Which bytes of a text are written as `%XX`. The sets are those of the WHATWG URL standard §1.3.
public struct PercentEncodeSet: Sendable {
    private let characters: ASCIISet

    private func adding(_ text: String) -> Self { Self(characters: characters.adding(text)) }

    /// Whether `byte` is written as `%XX`; bytes outside ASCII always are.
    public func contains(_ byte: UInt8) -> Bool { byte > 127 || characters.contains(byte) }

    /// Nothing but bytes outside ASCII.
    static let nonASCII = Self(characters: ASCIISet(""))
    /// Control characters only.
    public static let c0Control = Self(characters: .controls)
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
    /// For components that RFC 3986 shall accept: all that it knows as neither unreserved nor reserved, or reserves for other places.
    static let strict = fragment.adding("#[\\]^{|}")
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
        let text = String(self)
        return text.utf8.span.percentDecoded()
    }
}

extension Span<UInt8> {
    /// The bytes with every `%XX` replaced by its byte.
    func percentDecoded() -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var index = 0
        while index < count {
            if self[index] == UInt8(ascii: "%"), let high = byte(index + 1)?.hexDigitValue,
                let low = byte(index + 2)?.hexDigitValue
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(self[index])
                index += 1
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

    /// Appends the bytes of a part of `span`, those that `set` holds as `%XX`.
    mutating func append(_ span: Span<UInt8>, _ range: Range<Int>, encoding set: PercentEncodeSet) {
        var copied = range.lowerBound
        for index in range where set.contains(span[index]) {
            append(span, copied..<index)
            append(span[index], encoding: set)
            copied = index + 1
        }
        append(span, copied..<range.upperBound)
    }
}
