/// What a `data:` URL carries in itself. Fetch standard §6 "data: URL processor", RFC 2397.
///
/// The client requests http and https only; this is for pages and stylesheets, whose links may be such URLs.
public struct DataURL: Hashable, Sendable {
    /// The media type; `text/plain;charset=US-ASCII` when the URL names none, or none that is valid.
    public let mediaType: MediaType
    /// The content.
    public let content: [UInt8]

    /// The content of `url`; `nil` when it is no `data:` URL, has no comma, or is not in Base64 although it says so.
    public init?(_ url: WebURL) {
        guard url.scheme == "data" else { return nil }
        let bytes = Array(url.component(url.layout.schemeEnd..<url.fragmentMark).utf8)
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        var type = bytes[..<comma].trimming(\.isASCIIWhitespace)
        let content = bytes.span.extracting((comma + 1)...).percentDecoded()
        if let end = Self.endBeforeBase64(type) {
            guard let decoded = [UInt8](forgivingBase64: content) else { return nil }
            self.content = decoded
            type = type[..<end]
        } else {
            self.content = content
        }
        let text = String(decoding: type, as: UTF8.self)
        mediaType = MediaType(text.hasPrefix(";") ? "text/plain" + text : text) ?? .plainASCII
    }

    /// Where the media type ends when ";base64" follows it, with spaces before the word or none.
    private static func endBeforeBase64(_ type: ArraySlice<UInt8>) -> Int? {
        let word = "base64".utf8
        guard type.count > word.count, type.suffix(word.count).elementsEqual(word, by: { $0.asciiLowercased == $1 }) else {
            return nil
        }
        let rest = type.dropLast(word.count)
        guard let last = rest.lastIndex(where: { $0 != 0x20 }), rest[last] == UInt8(ascii: ";") else { return nil }
        return last
    }
}

extension ArraySlice<UInt8> {
    /// The slice without bytes at both ends that `isSpace` accepts.
    func trimming(_ isSpace: (UInt8) -> Bool) -> Self {
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
