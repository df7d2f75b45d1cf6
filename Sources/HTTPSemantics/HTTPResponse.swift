/// The head of a response: status and header fields. RFC 9110 §3.4.
public struct HTTPResponse: Hashable, Sendable {
    /// The status.
    public var status: Status
    /// The header fields.
    public var headerFields: HTTPFields

    /// A response head.
    public init(status: Status, headerFields: HTTPFields = [:]) {
        self.status = status
        self.headerFields = headerFields
    }

    /// A status code, with the reason phrase when the server sent one. RFC 9110 §15. Equal when the codes are.
    public struct Status: Sendable, CustomStringConvertible {
        /// The code, 0 to 999; servers send more than the registered ones.
        public let code: Int
        /// The words behind the code, for people only; often empty.
        public let reasonPhrase: String

        /// A status.
        public init(code: Int, reasonPhrase: String = "") {
            self.code = code
            self.reasonPhrase = reasonPhrase
        }

        /// What the first digit of a code says. RFC 9110 §15.
        public enum Kind: Hashable, Sendable {
            /// 1xx: an interim answer.
            case informational
            /// 2xx: done.
            case successful
            /// 3xx: something more has to be done.
            case redirection
            /// 4xx: the request is at fault.
            case clientError
            /// 5xx: the server is at fault.
            case serverError
            /// A code outside 100 to 599.
            case invalid
        }

        /// What the first digit says.
        public var kind: Kind {
            switch code {
            case 100...199: .informational
            case 200...299: .successful
            case 300...399: .redirection
            case 400...499: .clientError
            case 500...599: .serverError
            default: .invalid
            }
        }

        /// The code and, where the server sent one, the reason phrase.
        public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }
    }
}

extension HTTPResponse.Status: Hashable {
    /// Equal when the codes are; the reason phrase means nothing (RFC 9110 §15.1).
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension HTTPResponse.Status: ExpressibleByIntegerLiteral {
    /// A status written as its code.
    public init(integerLiteral code: Int) { self.init(code: code) }
}
