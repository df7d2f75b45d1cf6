import HTTPSemantics

extension FuzzTarget {
    /// A media type with parameters.
    static let mediaType = FuzzTarget(name: "media-type") { bytes in
        guard let type = MediaType(text(bytes)) else { return }
        let halves = type.essence.split(separator: "/", omittingEmptySubsequences: false)
        try promise(halves.count == 2 && halves.allSatisfy(\.isToken), "not a type and a subtype: \(type.essence)")
        try promise(type.essence == type.essence.asciiLowercased, "upper case: \(type.essence)")
        for name in type.parameters.keys {
            try promise(name.isToken && name == name.asciiLowercased, "parameter \(name)")
        }
        let written = type.parameters.reduce(into: type.essence) { $0 += "; \($1.key)=\(quoted($1.value))" }
        try promise(MediaType(written) == type, "not the same when written again: \(written)")
    }

    /// A quoted string. RFC 9110 §5.6.4.
    static func quoted(_ value: String) -> String {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        return "\"" + text(value.utf8.flatMap { $0 == quote || $0 == backslash ? [backslash, $0] : [$0] }) + "\""
    }
}
