/// ASCII questions about bytes. Protocol text is compared by bytes: Unicode case rules would make different names equal.
extension UInt8 {
    package var isASCIIAlpha: Bool { (self | 0x20) &- 0x61 < 26 }
    package var isASCIIDigit: Bool { self &- 0x30 < 10 }
    package var isASCIIHexDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
    package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit, or `nil`.
    package var hexDigitValue: UInt8? {
        if isASCIIDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }

    /// The digit, in upper case, that stands for a value below 16.
    package var uppercaseHexDigit: UInt8 { self < 10 ? 0x30 + self : 0x37 + self }

    /// `tchar` of RFC 9110 §5.6.2: what a token (method, field name) is made of.
    package var isTokenCharacter: Bool {
        // A bit for each of the first 128 characters: letters, digits and !#$%&'*+-.^_`|~
        let bits: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : self < 128 ? 0x57FF_FFFF_C7FF_FFFE : 0
        return bits >> UInt64(self & 63) & 1 == 1
    }
}

extension StringProtocol {
    /// Whether the string is a non-empty token. RFC 9110 §5.6.2.
    package var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }

    /// Whether both strings are equal when ASCII letters of either case count as the same.
    package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }

    /// The string with ASCII letters in lower case and everything else as it was.
    package var asciiLowercased: String {
        String(decoding: utf8.lazy.map(\.asciiLowercased), as: UTF8.self)
    }

    /// The string without optional white space (SP, HTAB) at its ends. RFC 9110 §5.6.3.
    package var trimmingOptionalWhitespace: SubSequence {
        let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }),
            let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
        else { return self[endIndex...] }
        return self[first..<unicodeScalars.index(after: last)]
    }
}
