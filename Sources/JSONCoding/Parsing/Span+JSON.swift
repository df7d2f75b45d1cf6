/// The tokens of JSON, RFC 8259 §2 to §7: each function moves an index over one.
extension Span<UInt8> {
    var startsWithByteOrderMark: Bool { count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF }

    var unexpectedEnd: ParsingFault { ParsingFault(.unexpectedEnd, "the document ends too early", at: count) }

    @inline(__always) func skipSpace(_ index: inout Int) {
        while index < count, self[index] <= 0x20, self[index].isJSONSpace { index += 1 }
    }

    /// Moves from a number's first byte behind its last.
    func skipNumber(_ index: inout Int) throws(ParsingFault) -> TapeEntry.Kind {
        var kind = TapeEntry.Kind.integer
        if self[index] == UInt8(ascii: "-") { index += 1 }
        if index < count, self[index] == UInt8(ascii: "0") { index += 1 } else { try skipDigits(&index) }
        if index < count, self[index] == UInt8(ascii: ".") {
            kind = .number
            index += 1
            try skipDigits(&index)
        }
        if index < count, self[index] | 0x20 == UInt8(ascii: "e") {
            kind = .number
            index += 1
            if index < count, self[index] == UInt8(ascii: "+") || self[index] == UInt8(ascii: "-") { index += 1 }
            try skipDigits(&index)
        }
        return kind
    }

    private func skipDigits(_ index: inout Int) throws(ParsingFault) {
        let start = index
        while index < count, self[index] &- 0x30 < 10 { index += 1 }
        guard index > start else {
            throw index == count ? unexpectedEnd : ParsingFault(.syntax, "a digit is expected", at: index)
        }
    }

    /// Moves from the first byte of a string behind its closing quote.
    ///
    /// - Returns: Whether there are escapes.
    func skipString(_ index: inout Int, replacingSurrogates: Bool) throws(ParsingFault) -> Bool {
        var isEscaped = false
        while true {
            skipPlainText(&index)
            guard index < count else { throw unexpectedEnd }
            switch self[index] {
            case UInt8(ascii: "\""):
                index += 1
                return isEscaped
            case UInt8(ascii: "\\"):
                isEscaped = true
                try skipEscape(&index, replacingSurrogates: replacingSurrogates)
            case 0..<0x20:
                throw ParsingFault(.syntax, "a control character in a string has to be escaped", at: index)
            default:
                try skipCharacter(&index)
            }
        }
    }

    /// Moves over characters of ASCII that stand for themselves, eight at a time.
    @inline(__always) func skipPlainText(_ index: inout Int) {
        let raw = unsafe bytes
        while index &+ 8 <= count {
            let word = UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let special = word.bytesThatEndPlainText
            guard special == 0 else {
                index &+= special.trailingZeroBitCount >> 3
                return
            }
            index &+= 8
        }
        while index < count, self[index].isPlainJSONText { index += 1 }
    }

    private func skipEscape(_ index: inout Int, replacingSurrogates: Bool) throws(ParsingFault) {
        guard index + 1 < count else { throw unexpectedEnd }
        switch self[index + 1] {
        case UInt8(ascii: "u"):
            let unit = try codeUnit(at: index)
            guard unit & 0xF800 == 0xD800 else {
                index += 6
                return
            }
            if unit < 0xDC00, index + 7 < count, self[index + 6] == UInt8(ascii: "\\"), self[index + 7] == UInt8(ascii: "u"),
                try codeUnit(at: index + 6) & 0xFC00 == 0xDC00
            {
                index += 12
            } else if replacingSurrogates {
                index += 6
            } else {
                throw ParsingFault(.invalidText, "half of a UTF-16 pair is no character", at: index)
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 2
        default: throw ParsingFault(.syntax, "there is no such escape", at: index)
        }
    }

    /// The code unit of UTF-16 that is escaped as `\uXXXX` at `index`.
    private func codeUnit(at index: Int) throws(ParsingFault) -> UInt16 {
        var unit: UInt16 = 0
        for place in index + 2..<index + 6 {
            guard place < count else { throw unexpectedEnd }
            guard let digit = self[place].hexadecimalValue else {
                throw ParsingFault(.syntax, "four hexadecimal digits are expected", at: index + 2)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Moves over one character outside ASCII, in well-formed UTF-8 (Unicode, table 3-7).
    private func skipCharacter(_ index: inout Int) throws(ParsingFault) {
        let lead = self[index]
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch lead {
            case 0x20...0x7F: (1, 0x80...0xBF)
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0xBF)
            }
        guard length > 0, index + length <= count, length == 1 || second ~= self[index + 1],
            length < 3 || self[index + 2] & 0xC0 == 0x80, length < 4 || self[index + 3] & 0xC0 == 0x80
        else { throw ParsingFault(.invalidText, "the text is not UTF-8", at: index) }
        index += length
    }
}

extension UInt8 {
    var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    /// Whether the byte stands for itself in a string, and is ASCII.
    var isPlainJSONText: Bool { self >= 0x20 && self < 0x80 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\") }

    var hexadecimalValue: UInt8? {
        if self &- 0x30 < 10 { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}

extension UInt64 {
    /// Eight bytes: the upper bit of each that is a quote, backslash, control character or not ASCII. A borrow may set more bits above
    /// the lowest one, which is exact.
    fileprivate var bytesThatEndPlainText: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let control = (self &- ones &* 0x20) & ~self
        let quote = self ^ ones &* UInt64(UInt8(ascii: "\""))
        let backslash = self ^ ones &* UInt64(UInt8(ascii: "\\"))
        let found = control | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | self
        return found & (ones &* 0x80)
    }
}
