/// The head of a request: method, target URI and header fields. RFC 9110 §3.4. Its content travels beside it.
public struct HTTPRequest: Hashable, Sendable {
    /// The method.
    public var method: Method
    /// The target URI.
    public var url: WebURL
    /// The header fields. `Host`, `Content-Length` and `Transfer-Encoding` are made from target and content.
    public var headerFields: HTTPFields

    /// A request head.
    public init(method: Method = .get, url: WebURL, headerFields: HTTPFields = [:]) {
        self.method = method
        self.url = url
        self.headerFields = headerFields
    }

    /// A request method: a token, case-sensitive. RFC 9110 §9.
    public struct Method: Hashable, Sendable, CustomStringConvertible {
        /// The method as it stands in the request line.
        public let rawValue: String

        /// A method of any name, or `nil` when `name` is not a token.
        public init?(_ name: String) {
            guard name.isToken else { return nil }
            rawValue = name
        }

        private init(unchecked name: String) { rawValue = name }

        /// Reads and does not change the server. RFC 9110 §9.3.1.
        public static let get = Self(unchecked: "GET")
        /// Like GET without the content of the response. RFC 9110 §9.3.2.
        public static let head = Self(unchecked: "HEAD")
        /// Processes the content of the request. RFC 9110 §9.3.3.
        public static let post = Self(unchecked: "POST")
        /// Creates or replaces the resource. RFC 9110 §9.3.4.
        public static let put = Self(unchecked: "PUT")
        /// Removes the resource. RFC 9110 §9.3.5.
        public static let delete = Self(unchecked: "DELETE")
        /// Asks for a tunnel. RFC 9110 §9.3.6.
        public static let connect = Self(unchecked: "CONNECT")
        /// Asks what the server can do. RFC 9110 §9.3.7.
        public static let options = Self(unchecked: "OPTIONS")
        /// Sends the request back as it arrived. RFC 9110 §9.3.8.
        public static let trace = Self(unchecked: "TRACE")
        /// Changes a part of the resource. RFC 5789.
        public static let patch = Self(unchecked: "PATCH")
        /// A safe request with content. Internet-Draft draft-ietf-httpbis-safe-method-w-body.
        public static let query = Self(unchecked: "QUERY")

        /// Whether a request with this method asks for no change on the server. RFC 9110 §9.2.1.
        public var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace || self == .query }
        /// Whether several such requests have the effect of one. RFC 9110 §9.2.2.
        public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
        /// Whether content of such a request has a meaning, so that there being none is said. RFC 9110 §8.6.
        package var hasMeaningfulContent: Bool { self == .post || self == .put || self == .patch || self == .query }
        /// The method as it stands in the request line.
        public var description: String { rawValue }
    }
}
