/// One header or trailer field: a name and a value. RFC 9110 §5.
public struct HTTPField: Hashable, Sendable {
    /// The field's name.
    public let name: Name
    /// The value, without white space at its ends. Octets that are no UTF-8 are read as ISO 8859-1, which any octets are.
    public let value: String
    /// Whether the value is the ISO 8859-1 reading of octets that are no UTF-8; it goes out as it came. RFC 9110 §5.5.
    package let isLatin1: Bool

    /// A field, or `nil` when `value` holds CR, LF or NUL, which would start another field (RFC 9110 §5.5).
    public init?(name: Name, value: String) {
        guard Self.isValid(value: value) else { return nil }
        self.name = name
        isLatin1 = false
        let isSpace: (UInt8?) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        self.value = isSpace(value.utf8.first) || isSpace(value.utf8.last) ? String(value.trimmingOptionalWhitespace) : value
    }

    /// For values that are known to be valid, such as those a parser split out of a header block.
    package init(name: Name, uncheckedValue value: String, isLatin1: Bool = false) {
        self.name = name
        self.value = value
        self.isLatin1 = isLatin1
    }

    /// The value as it stands in the message.
    package var octets: [UInt8] { value.octets(isLatin1: isLatin1) }

    /// Whether `value` may stand in a field: no CR, LF or NUL. RFC 9110 §5.5.
    public static func isValid(value: String) -> Bool {
        let bytes = value.utf8.span
        for position in bytes.indices where bytes[position] == 0x0D || bytes[position] == 0x0A || bytes[position] == 0 {
            return false
        }
        return true
    }

    /// A field name: a token, compared without regard to ASCII case, kept as it was written. RFC 9110 §5.1.
    public struct Name: Hashable, Sendable, CustomStringConvertible {
        /// The name as it was written; HTTP/1.1 sends it like this.
        public let rawName: String
        /// The name in lower case; equal names have equal canonical names.
        public var canonicalName: String { rawName.asciiLowercased }

        /// A name, or `nil` when `name` is not a token.
        public init?(_ name: String) {
            guard name.isToken else { return nil }
            self.init(unchecked: name)
        }

        package init(unchecked name: String) {
            rawName = name
        }

        /// Equal when the canonical names are.
        public static func == (left: Self, right: Self) -> Bool {
            left.rawName == right.rawName
                || left.rawName.utf8.count == right.rawName.utf8.count && left.rawName.equalsIgnoringASCIICase(right.rawName)
        }
        /// Hashes the canonical name.
        public func hash(into hasher: inout Hasher) {
            for byte in rawName.utf8 { hasher.combine(byte.asciiLowercased) }
        }
        /// The name as it was written.
        public var description: String { rawName }
    }
}

extension HTTPField.Name {
    /// `Accept`, RFC 9110 §12.5.1.
    public static let accept = Self(unchecked: "Accept")
    /// `Accept-Encoding`, RFC 9110 §12.5.3.
    public static let acceptEncoding = Self(unchecked: "Accept-Encoding")
    /// `Accept-Language`, RFC 9110 §12.5.4.
    public static let acceptLanguage = Self(unchecked: "Accept-Language")
    /// `Accept-Ranges`, RFC 9110 §14.3.
    public static let acceptRanges = Self(unchecked: "Accept-Ranges")
    /// `Age`, RFC 9111 §5.1.
    public static let age = Self(unchecked: "Age")
    /// `Allow`, RFC 9110 §10.2.1.
    public static let allow = Self(unchecked: "Allow")
    /// `Authentication-Info`, RFC 9110 §11.6.3.
    public static let authenticationInfo = Self(unchecked: "Authentication-Info")
    /// `Authorization`, RFC 9110 §11.6.2.
    public static let authorization = Self(unchecked: "Authorization")
    /// `Cache-Control`, RFC 9111 §5.2.
    public static let cacheControl = Self(unchecked: "Cache-Control")
    /// `Cache-Status`, RFC 9211.
    public static let cacheStatus = Self(unchecked: "Cache-Status")
    /// `Connection`, RFC 9110 §7.6.1.
    public static let connection = Self(unchecked: "Connection")
    /// `Content-Disposition`, RFC 6266.
    public static let contentDisposition = Self(unchecked: "Content-Disposition")
    /// `Content-Encoding`, RFC 9110 §8.4.
    public static let contentEncoding = Self(unchecked: "Content-Encoding")
    /// `Content-Language`, RFC 9110 §8.5.
    public static let contentLanguage = Self(unchecked: "Content-Language")
    /// `Content-Length`, RFC 9110 §8.6.
    public static let contentLength = Self(unchecked: "Content-Length")
    /// `Content-Location`, RFC 9110 §8.7.
    public static let contentLocation = Self(unchecked: "Content-Location")
    /// `Content-Range`, RFC 9110 §14.4.
    public static let contentRange = Self(unchecked: "Content-Range")
    /// `Content-Type`, RFC 9110 §8.3.
    public static let contentType = Self(unchecked: "Content-Type")
    /// `Cookie`, RFC 6265 §4.2.
    public static let cookie = Self(unchecked: "Cookie")
    /// `Date`, RFC 9110 §6.6.1.
    public static let date = Self(unchecked: "Date")
    /// `ETag`, RFC 9110 §8.8.3.
    public static let eTag = Self(unchecked: "ETag")
    /// `Expect`, RFC 9110 §10.1.1.
    public static let expect = Self(unchecked: "Expect")
    /// `Expires`, RFC 9111 §5.3.
    public static let expires = Self(unchecked: "Expires")
    /// `Host`, RFC 9110 §7.2.
    public static let host = Self(unchecked: "Host")
    /// `Idempotency-Key`, an Internet-Draft of the HTTPAPI working group.
    public static let idempotencyKey = Self(unchecked: "Idempotency-Key")
    /// `If-Match`, RFC 9110 §13.1.1.
    public static let ifMatch = Self(unchecked: "If-Match")
    /// `If-Modified-Since`, RFC 9110 §13.1.3.
    public static let ifModifiedSince = Self(unchecked: "If-Modified-Since")
    /// `If-None-Match`, RFC 9110 §13.1.2.
    public static let ifNoneMatch = Self(unchecked: "If-None-Match")
    /// `If-Range`, RFC 9110 §13.1.5.
    public static let ifRange = Self(unchecked: "If-Range")
    /// `If-Unmodified-Since`, RFC 9110 §13.1.4.
    public static let ifUnmodifiedSince = Self(unchecked: "If-Unmodified-Since")
    /// `Keep-Alive`, RFC 2068 §19.7.1.
    public static let keepAlive = Self(unchecked: "Keep-Alive")
    /// `Last-Event-ID`, HTML standard §9.2.4.
    public static let lastEventID = Self(unchecked: "Last-Event-ID")
    /// `Last-Modified`, RFC 9110 §8.8.2.
    public static let lastModified = Self(unchecked: "Last-Modified")
    /// `Link`, RFC 8288 §3.
    public static let link = Self(unchecked: "Link")
    /// `Location`, RFC 9110 §10.2.2.
    public static let location = Self(unchecked: "Location")
    /// `Origin`, RFC 6454 §7.
    public static let origin = Self(unchecked: "Origin")
    /// `Pragma`, RFC 9111 §5.4.
    public static let pragma = Self(unchecked: "Pragma")
    /// `Priority`, RFC 9218 §5.
    public static let priority = Self(unchecked: "Priority")
    /// `Proxy-Authenticate`, RFC 9110 §11.7.1.
    public static let proxyAuthenticate = Self(unchecked: "Proxy-Authenticate")
    /// `Proxy-Authentication-Info`, RFC 9110 §11.7.3.
    public static let proxyAuthenticationInfo = Self(unchecked: "Proxy-Authentication-Info")
    /// `Proxy-Authorization`, RFC 9110 §11.7.2.
    public static let proxyAuthorization = Self(unchecked: "Proxy-Authorization")
    /// `Proxy-Connection`, which is none of HTTP, but sent (RFC 9112, appendix C.2.2).
    public static let proxyConnection = Self(unchecked: "Proxy-Connection")
    /// `Range`, RFC 9110 §14.2.
    public static let range = Self(unchecked: "Range")
    /// `Referer`, RFC 9110 §10.1.3.
    public static let referer = Self(unchecked: "Referer")
    /// `Retry-After`, RFC 9110 §10.2.3.
    public static let retryAfter = Self(unchecked: "Retry-After")
    /// `Server`, RFC 9110 §10.2.4.
    public static let server = Self(unchecked: "Server")
    /// `Set-Cookie`, RFC 6265 §4.1.
    public static let setCookie = Self(unchecked: "Set-Cookie")
    /// That the host wants to be reached by https only. RFC 6797 §6.1.
    public static let strictTransportSecurity = Self(unchecked: "Strict-Transport-Security")
    /// `TE`, RFC 9110 §10.1.4.
    public static let te = Self(unchecked: "TE")
    /// `traceparent`, W3C Trace Context.
    public static let traceparent = Self(unchecked: "traceparent")
    /// `Trailer`, RFC 9110 §6.6.2.
    public static let trailer = Self(unchecked: "Trailer")
    /// `Transfer-Encoding`, RFC 9112 §6.1.
    public static let transferEncoding = Self(unchecked: "Transfer-Encoding")
    /// `Upgrade`, RFC 9110 §7.8.
    public static let upgrade = Self(unchecked: "Upgrade")
    /// `Vary`, RFC 9110 §12.5.5.
    public static let vary = Self(unchecked: "Vary")
    /// `User-Agent`, RFC 9110 §10.1.5.
    public static let userAgent = Self(unchecked: "User-Agent")
    /// `WWW-Authenticate`, RFC 9110 §11.6.1.
    public static let wwwAuthenticate = Self(unchecked: "WWW-Authenticate")
}
