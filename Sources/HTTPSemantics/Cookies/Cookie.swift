/// A cookie as a jar keeps it. RFC 6265bis §5.7.
public struct Cookie: Hashable, Sendable {
    /// For which requests by other sites browsers send a cookie. RFC 6265bis §5.6.7. The client makes all requests for the program
    /// itself, and sends such cookies like any others.
    public enum SameSite: String, Codable, Sendable, CaseIterable {
        /// For none.
        case strict = "Strict"
        /// When somebody follows a link.
        case lax = "Lax"
        /// For all.
        case none = "None"
        /// As browsers do when nothing is said: mostly like `lax`.
        case `default` = "Default"
    }

    /// Name, domain and path: a jar has one cookie of each.
    package struct Identity: Hashable, Sendable {
        var name: String
        var domain: String
        var isHostOnly: Bool
        var path: String
    }

    /// The name.
    public let name: String
    /// The value, in quotes when the server has it so.
    public let value: String
    /// The host it is sent to, or the domain whose hosts it is sent to: in ASCII and lower case, IPv6 addresses in brackets.
    public let domain: String
    /// Whether it is sent to the host ``domain`` only, and not to those below.
    public let isHostOnly: Bool
    /// The path below which it is sent.
    public let path: String
    /// When it ends; `nil` for a cookie of the session, which the program ends.
    public let expires: HTTPDate?
    /// Whether it is sent over secure connections only.
    public let isSecure: Bool
    /// Whether scripts in pages do not see it. The client has none.
    public let isHTTPOnly: Bool
    /// For which requests by other sites browsers send it.
    public let sameSite: SameSite
    /// When a jar took it, which a newer one of the same name, domain and path takes over; `nil` before.
    public internal(set) var creationTime: HTTPDate?
    /// When a jar took it, or sent it last; `nil` before.
    public internal(set) var lastAccessTime: HTTPDate?
    /// Whether name and value are readings of octets that are no UTF-8; see ``HTTPField/isLatin1``.
    let isLatin1: Bool

    /// A cookie of the program's own.
    ///
    /// - Parameters:
    ///   - name: Not empty, without control characters, ";", "=" and space at the ends; with the value at most 4096 bytes.
    ///   - value: Without control characters, ";" and space at the ends.
    ///   - domain: A host name in ASCII, such as ``WebURL/host`` is.
    ///   - isHostOnly: Whether it is for that host only. For an address it always is.
    ///   - path: The path below which it is sent; begins with "/".
    ///   - expires: When it ends; `nil` for a cookie of the session.
    ///   - isSecure: Whether it is for secure connections only.
    ///   - isHTTPOnly: Whether scripts in pages do not see it.
    ///   - sameSite: For which requests by other sites browsers send it.
    /// - Throws: ``CookieRefusal`` when one of them is not so.
    public init(
        name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/", expires: HTTPDate? = nil,
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite = .default
    ) throws(CookieRefusal) {
        try self.init(
            name: name, value: value, isLatin1: false, domain: domain, isHostOnly: isHostOnly, path: path, expires: expires,
            isSecure: isSecure, isHTTPOnly: isHTTPOnly, sameSite: sameSite)
    }

    init(
        name: String, value: String, isLatin1: Bool, domain: String, isHostOnly: Bool, path: String, expires: HTTPDate?,
        isSecure: Bool, isHTTPOnly: Bool, sameSite: SameSite
    ) throws(CookieRefusal) {
        self.name = name
        self.value = value
        self.isLatin1 = isLatin1
        self.domain = domain.asciiLowercased
        self.isHostOnly = isHostOnly || CookieRules.isAddress(domain)
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        try check()
    }

    /// That it can stand in a field and in a file, and is what its name promises.
    private func check() throws(CookieRefusal) {
        try checkPair(name.octets(isLatin1: isLatin1), value.octets(isLatin1: isLatin1))
        guard CookieRules.isDomain(domain) else { throw .badDomain }
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") })
        else { throw .badPath }
        let promise = name.asciiLowercased
        if promise.hasPrefix("__secure-"), !isSecure { throw .brokenPrefix }
        if promise.hasPrefix("__host-"), !isSecure || !isHostOnly || path != "/" { throw .brokenPrefix }
        if sameSite == .none, !isSecure { throw .insecureSameSite }
    }

    private func checkPair(_ name: [UInt8], _ value: [UInt8]) throws(CookieRefusal) {
        guard !name.isEmpty else { throw .noName }
        guard !(name + value).contains(where: \.isCookieControl) else { throw .controlCharacter }
        let ends = [name.first, name.last, value.first, value.last]
        guard !ends.contains(0x20), !ends.contains(0x09), !(name + value).contains(UInt8(ascii: ";")),
            !name.contains(UInt8(ascii: "="))
        else { throw .delimiter }
        guard name.count + value.count <= SetCookie.sizeLimit else { throw .tooLong }
    }

    /// Name, domain and path.
    package var identity: Identity { Identity(name: name, domain: domain, isHostOnly: isHostOnly, path: path) }

    /// Name and value as they stand in a field.
    package var octets: [UInt8] { name.octets(isLatin1: isLatin1) + [UInt8(ascii: "=")] + value.octets(isLatin1: isLatin1) }

    func isExpired(at now: HTTPDate) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Cookie: CustomStringConvertible, CustomReflectable {
    /// Name, domain and path: the value may be secret.
    public var description: String { "\(name) for \(domain)\(path)" }
    /// Nothing: `dump` would show the value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
