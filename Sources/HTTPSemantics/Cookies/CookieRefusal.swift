/// Why a cookie is not taken, or not sent. An open set: new reasons may come.
public struct CookieRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason in words; nothing of the cookie, whose value may be secret.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// There is nothing before "=", or no "=". RFC 6265 §5.2.
    public static let noName = Self("it has no name")
    /// Name or value hold a control character. RFC 6265bis §5.6.
    public static let controlCharacter = Self("it holds a control character")
    /// A name or value of the program's own holds what would end it in a field.
    public static let delimiter = Self(
        "its name or value holds what would end it there: \";\", \"=\" in a name, or space at an end")
    /// Name and value together have more than 4096 bytes. RFC 6265bis §5.6.
    public static let tooLong = Self("name and value have more than 4096 bytes")
    /// The domain is none, as far as ASCII and lower case go. RFC 6265bis §5.7 step 8.
    public static let badDomain = Self("its domain is no host name in ASCII")
    /// The path does not begin with "/", or cannot stand in a field.
    public static let badPath = Self("its path does not begin with \"/\", or holds a control character or \";\"")
    /// It is for a domain that the host is not in. RFC 6265bis §5.7 step 10.
    public static let foreignDomain = Self("it is for a domain that the host is not in")
    /// It is for all below a public suffix such as `co.uk`. RFC 6265bis §5.7 step 9.
    public static let publicSuffix = Self("it is for all hosts below a public suffix")
    /// It has `Secure`, and came over a connection that is not. RFC 6265bis §5.7 step 13.
    public static let insecure = Self("it is to be secure, and came over a connection that is not")
    /// It came over a connection that is not secure, and would hide one that is. RFC 6265bis §5.7 step 16.
    public static let hidesSecureCookie = Self("it would hide a secure cookie, and came over a connection that is not secure")
    /// It has `SameSite=None` without `Secure`. RFC 6265bis §5.7 step 19.
    public static let insecureSameSite = Self("it has SameSite=None without Secure")
    /// Its name begins with `__Secure-` or `__Host-`, and it is not what such a name promises. RFC 6265bis §4.1.3.
    public static let brokenPrefix = Self("it is not what the beginning of its name promises")
    /// It came from an address without a host.
    public static let noHost = Self("the address has no host")
}
