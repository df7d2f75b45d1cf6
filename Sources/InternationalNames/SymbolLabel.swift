/// A label of a domain that holds symbols, such as emoji, and beside them nothing but what any label may hold.
///
/// UTS 46 calls these code points "valid; NV8": what is a symbol, and is not mapped to something else, is one of them, but for a few.
struct SymbolLabel {
    /// The label in lower case and punycode.
    let ascii: String

    /// `nil` for a label without symbols, or one that holds something else.
    init?(_ label: Substring.UnicodeScalarView) {
        let prefix = "xn--".unicodeScalars
        guard label.prefix(64).count < 64 else { return nil }
        if label.starts(with: prefix) {
            let encoded = label.dropFirst(prefix.count)
            guard let decoded = Punycode.decode(encoded), Self.isValid(decoded), Punycode.encode(decoded).elementsEqual(encoded)
            else {
                return nil
            }
            ascii = String(label)
        } else {
            // Selectors of colour or line drawing are mapped to nothing.
            let scalars = label.filter { $0 != "\u{FE0E}" && $0 != "\u{FE0F}" }
            guard Self.isValid(Array(scalars)) else { return nil }
            ascii = String(String.UnicodeScalarView(prefix + Punycode.encode(Array(scalars))))
            guard ascii.utf8.count < 64 else { return nil }  // as long as a label may be in the DNS
        }
    }

    private static func isValid(_ label: [Unicode.Scalar]) -> Bool {
        label.contains { !$0.isASCII } && !label.starts(with: "xn--".unicodeScalars)
            && label.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "0"..."9", "-": true
                // An object's place, a character that could not be read, and how a character is composed.
                case "\u{FFFC}", "\u{FFFD}", "\u{2FF0}"..."\u{2FFF}", "\u{31EF}": false
                // Scripts written from right to left have rules of their own (RFC 5893).
                case "\u{590}"..."\u{8FF}", "\u{FB1D}"..."\u{FDFF}", "\u{10800}"..."\u{10FFF}", "\u{1E800}"..."\u{1EFFF}": false
                default: !scalar.isASCII && isSymbol(scalar.properties)
                }
            }
    }

    private static func isSymbol(_ properties: Unicode.Scalar.Properties) -> Bool {
        guard !properties.changesWhenNFKCCaseFolded, !properties.isDefaultIgnorableCodePoint else { return false }
        switch properties.generalCategory {
        case .otherSymbol, .mathSymbol, .currencySymbol: return true
        case .modifierSymbol: return properties.isEmojiModifier
        default: return false
        }
    }
}
