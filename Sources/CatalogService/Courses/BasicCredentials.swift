import FoundationEssentials
import HTTPSemantics

/// A user name and a password as the Basic scheme carries them. RFC 7617.
struct BasicCredentials: Sendable, Hashable {
    /// A longer one costs more to hash and is not a password anyone types.
    static let maximumPasswordSize = 1024

    var user: String
    var password: String

    /// The credentials in the value of an `Authorization` field, or `nil` when it is of another scheme or malformed.
    init?(authorization value: String) {
        let halves = value.split(separator: " ", maxSplits: 1)
        guard halves.count == 2, halves[0].equalsIgnoringASCIICase("Basic"),
            let data = Data(base64Encoded: String(halves[1].trimmingOptionalWhitespace)),
            let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return nil }
        user = String(text[..<colon])
        password = String(text[text.index(after: colon)...])
        guard password.utf8.count <= Self.maximumPasswordSize else { return nil }
    }
}
