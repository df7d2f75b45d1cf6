extension WebURL {
    /// The URL with percent-encoding for what RFC 3986 does not let stand bare, such as "|", or a "%" that begins no escape. The web
    /// leaves these as they are, software that knows URIs only may refuse them.
    public var strictlyEncoded: WebURL {
        changed {
            $0.username = Self.strict($0.username)
            $0.password = Self.strict($0.password)
            $0.path = Self.strict($0.path)
            $0.query = $0.query.map(Self.strict)
            $0.fragment = $0.fragment.map(Self.strict)
        }
    }

    private static func strict(_ component: String) -> String {
        let bytes = component.utf8.span
        var result: [UInt8] = []
        for index in bytes.indices {
            let isEscape = bytes.byte(index + 1)?.isASCIIHexDigit ?? false && bytes.byte(index + 2)?.isASCIIHexDigit ?? false
            if bytes[index] == UInt8(ascii: "%"), !isEscape {
                result += "%25".utf8
            } else {
                result.append(bytes[index], encoding: .strict)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
