internal import HTTPSemantics

/// How a text says by itself in which encoding it is.
enum TextDeclaration {
    /// `<meta charset>` and its like; an XML declaration as well.
    case html
    /// `<?xml encoding="…"?>`
    case xml

    /// How many bytes at the beginning count. HTML standard §13.2.3.2.
    static let size = 1024

    /// `nil` for types that declare nothing.
    init?(_ type: MediaType) {
        switch type.essence {
        case "text/html", "application/xhtml+xml": self = .html
        case let essence where essence.hasSuffix("/xml") || essence.hasSuffix("+xml"): self = .xml
        default: return nil
        }
    }

    /// The encoding that is declared at the beginning of `bytes`.
    func encoding(in bytes: [UInt8]) -> TextEncoding? {
        let bytes = Array(bytes.prefix(Self.size))
        if bytes.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LittleEndian }
        if bytes.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BigEndian }
        var scanner = HTMLMetaScanner(bytes)
        return (self == .html ? scanner.encoding() : nil) ?? Self.xmlEncoding(in: bytes)
    }

    /// HTML standard §13.2.3.2 "get an XML encoding".
    private static func xmlEncoding(in bytes: [UInt8]) -> TextEncoding? {
        guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        guard let name = bytes[..<end].firstRange(of: Array("encoding".utf8)) else { return nil }
        var rest = bytes[name.upperBound..<end].drop { $0 <= 0x20 }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0 <= 0x20 }
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let close = rest.firstIndex(of: quote), rest[..<close].allSatisfy({ $0 > 0x20 })
        else { return nil }
        return TextEncoding(declared: rest[..<close])
    }
}

extension TextEncoding {
    /// The encoding that a declaration's label means. Whoever could read it is not reading UTF-16. HTML standard §13.2.3.2.
    init?(declared label: some Sequence<UInt8>) {
        guard let encoding = TextEncoding(label: String(decoding: Array(label), as: UTF8.self)) else { return nil }
        switch encoding.method {
        case .units(of: 2, _): self = .utf8
        case .userDefined: self = .windows1252
        default: self = encoding
        }
    }

    /// The encoding whose byte order mark stands at the start, with the mark's length. WHATWG encoding standard §6.
    static func byteOrderMark(of bytes: some Collection<UInt8>) -> (encoding: TextEncoding, count: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (utf16BigEndian, 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (utf16LittleEndian, 2) }
        return nil
    }
}

extension MediaType {
    /// The encoding that the parameter `charset` names; `nil` when there is none, or nobody knows it.
    var charset: TextEncoding? { parameters["charset"].flatMap { TextEncoding(label: $0) } }
}
