extension Joke {
    /// The text as people read it: the service sends it HTML-encoded.
    public var plainText: String { joke.decodingHTMLReferences() }
}

extension String {
    /// The text with HTML character references replaced by what they stand for: numbers, and the five names that encoders use.
    /// Anything else stays as it is.
    public func decodingHTMLReferences() -> String {
        var result = ""
        var rest = self[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            guard let end = rest.prefix(12).firstIndex(of: ";"),
                let character = Self.character(reference: rest[rest.index(after: ampersand)..<end])
            else {
                result.append(rest.removeFirst())
                continue
            }
            result.unicodeScalars.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(reference: Substring) -> Unicode.Scalar? {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard reference.first == "#" else { return nil }
            let digits = reference.dropFirst()
            let isHexadecimal = digits.first == "x" || digits.first == "X"
            let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        }
    }
}
