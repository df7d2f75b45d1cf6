/// What is left out where requests are written down: logs, recordings, command lines. A secret is replaced by ``mark``.
public struct Redaction: Sendable {
    /// Fields whose values are secret.
    public var fields: Set<HTTPField.Name>
    /// Names, in lower case, of parameters in queries and forms, and of members in JSON, whose values are secret.
    public var parameters: Set<String>
    /// Content types, such as `application/json` or `text/*`, of which content may be shown; that of others is left out whole.
    public var shownContent: [String] = []

    /// The rules that leave out what commonly holds secrets, and all content.
    public init(fields: Set<HTTPField.Name> = Self.secretFields, parameters: Set<String> = Self.secretParameters) {
        self.fields = fields
        self.parameters = parameters
    }

    /// What stands in a secret's place.
    public static let mark = "[redacted]"

    /// Fields that commonly hold secrets.
    public static let secretFields: Set<HTTPField.Name> = Set(
        [HTTPField.Name.authorization, .proxyAuthorization, .cookie, .setCookie]
            + [
                "Authentication-Info", "Proxy-Authentication-Info", "X-Api-Key", "Api-Key", "X-Auth-Token", "X-Csrf-Token",
                "X-Amz-Security-Token",
            ].map(HTTPField.Name.init(unchecked:)))

    /// Parameters that commonly hold secrets.
    public static let secretParameters: Set<String> = [
        "access_token", "api_key", "apikey", "auth", "client_secret", "code", "id_token", "key", "passwd", "password", "pwd",
        "refresh_token", "secret", "session", "sig", "signature", "token", "x-amz-credential", "x-amz-security-token",
        "x-amz-signature",
    ]

    /// The value to show for a field.
    public func value(of field: HTTPField) -> String { fields.contains(field.name) ? Self.mark : field.value }

    /// The URL to show: without user name and password, with secret parameters replaced.
    public func text(of url: WebURL) -> String {
        guard let query = url.query else { return url.requestHref }
        let href = url.requestHref
        guard let start = href.utf8.firstIndex(of: UInt8(ascii: "?")) else { return href }
        return href[...start] + redacted(urlEncoded: query)
    }

    /// The content to show; `nil` when it is not to be shown, or is no text.
    public func text(of content: [UInt8], contentType: String?) -> String? {
        guard let type = contentType?.prefix(while: { $0 != ";" }).trimmingOptionalWhitespace.asciiLowercased,
            shownContent.contains(where: { Self.type(type, matches: $0) }),
            let text = String(validating: content, as: UTF8.self)
        else { return nil }
        if type == "application/x-www-form-urlencoded" { return redacted(urlEncoded: text) }
        return type.hasSuffix("json") ? redacted(json: text) : text
    }

    private static func type(_ type: String, matches pattern: String) -> Bool {
        let pattern = pattern.asciiLowercased
        return pattern == type || pattern == "*/*" || pattern.hasSuffix("/*") && type.hasPrefix(pattern.dropLast())
    }

    private func redacted(urlEncoded text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { parameter in
            let name = parameter.prefix { $0 != "=" }
            let isSecret = parameters.contains(String(name).percentDecoded().asciiLowercased)
            return isSecret && name.endIndex < parameter.endIndex ? name + "=" + Self.mark : String(parameter)
        }.joined(separator: "&")
    }

    /// Replaces the value behind each secret name, be it a text, a number or a whole object. Works on text that is cut off or wrong, too.
    private func redacted(json text: String) -> String {
        var scanner = JSONScanner(Array(text.utf8))
        return scanner.replacingValues(of: parameters, with: "\"\(Self.mark)\"")
    }
}

/// Finds members in JSON text without taking it apart: what is no JSON goes through as it is.
private struct JSONScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func replacingValues(of names: Set<String>, with replacement: String) -> String {
        var result: [UInt8] = []
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\"") else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let start = position
            skipString()
            result += bytes[start..<position]
            let name = String(decoding: bytes[start..<position].dropFirst().dropLast(), as: UTF8.self)
            guard names.contains(name.asciiLowercased) else { continue }
            let space = position
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
                position = space
                continue
            }
            position += 1
            skipSpace()
            result += bytes[space..<position]
            skipValue()
            result += replacement.utf8
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private mutating func skipString() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
    }

    private mutating func skipValue() {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                skipString()
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                if depth == 0 {
                    position += 1
                    return
                }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }
}
