internal import struct FoundationEssentials.Data

/// User name and password for the Basic scheme. RFC 7617.
public struct BasicCredentials: Hashable, Sendable, CustomStringConvertible {
    /// The user name; it holds no colon (RFC 7617 §2).
    public let user: String
    /// The password.
    public let password: String

    /// Credentials, or `nil` when `user` holds a colon, which the scheme cannot carry.
    public init?(user: String, password: String) {
        guard !user.utf8.contains(UInt8(ascii: ":")) else { return nil }
        self.user = user
        self.password = password
    }

    /// The credentials in a URL; `nil` when it has none.
    public init?(_ url: WebURL) {
        guard url.hasCredentials else { return nil }
        self.init(user: url.username.percentDecoded(), password: url.password.percentDecoded())
    }

    /// The credentials in the value of an `Authorization` field; `nil` when it is of another scheme or malformed.
    public init?(authorization value: String) {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].equalsIgnoringASCIICase("Basic"),
            let decoded = Data(base64Encoded: String(parts[1].trimmingOptionalWhitespace)),
            let text = String(validating: decoded, as: UTF8.self), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        self.init(user: String(text[..<colon]), password: String(text[text.utf8.index(after: colon)...]))
    }

    /// The value of the `Authorization` field, the text in UTF-8 (RFC 7617 §2.1).
    public var authorization: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }

    /// The user name only: safe to log.
    public var description: String { "Basic credentials of \(user)" }
}
