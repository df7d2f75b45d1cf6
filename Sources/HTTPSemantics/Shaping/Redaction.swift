/// What is left out where requests are written down: logs, recordings, command lines. A secret is replaced by ``mark``.
public struct Redaction: Sendable {
    /// Fields whose values are secret.
    public var fields: Set<HTTPField.Name>
    /// Names of parameters in queries and forms, and of members in JSON, whose values are secret; in any case, with or without "-" and
    /// "_", and also as a part of names such as `user[password]`.
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
                "Authentication-Info", "Proxy-Authentication-Info", "X-Api-Key", "Api-Key", "X-Auth-Token", "X-Access-Token",
                "X-Refresh-Token", "X-Csrf-Token", "X-Xsrf-Token", "X-Amz-Security-Token", "X-Goog-Api-Key", "Private-Token",
            ].map(HTTPField.Name.init(unchecked:)))

    /// Parameters that commonly hold secrets.
    public static let secretParameters: Set<String> = [
        "access_token", "api_key", "assertion", "auth", "authorization", "client_assertion", "client_secret", "code",
        "code_verifier",
        "credentials", "id_token", "jwt", "key", "otp", "passphrase", "passwd", "password", "pin", "private_key", "pwd",
        "refresh_token", "secret", "session", "session_id", "sid", "sig", "signature", "token", "x-amz-credential",
        "x-amz-security-token", "x-amz-signature", "x-goog-credential", "x-goog-signature",
    ]

    /// Fields whose values are URLs.
    private static let addressFields: Set<HTTPField.Name> = [.contentLocation, .location, .referer]

    /// The value to show for a field; that of `Location`, `Content-Location` and `Referer` as URLs are shown.
    public func value(of field: HTTPField) -> String {
        if fields.contains(field.name) { return Self.mark }
        return Self.addressFields.contains(field.name) ? text(ofReference: field.value) : field.value
    }

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
        // Lines of JSON, and JSON by another name, too.
        guard
            type.utf8.split(whereSeparator: { !$0.isASCIIAlpha }).contains(where: {
                $0.starts(with: "json".utf8) || $0.elementsEqual("ndjson".utf8)
            })
        else { return text }
        var json = JSONRedaction(text)
        return json.replacingValues(of: SecretNames(parameters), with: "\"\(Self.mark)\"")
    }

    private static func type(_ type: String, matches pattern: String) -> Bool {
        let pattern = pattern.asciiLowercased
        return pattern == type || pattern == "*/*" || pattern.hasSuffix("/*") && type.hasPrefix(pattern.dropLast())
    }

    /// Replaces the values of secret parameters, up to the next "&" each.
    private func redacted(urlEncoded text: String) -> String {
        let names = SecretNames(parameters)
        let (ampersand, equals) = (UInt8(ascii: "&"), UInt8(ascii: "="))
        // By bytes: as a Character, "=" and an accent after it are one.
        let shown = Array(text.utf8).split(separator: ampersand, omittingEmptySubsequences: false).map { parameter in
            guard let end = parameter.firstIndex(of: equals) else { return parameter }
            let name = String(decoding: parameter[..<end], as: UTF8.self)
            return names.contains(name.percentDecodedBytes()) ? parameter[...end] + Self.mark.utf8 : parameter
        }
        return String(decoding: Array(shown.joined(separator: [ampersand])), as: UTF8.self)
    }

    /// A URL reference without user name and password, with secret parameters of query and fragment replaced.
    private func text(ofReference reference: String) -> String {
        let bytes = Array(reference.utf8)
        let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let query = bytes[..<fragment].firstIndex(of: UInt8(ascii: "?")) ?? fragment
        func parameters(_ range: Range<Int>) -> String {
            guard let mark = bytes[range].first else { return "" }
            return text([mark]) + redacted(urlEncoded: text(bytes[range].dropFirst()))
        }
        func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
        return text(Self.withoutUser(bytes[..<query])) + parameters(query..<fragment) + parameters(fragment..<bytes.endIndex)
    }

    /// A scheme, authority and path without what stands before "@" in the authority.
    private static func withoutUser(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        // Browsers take either for a slash.
        let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        let rest = bytes.drop { $0.isASCIIAlpha || $0.isASCIIDigit || "+-.".utf8.contains($0) }
        let hasScheme = rest.startIndex > bytes.startIndex && rest.first == UInt8(ascii: ":")
        let path = hasScheme ? rest.dropFirst() : bytes
        let authority = path.drop(while: isSlash)
        guard hasScheme || authority.startIndex - path.startIndex >= 2,
            let at = authority.prefix(while: { !isSlash($0) }).lastIndex(of: UInt8(ascii: "@"))
        else { return Array(bytes) }
        return Array(bytes[..<authority.startIndex] + bytes[(at + 1)...])
    }
}
