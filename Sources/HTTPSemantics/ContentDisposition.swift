/// How content is to be handled, and the name a file of it would have. RFC 6266.
public struct ContentDisposition: Hashable, Sendable {
    /// `inline`, `attachment` or another type, in lower case; a value that begins with a parameter has `attachment`.
    public let type: String
    /// The parameters, names in lower case; the first of a name counts. Those whose name ends with "*" are decoded (RFC 8187) and
    /// left out when they cannot be.
    public let parameters: [String: String]

    /// The name that the server gives: `filename*` when it has one that can be decoded, or else `filename`. It comes from a
    /// stranger; use ``safeFileName`` for a file.
    public var fileName: String? { parameters["filename*"] ?? parameters["filename"] }

    /// ``fileName``, made safe; `nil` when nothing is left of it. See `String.safeFileName`.
    public var safeFileName: String? { fileName?.safeFileName }

    /// What a field's value says, or `nil` when it says nothing.
    ///
    /// Servers are sloppy, so names with spaces do without quotes, a missing type, a missing end quote and superfluous semicolons
    /// are overlooked, and so are the single backslashes of a DOS path.
    public init?(_ value: String) {
        // By scalars, not characters: a semicolon or a quote with an accent on it is one all the same.
        var rest = value.trimmingOptionalWhitespace.unicodeScalars
        let first = rest.prefix { $0 != ";" }
        if first.contains("=") {
            type = "attachment"
        } else {
            let word = Substring(first).trimmingOptionalWhitespace
            guard word.isToken else { return nil }
            type = word.asciiLowercased
            rest = rest[first.endIndex...]
        }
        var parameters: [String: String] = [:]
        while !rest.isEmpty {
            guard let (name, value) = rest.removeDispositionParameter() else { continue }
            let decoded = name.hasSuffix("*") ? ExtendedValue.decode(value) : value
            if let decoded, parameters[name] == nil { parameters[name] = decoded }
        }
        self.parameters = parameters
    }
}

extension Substring.UnicodeScalarView {
    /// Takes the next parameter, name in lower case, and the semicolons around it away; `nil` when it is none.
    fileprivate mutating func removeDispositionParameter() -> (name: String, value: String)? {
        self = drop { $0 == ";" || $0 == " " || $0 == "\t" }
        let name = prefix { $0 != "=" && $0 != ";" }
        self = self[name.endIndex...]
        guard popFirst() == "=" else { return nil }
        self = drop { $0 == " " || $0 == "\t" }
        let value: String
        if first == "\"" {
            removeFirst()
            value = removeQuotedName()
            self = drop { $0 != ";" }
        } else {
            let word = prefix { $0 != ";" }
            self = self[word.endIndex...]
            value = String(Substring(word).trimmingOptionalWhitespace)
        }
        let key = Substring(name).trimmingOptionalWhitespace
        return key.isToken ? (key.asciiLowercased, value) : nil
    }

    /// Takes a quoted string, whose first quote is gone, and answers what it says. RFC 9110 §5.6.4.
    private mutating func removeQuotedName() -> String {
        // A backslash quotes what follows, but nobody who writes C:\folder\file.txt means that.
        let isDrive = first?.properties.isAlphabetic == true && dropFirst().starts(with: [":", "\\"])
        let isDOSPath = isDrive && count > 3 && dropFirst(3).first != "\\"
        var result = String.UnicodeScalarView()
        while let scalar = popFirst(), scalar != "\"" {
            if scalar == "\\", !isDOSPath, let escaped = popFirst() {
                result.append(escaped)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

/// `ext-value`: a text with its charset, percent-encoded. RFC 8187 §3.2.
enum ExtendedValue {
    /// The text, or `nil` when the value is malformed, or in another charset than UTF-8 and ISO-8859-1.
    static func decode(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let percents = parts[2].utf8.filter { $0 == UInt8(ascii: "%") }.count
        let bytes = parts[2].percentDecodedBytes()
        guard bytes.count == parts[2].utf8.count - 2 * percents else { return nil }  // a "%" that starts no triple
        switch parts[0].asciiLowercased {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }
}
