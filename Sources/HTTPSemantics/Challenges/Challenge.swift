/// What a server or proxy asks a client to prove itself by: one entry of `WWW-Authenticate` or `Proxy-Authenticate`.
/// RFC 9110 §11.3.
public struct Challenge: Hashable, Sendable {
    /// The scheme.
    public let scheme: AuthenticationScheme
    /// What stands behind the scheme when it is no parameter, as with NTLM.
    public internal(set) var token68: String?
    /// The parameters, names in lower case and values without their quotes; the first of a name counts.
    public internal(set) var parameters: [String: String] = [:]

    init(scheme: AuthenticationScheme) { self.scheme = scheme }

    /// The part of the server that the challenge is about; something that a person can read. RFC 9110 §11.5.
    public var realm: String? { parameters["realm"] }

    /// The challenges in a message, in their order.
    ///
    /// Whatever can be made sense of is: several challenges in a line or on lines of their own, missing commas and superfluous
    /// ones, values that ought to have quotes, and quotes that do not end. What makes no sense is left out.
    ///
    /// - Parameter name: `WWW-Authenticate`, or `Proxy-Authenticate`.
    public static func list(in fields: HTTPFields, name: HTTPField.Name = .wwwAuthenticate) -> [Challenge] {
        list(fields[values: name])
    }

    /// The challenges in the values of lines.
    public static func list(_ values: some Sequence<String>) -> [Challenge] {
        var parser = ChallengeParser()
        for value in values { parser.read(value) }
        return parser.challenges
    }

    /// The parameters in values that are nothing else, such as those of `Authentication-Info`. RFC 7615 §3.
    static func parameters(_ values: some Sequence<String>) -> [String: String] {
        var parser = ChallengeParser(challenges: [Challenge(scheme: AuthenticationScheme(""))])
        for value in values { parser.read(value) }
        return parser.challenges[0].parameters
    }
}

/// Reads lists of challenges and their parameters. The grammar (RFC 9110 §11.3) separates both by commas, so a challenge is told from
/// a parameter by what follows its first word; that works without commas, too.
struct ChallengeParser {
    private(set) var challenges: [Challenge]
    private var rest: ArraySlice<UInt8> = []

    init(challenges: [Challenge] = []) { self.challenges = challenges }

    /// Takes a line. What it begins with may belong to the last challenge of the line before (RFC 9110 §5.3); a quoted string ends
    /// with its line.
    mutating func read(_ line: String) {
        rest = Array(line.utf8)[...]  // bytes: an accent on a quote would make another character of it
        while let byte = rest.first {
            if byte == UInt8(ascii: "\"") {
                _ = takeQuotedString()
            } else if !byte.isTokenCharacter {
                rest.removeFirst()
            } else {
                readElement()
            }
        }
    }

    private mutating func readElement() {
        let word = text(take(while: \.isTokenCharacter))
        skipSpace()
        guard rest.first == UInt8(ascii: "=") else {
            var challenge = Challenge(scheme: AuthenticationScheme(word))
            challenge.token68 = takeToken68()
            return challenges.append(challenge)
        }
        rest.removeFirst()
        skipSpace()
        let value = rest.first == UInt8(ascii: "\"") ? takeQuotedString() : take { $0 != 0x2C && $0 != 0x20 && $0 != 0x09 }
        let name = word.asciiLowercased
        guard let last = challenges.indices.last, challenges[last].parameters[name] == nil else { return }
        challenges[last].parameters[name] = text(value)
    }

    /// Takes what stands behind a scheme when it is neither a parameter nor another scheme: nothing but a comma may follow it.
    private mutating func takeToken68() -> String? {
        let start = rest
        var word = take { $0.isASCIIAlpha || $0.isASCIIDigit || "-._~+/".utf8.contains($0) }
        word += take { $0 == UInt8(ascii: "=") }
        skipSpace()
        guard !word.isEmpty, rest.isEmpty || rest.first == UInt8(ascii: ",") else {
            rest = start
            return nil
        }
        return text(word)
    }

    /// RFC 9110 §5.6.4.
    private mutating func takeQuotedString() -> ArraySlice<UInt8> {
        rest.removeFirst()
        var result: ArraySlice<UInt8> = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let quoted = rest.popFirst() { result.append(quoted) } else { result.append(byte) }
        }
        return result
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let prefix = rest.prefix(while: condition)
        rest = rest[prefix.endIndex...]
        return prefix
    }

    private mutating func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
