public import HTTPSemantics

extension TextEncoding {
    /// The encoding of a whole text. What comes first decides: a byte order mark, the charset of `contentType`, what HTML or XML declares, a
    /// guess. JSON is never guessed: it is UTF-8 (RFC 8259 §8.1).
    public init(of content: [UInt8], contentType: MediaType?) {
        let declaration = contentType.flatMap(TextDeclaration.init)
        self =
            Self.byteOrderMark(of: content)?.encoding ?? contentType?.charset ?? declaration?.encoding(in: content)
            ?? (contentType?.isJSON == true ? .utf8 : Self.guess(content))
    }

    /// The encoding that bytes look like, when nothing says which one it is.
    static func guess(_ content: [UInt8]) -> TextEncoding {
        if let encoding = iso2022JP(content) ?? utf16(content) { return encoding }
        guard String(validating: content, as: UTF8.self) == nil else { return .utf8 }
        return multiByte(content) ?? cyrillic(content) ?? .windows1252
    }

    /// Text in UTF-16 holds many ASCII characters, whose upper byte is zero; other text holds no zero at all.
    private static func utf16(_ content: [UInt8]) -> TextEncoding? {
        let sample = content.prefix(TextDeclaration.size)
        func zeros(_ offset: Int) -> Int { stride(from: offset, to: sample.count, by: 2).count { sample[$0] == 0 } }
        let (even, odd) = (zeros(0), zeros(1))
        guard content.count.isMultiple(of: 2), max(even, odd) * 4 > sample.count / 2, min(even, odd) * 8 < max(even, odd) else {
            return nil
        }
        return even > odd ? .utf16BigEndian : .utf16LittleEndian
    }

    /// ISO-2022-JP is ASCII, with escape sequences that nothing else has.
    private static func iso2022JP(_ content: [UInt8]) -> TextEncoding? {
        let escapes = ["\u{1B}$B", "\u{1B}$@"].map { Array($0.utf8) }
        guard !content.contains(where: { $0 >= 0x80 }), escapes.contains(where: content.contains) else { return nil }
        return TextEncoding(label: "iso-2022-jp")
    }

    /// The encoding of East Asia in which all is valid, and much is of what its language is mostly made of.
    private static func multiByte(_ content: [UInt8]) -> TextEncoding? {
        let sample = Array(content.prefix(4096))
        // Hiragana and katakana tell Japanese; the common syllables stand at the front in Korean, the common characters in Chinese.
        if let pairs = PairCount(sample, trails: PairCount.high), pairs.share(of: 0xA4...0xA5) > 0.2 {
            return TextEncoding(label: "euc-jp")
        }
        if let pairs = PairCount(sample, trails: PairCount.shiftJIS), pairs.share(of: 0x82...0x83) > 0.2 {
            return TextEncoding(label: "shift_jis")
        }
        if let pairs = PairCount(sample, trails: PairCount.high), pairs.share(of: 0xB0...0xF7) > 0.6 {
            return TextEncoding(label: pairs.share(of: 0xB0...0xC8) > 0.85 ? "euc-kr" : "gb18030")
        }
        if let pairs = PairCount(sample, trails: PairCount.big5), pairs.share(of: 0xA4...0xC6) > 0.6 {
            return TextEncoding(label: "big5")
        }
        return nil
    }

    /// In Cyrillic words most letters are from 128 on, and most of those are small.
    private static func cyrillic(_ content: [UInt8]) -> TextEncoding? {
        let sample = content.prefix(4096)
        let ascii = sample.count(where: \.isASCIIAlpha)
        let (lower, upper) = (sample.count { 0xC0...0xDF ~= $0 }, sample.count { $0 >= 0xE0 })
        guard lower + upper > 2 * ascii + 2 else { return nil }
        return TextEncoding(label: upper > lower ? "windows-1251" : "koi8-r")
    }
}

/// The characters of two bytes in a text.
private struct PairCount {
    private var leads = [Int](repeating: 0, count: 256)
    private var count = 0

    static func high(_ byte: UInt8) -> Bool { 0xA1...0xFE ~= byte }
    static func shiftJIS(_ byte: UInt8) -> Bool { 0x40...0xFC ~= byte && byte != 0x7F }
    static func big5(_ byte: UInt8) -> Bool { 0x40...0x7E ~= byte || high(byte) }

    /// `nil` when bytes from 128 on do not come in pairs; one at the end may be cut off.
    init?(_ bytes: [UInt8], trails: (UInt8) -> Bool) {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte >= 0x80 else { continue }
            guard let trail = rest.popFirst() else { break }
            guard byte > 0x80, byte < 0xFF, trails(trail) else { return nil }
            leads[Int(byte)] += 1
            count += 1
        }
        guard count > 1 else { return nil }
    }

    /// Which part of the pairs begins with one of these bytes.
    func share(of range: ClosedRange<Int>) -> Double { Double(leads[range].reduce(0, +)) / Double(count) }
}

extension MediaType {
    fileprivate var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") }
}

extension CollectedResponse {
    /// The encoding of the content when it is text: by its byte order mark, the charset in `Content-Type`, what HTML or XML declares, or
    /// else guessed.
    public var encoding: TextEncoding {
        TextEncoding(of: content, contentType: headerFields[.contentType].flatMap(MediaType.init))
    }
}
