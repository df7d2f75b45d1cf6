/// A way of proving who one is, by the name that it is registered with. RFC 9110 §11.1.
public struct AuthenticationScheme: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case, since names are compared without regard to case.
    public let name: String

    /// The scheme of a name.
    public init(_ name: some StringProtocol) { self.name = name.asciiLowercased }

    /// User name and password as they are. RFC 7617.
    public static let basic = Self("basic")
    /// A token that whoever bears it may use. RFC 6750.
    public static let bearer = Self("bearer")
    /// A digest of user name, password and what the server says. RFC 7616.
    public static let digest = Self("digest")
    /// Kerberos, or what it agrees on. RFC 4559.
    public static let negotiate = Self("negotiate")
    /// Microsoft's NTLM, which is about a connection, not a request.
    public static let ntlm = Self("ntlm")

    /// The name as it is usually written.
    public var description: String {
        self == .ntlm ? "NTLM" : String(name.prefix(1)).uppercased() + name.dropFirst()
    }
}
