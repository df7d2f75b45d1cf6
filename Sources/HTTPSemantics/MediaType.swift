/// A media type with its parameters, as `Content-Type` and `Accept` have it. RFC 9110 §8.3.1.
public struct MediaType: Hashable, Sendable {
    /// `type/subtype` in lower case.
    public let essence: String
    /// The parameters, their names in lower case; the first of a name counts.
    public let parameters: [String: String]

    /// The media type that a field's value names, or `nil` when it names none.
    public init?(_ value: String) {
        var rest = value.utf8[...]  // bytes: a character may be a semicolon or quote with an accent on it
        let semicolon = UInt8(ascii: ";")
        essence = rest.removePrefix { $0 == semicolon }.trimmingOptionalWhitespace.asciiLowercased
        let halves = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy(\.isToken) else { return nil }
        var parameters: [String: String] = [:]
        while !rest.isEmpty {
            rest.removeFirst()
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
            let name = rest.removePrefix { $0 == UInt8(ascii: "=") || $0 == semicolon }
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest.removeFirst()
            let value: String
            if rest.first == UInt8(ascii: "\"") {
                value = rest.removeQuotedString()
                _ = rest.removePrefix { $0 == semicolon }
            } else {
                value = String(rest.removePrefix { $0 == semicolon }.trimmingOptionalWhitespace)
            }
            if name.isToken, parameters[name.asciiLowercased] == nil { parameters[name.asciiLowercased] = value }
        }
        self.parameters = parameters
    }
}

extension Substring.UTF8View {
    /// Takes everything before the first byte that `ends` accepts away and answers it.
    fileprivate mutating func removePrefix(upTo ends: (UInt8) -> Bool) -> Substring {
        let prefix = prefix { !ends($0) }
        self = self[prefix.endIndex...]
        return Substring(prefix)
    }

    /// Takes a quoted string away and answers what it says. RFC 9110 §5.6.4. One that is not closed ends with the text.
    fileprivate mutating func removeQuotedString() -> String {
        removeFirst()
        var result: [UInt8] = []
        while let byte = popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = popFirst() { result.append(escaped) } else { result.append(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
