internal import HTTPSemantics
internal import Synchronization

/// The characters of an encoding that has one for each byte.
struct SingleByteTable: Sendable {
    /// Those of the bytes from 128 on.
    private let scalars: [Unicode.Scalar]

    /// The table of an encoding; `nil` when the installed system does not know it.
    init?(_ encoding: TextEncoding) {
        switch encoding.method {
        case .userDefined: scalars = (0..<128).map { Unicode.Scalar(0xF780 + $0) ?? "\u{FFFD}" }
        case .singleBytes(let name):
            guard let known = Self.known.withLock({ $0[name] }) ?? Self(encoding.name, iconv: name) else { return nil }
            self = known
            Self.known.withLock { $0[name] = known }
        default: return nil
        }
    }

    private init?(_ name: String, iconv: String) {
        guard let converter = TextConverter(iconv, unitSize: 1) else { return nil }
        let corrections = Self.corrections[name] ?? [:]
        scalars = (0x80...0xFF).map { (byte: UInt8) in
            if let correction = corrections[byte] { return correction }
            // One by one: iconv would join letters and accents, which the standard keeps apart.
            let text = converter.convert([byte]) + converter.finish()
            let scalar = String(decoding: text, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
            return scalar == "\u{FFFD}" && byte < 0xA0 ? Unicode.Scalar(byte) : scalar
        }
    }

    private static let known = Mutex<[String: SingleByteTable]>([:])

    /// Where the web's tables are not iconv's.
    private static let corrections: [String: [UInt8: Unicode.Scalar]] = [
        "KOI8-U": [0xAE: "\u{45E}", 0xBE: "\u{40E}"], "macintosh": [0xC6: "\u{2206}", 0xDB: "\u{20AC}", 0xF0: "\u{F8FF}"],
        "windows-1255": [0xCA: "\u{5BA}"], "x-mac-cyrillic": [0xA2: "\u{490}", 0xB6: "\u{491}", 0xFF: "\u{20AC}"],
    ]

    func convert(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            if byte < 0x80 { result.append(byte) } else { result += Character(scalars[Int(byte) - 0x80]).utf8 }
        }
        return result
    }
}
