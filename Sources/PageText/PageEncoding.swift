/// From the bytes of a page to UTF-8, so that the parser sees one encoding only.
///
/// UTF-8 and windows-1252 (which browsers also mean by ISO 8859-1 and ASCII) are what a page in some other encoding is read as:
/// foreign letters then come out wrong, markup and ASCII text right.
enum PageEncoding {
    /// The page in UTF-8, without NUL, which ends a text in C.
    ///
    /// - Parameter charset: As `Content-Type` has it; without it valid UTF-8 is UTF-8, anything else windows-1252.
    static func utf8(_ bytes: [UInt8], charset: String?) -> [UInt8] {
        let label = charset?.lowercased()
        let text: String
        if label == "utf-8" || label == "utf8" || bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            text = String(decoding: bytes, as: UTF8.self)
        } else if bytes.starts(with: [0xFF, 0xFE]) || label == "utf-16le" {
            text = utf16(bytes) { UInt16($0) | UInt16($1) << 8 }
        } else if bytes.starts(with: [0xFE, 0xFF]) || label == "utf-16be" {
            text = utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
        } else if label == nil, let valid = String(validating: bytes, as: UTF8.self) {
            text = valid
        } else {
            text = windows1252(bytes)
        }
        return text.utf8.filter { $0 != 0 }
    }

    private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    private static func windows1252(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            scalars.append(0x80..<0xA0 ~= byte ? upperControls[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(scalars)
    }

    /// 0x80 to 0x9F, where ISO 8859-1 has control characters; the five that mean nothing become U+FFFD.
    private static let upperControls = Array(
        "\u{20AC}\u{FFFD}\u{201A}\u{0192}\u{201E}\u{2026}\u{2020}\u{2021}\u{02C6}\u{2030}\u{0160}\u{2039}\u{0152}\u{FFFD}\u{017D}\u{FFFD}\u{FFFD}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{02DC}\u{2122}\u{0161}\u{203A}\u{0153}\u{FFFD}\u{017E}\u{0178}"
            .unicodeScalars)
}
