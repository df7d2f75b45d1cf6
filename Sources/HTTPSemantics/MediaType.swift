/// A media type with its parameters, as `Content-Type` and `Accept` have it. Read and written as the MIME Sniffing standard §4 says,
/// which accepts all that RFC 9110 §8.3.1 does and more that is on the web.
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// `type/subtype` in lower case.
    public let essence: String
    /// The parameters, their names in lower case, in the order they were written; the first of a name counts.
    public let parameters: Parameters

    /// The media type that a field's value names, or `nil` when it names none.
    public init?(_ value: String) {
        var rest = Array(value.utf8)[...].trimming(\.isHTTPWhitespace)
        let type = rest.removePrefix(upTo: ASCIISet("/"))
        guard rest.popFirst() != nil else { return nil }
        let subtype = rest.removePrefix(upTo: Self.ends).trimming(after: \.isHTTPWhitespace)
        guard Self.isToken(type), Self.isToken(subtype) else { return nil }
        essence = String(decoding: type + [UInt8(ascii: "/")] + subtype, as: UTF8.self).asciiLowercased
        parameters = Parameters(&rest)
    }

    private init(essence: String, parameters: Parameters) { (self.essence, self.parameters) = (essence, parameters) }

    /// What a `data:` URL has that names no type.
    static let plainASCII = Self(essence: "text/plain", parameters: Parameters([("charset", "US-ASCII")]))

    fileprivate static let ends = ASCIISet(";")

    fileprivate static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(\.isTokenCharacter)
    }

    /// The type before the "/".
    public var type: String { String(decoding: essence.utf8.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self) }
    /// The subtype behind the "/".
    public var subtype: String { String(decoding: essence.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(), as: UTF8.self) }

    /// The media type as a field has it, `text/html;charset=utf-8`: values that are no token are quoted.
    public var description: String { parameters.reduce(into: essence) { $0 += ";\($1.name)=\(Self.written($1.value))" } }

    private static func written(_ value: String) -> String {
        if value.isToken { return value }
        var bytes = [UInt8(ascii: "\"")]
        for byte in value.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }
}

extension MediaType {
    /// The parameters of a media type, in order.
    public struct Parameters: Hashable, Sendable, RandomAccessCollection {
        /// One parameter.
        public struct Parameter: Hashable, Sendable {
            /// The name, in lower case.
            public let name: String
            /// The value, without quotes.
            public let value: String
        }

        private var parameters: [Parameter] = []
        private static let nameEnds = ASCIISet(";=")

        fileprivate init(_ pairs: [(name: String, value: String)]) {
            parameters = pairs.map { Parameter(name: $0.name, value: $0.value) }
        }

        /// Those that follow a type and a subtype; what is none of them is left out.
        fileprivate init(_ rest: inout ArraySlice<UInt8>) {
            while rest.popFirst() != nil {
                rest = rest.drop(while: \.isHTTPWhitespace)
                let name = rest.removePrefix(upTo: Self.nameEnds)
                guard rest.first == UInt8(ascii: "=") else { continue }
                rest.removeFirst()
                let value: [UInt8]
                if rest.first == UInt8(ascii: "\"") {
                    value = rest.removeQuotedString()
                    _ = rest.removePrefix(upTo: MediaType.ends)
                } else {
                    value = Array(rest.removePrefix(upTo: MediaType.ends).trimming(after: \.isHTTPWhitespace))
                    guard !value.isEmpty else { continue }
                }
                append(name, String(decoding: value, as: UTF8.self))
            }
        }

        private mutating func append(_ name: ArraySlice<UInt8>, _ value: String) {
            guard MediaType.isToken(name), value.unicodeScalars.allSatisfy(\.mayBeQuoted) else { return }
            let name = String(decoding: name, as: UTF8.self).asciiLowercased
            if self[name] == nil { parameters.append(Parameter(name: name, value: value)) }
        }

        /// The value of the parameter with this name, which is in lower case; `nil` when there is none.
        public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

        /// The position of the first parameter.
        public var startIndex: Int { 0 }
        /// One past the position of the last parameter.
        public var endIndex: Int { parameters.count }
        /// The parameter at a position.
        public subscript(position: Int) -> Parameter { parameters[position] }
    }
}

extension Unicode.Scalar {
    /// "HTTP quoted-string token code point": what comes in a field's bytes but for control characters.
    fileprivate var mayBeQuoted: Bool { value == 0x09 || 0x20...0x7E ~= value || 0x80...0xFF ~= value }
}

extension UInt8 {
    /// "HTTP whitespace": HT, LF, CR or SP.
    fileprivate var isHTTPWhitespace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension ArraySlice<UInt8> {
    /// The slice without bytes at its end that `isSpace` accepts.
    func trimming(after isSpace: (UInt8) -> Bool) -> Self {
        self[...(lastIndex { !isSpace($0) } ?? startIndex - 1)]
    }

    /// Takes everything before the first of `ends` away and answers it.
    mutating func removePrefix(upTo ends: ASCIISet) -> Self {
        let prefix = prefix { !ends.contains($0) }
        self = self[prefix.endIndex...]
        return prefix
    }

    /// Takes a quoted string away and answers what it says. RFC 9110 §5.6.4. One that is not closed ends with the text.
    mutating func removeQuotedString() -> [UInt8] {
        removeFirst()
        var result: [UInt8] = []
        while let byte = popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = popFirst() { result.append(escaped) } else { result.append(byte) }
        }
        return result
    }
}
