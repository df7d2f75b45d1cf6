/// What a field `Set-Cookie` says. RFC 6265bis §5.6.
///
/// The field is read as octets. A cookie without a name, and an empty `Domain`, are ignored as in RFC 6265 §5.2. `Partitioned` is too:
/// it keeps apart what sites embedded in different pages store, and a client embeds nothing.
public struct SetCookie: Hashable, Sendable {
    /// The cookie's name.
    public let name: String
    /// The cookie's value, in quotes when the field has it so.
    public let value: String
    /// When it ends, by `Expires`. `Max-Age` counts more.
    public private(set) var expires: HTTPDate?
    /// How many seconds it is kept, by `Max-Age`; no more of it is left when it is 0 or less.
    public private(set) var maximumAge: Int?
    /// The domain whose hosts get it, in lower case and without a dot at the start; `nil` for the host alone that it comes from.
    public private(set) var domain: String?
    /// The path below which it is sent; `nil` for the one of the request.
    public private(set) var path: String?
    /// Whether it is for secure connections only.
    public private(set) var isSecure = false
    /// Whether scripts in pages do not see it. The client has none.
    public private(set) var isHTTPOnly = false
    /// For which requests by other sites browsers send it.
    public private(set) var sameSite = Cookie.SameSite.default
    /// See ``HTTPField/isLatin1``.
    let isLatin1: Bool

    static let sizeLimit = 4096
    private static let attributeLimit = 1024

    /// What a field's value says.
    ///
    /// - Throws: ``CookieRefusal`` when it has no name, is too long, or holds a control character.
    public init(_ field: String) throws(CookieRefusal) { try self.init(octets: Array(field.utf8)[...]) }

    package init(octets: ArraySlice<UInt8>) throws(CookieRefusal) {
        guard !octets.contains(where: \.isCookieControl) else { throw .controlCharacter }
        var parts = octets.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        let pair = parts.removeFirst()
        let (name, value) = pair.cookieParts
        guard let value, !name.isEmpty else { throw .noName }
        guard name.count + value.count <= Self.sizeLimit else { throw .tooLong }
        isLatin1 = String(validating: pair, as: UTF8.self) == nil
        self.name = String(octets: name, isLatin1: isLatin1)
        self.value = String(octets: value, isLatin1: isLatin1)
        for part in parts {
            let (name, value) = part.cookieParts
            take(String(decoding: name, as: UTF8.self).asciiLowercased, value ?? [])
        }
    }

    /// Of several attributes of one name the last counts; one that says nothing does not.
    private mutating func take(_ name: String, _ value: ArraySlice<UInt8>) {
        guard value.count <= Self.attributeLimit else { return }
        switch name {
        case "expires": expires = HTTPDate(cookieDate: value) ?? expires
        case "max-age": maximumAge = value.deltaSeconds ?? maximumAge
        case "domain" where !value.isEmpty:
            let name = value.first == UInt8(ascii: ".") ? value.dropFirst() : value
            domain = name.isEmpty ? nil : String(decoding: name, as: UTF8.self).asciiLowercased
        case "path":
            let isPath = value.first == UInt8(ascii: "/")
            path = isPath ? String(decoding: value, as: UTF8.self) : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite":
            let value = String(decoding: value, as: UTF8.self)
            sameSite = Cookie.SameSite.allCases.first { $0.rawValue.equalsIgnoringASCIICase(value) } ?? .default
        default: break
        }
    }
}

extension SetCookie: CustomStringConvertible, CustomReflectable {
    /// The name: the value may be secret.
    public var description: String { name }
    /// Nothing: `dump` would show the value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPFields {
    /// The cookies that a response sets, one for each field `Set-Cookie` that can be read. Whether a jar takes one is another question.
    public var setCookies: [SetCookie] { octets(of: .setCookie).compactMap { try? SetCookie(octets: $0) } }
}

extension UInt8 {
    /// Whether it is a control character other than HTAB.
    var isCookieControl: Bool { self < 0x20 && self != 0x09 || self == 0x7F }
}

extension ArraySlice<UInt8> {
    /// What stands before and behind the first "=", without white space around it.
    fileprivate var cookieParts: (name: Self, value: Self?) {
        guard let equals = firstIndex(of: UInt8(ascii: "=")) else { return (trimmed, nil) }
        return (self[..<equals].trimmed, self[(equals + 1)...].trimmed)
    }

    private var trimmed: Self {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let start = drop(while: isSpace)
        return start[..<(start.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start.startIndex)]
    }

    /// The number that `Max-Age` is, the nearest one when it is too large; `nil` when it is none.
    fileprivate var deltaSeconds: Int? {
        let digits = first == UInt8(ascii: "-") ? dropFirst() : self
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(String(decoding: self, as: UTF8.self)) ?? (digits.startIndex > startIndex ? .min : .max)
    }
}
