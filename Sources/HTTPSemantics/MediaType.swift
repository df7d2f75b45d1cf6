/// A media type with its parameters, as `Content-Type` and `Accept` have it. RFC 9110 §8.3.1.
public struct MediaType: Hashable, Sendable {
    /// `type/subtype` in lower case.
    public let essence: String
    /// The parameters, their names in lower case; the first of a name counts.
    public let parameters: [String: String]

    /// The media type that a field's value names, or `nil` when it names none.
    public init?(_ value: String) {
        var rest = value[...]
        essence = rest.removePrefix(upTo: ";").trimmingOptionalWhitespace.asciiLowercased
        let halves = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy(\.isToken) else { return nil }
        var parameters: [String: String] = [:]
        while !rest.isEmpty {
            rest.removeFirst()
            rest = rest.drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            let value: String
            if rest.first == "\"" {
                value = rest.removeQuotedString()
                _ = rest.removePrefix(upTo: ";")
            } else {
                value = String(rest.removePrefix(upTo: ";").trimmingOptionalWhitespace)
            }
            if name.isToken, parameters[name.asciiLowercased] == nil { parameters[name.asciiLowercased] = value }
        }
        self.parameters = parameters
    }
}

extension Substring {
    /// Takes everything before the next `end` away and answers it.
    fileprivate mutating func removePrefix(upTo end: Character) -> Substring {
        let prefix = prefix { $0 != end }
        self = self[prefix.endIndex...]
        return prefix
    }

    /// Takes a quoted string away and answers what it says. RFC 9110 §5.6.4. One that is not closed ends with the text.
    fileprivate mutating func removeQuotedString() -> String {
        removeFirst()
        var result = ""
        while let character = popFirst(), character != "\"" {
            if character == "\\", let escaped = popFirst() { result.append(escaped) } else { result.append(character) }
        }
        return result
    }
}
