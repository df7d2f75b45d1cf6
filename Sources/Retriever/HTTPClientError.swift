internal import CurlTransport
public import HTTPSemantics

/// Why a request failed. A 4xx or 5xx is a response, not an error, unless the caller asked for something that it cannot be.
public struct HTTPClientError: Error, Sendable {
    /// What kind of failure it is. An open set: new codes may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String
        private init(_ name: String) { self.name = name }
        /// The code's name.
        public var description: String { name }

        /// The target is no URL, or not one of http or https.
        public static let badURL = Self("badURL")
        /// The request contradicts itself, such as a TRACE with content.
        public static let invalidRequest = Self("invalidRequest")
        /// The client's configuration contradicts itself, or names something that is not there.
        public static let configuration = Self("configuration")
        /// The proxy cannot be reached, or does not connect to the server.
        public static let proxy = Self("proxy")
        /// No address for the host name.
        public static let cannotResolve = Self("cannotResolve")
        /// Nobody accepts connections there.
        public static let cannotConnect = Self("cannotConnect")
        /// A time limit passed; ``HTTPClientError/phase`` says during what.
        public static let timedOut = Self("timedOut")
        /// The server could not prove who it is, or TLS failed in another way.
        public static let tls = Self("tls")
        /// The connection ended before the exchange did.
        public static let connectionLost = Self("connectionLost")
        /// What came is no valid HTTP response.
        public static let badResponse = Self("badResponse")
        /// The server sent more than the request's ``RequestOptions/limits`` allow.
        public static let limitExceeded = Self("limitExceeded")
        /// There is more content than the caller wants to collect.
        public static let contentTooLarge = Self("contentTooLarge")
        /// A redirect was not followed; ``HTTPClientError/cause`` is a `RedirectError`.
        public static let redirect = Self("redirect")
        /// The program refused to answer a challenge, no token could be renewed, a store failed, or a server did not prove that it knows
        /// the password; ``HTTPClientError/cause`` says more.
        public static let authentication = Self("authentication")
        /// The status is not one the caller can use; see ``HTTPClientError/status``.
        public static let status = Self("status")
        /// The next page has no usable address, was there before, or would be one too many.
        public static let pagination = Self("pagination")
        /// The content is of another type than the one that was asked for.
        public static let contentType = Self("contentType")
        /// The content is not what it should be; ``HTTPClientError/cause`` says more.
        public static let decoding = Self("decoding")
        /// The content for the request could not be made.
        public static let encoding = Self("encoding")
        /// The server does not speak the version of HTTP that the client insists on; see ``HTTPVersionPolicy``.
        public static let httpVersion = Self("httpVersion")
        /// A file could not be written or read; the message names it and the reason.
        public static let file = Self("file")
        /// The file on the server changed again and again while it was downloaded.
        public static let changed = Self("changed")
        /// A downloaded file is not the one that was expected.
        public static let checksum = Self("checksum")
        /// The request was cancelled.
        public static let cancelled = Self("cancelled")
        /// The installed libcurl cannot do what was asked for.
        public static let unsupported = Self("unsupported")
        /// The server failed again and again, and is left alone for a while.
        public static let circuitOpen = Self("circuitOpen")
        /// Nothing that answers is stored, and the server is not to be asked.
        public static let notStored = Self("notStored")
        /// Anything else.
        public static let other = Self("other")
    }

    /// What kind of failure it is.
    public var code: Code
    /// What happened and, where there is something, what to do; holds nothing secret.
    public var message: String
    /// How far the exchange was, such as "connecting"; `nil` when it had not begun.
    public var phase: String?
    /// The option whose time limit passed, for ``Code/timedOut``: "resolveTimeout", "connectTimeout", "tlsTimeout",
    /// "firstByteTimeout", "stallTimeout", "totalTimeout", "poolTimeout", "limits.minimumRate", or
    /// "longestWait" of a ``RateLimitInterceptor``.
    public var timeLimit: String?
    /// The status that came, for ``Code/status`` and ``Code/decoding``.
    public var status: HTTPResponse.Status?
    /// What the server says about the failure, for ``Code/status``, when it does as RFC 9457 has it.
    public var problem: ProblemDetails?
    /// How long the server wants to be left alone, for ``Code/status``, by `Retry-After`. RFC 9110 §10.2.3.
    public var retryAfter: Duration?
    /// The first bytes of the response's content, for ``Code/status``: at most ``contentPrefixLimit``.
    public var contentPrefix: [UInt8] = []
    /// The failure underneath.
    public var cause: (any Error)?

    /// Whether the request can be made again at once, whatever it is.
    var mayBeRepeated = false
    /// What a proxy wants that did not make a tunnel.
    var proxySchemes: [String] = []

    /// How many bytes of a refused response an error keeps.
    public static let contentPrefixLimit = 1024

    /// An error such as interceptors and tests make up.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is.
    ///   - message: What happened; safe to log.
    ///   - cause: The failure underneath.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    static let cancelled = HTTPClientError(.cancelled, "the request was cancelled")

    /// The request's time has passed before anything came from `host`.
    static func totalTimeout(_ host: String) -> HTTPClientError {
        var error = HTTPClientError(.timedOut, "no response from \(host) within the request's time")
        error.timeLimit = "totalTimeout"
        return error
    }

    init(_ error: TransferError) {
        let code: Code =
            switch error.code {
            case .badURL: .badURL
            case .badConfiguration: .configuration
            case .proxy: .proxy
            case .limitExceeded: .limitExceeded
            case .cannotResolve: .cannotResolve
            case .cannotConnect: .cannotConnect
            case .timedOut: .timedOut
            case .tls: .tls
            case .connectionLost: .connectionLost
            case .badResponse, .badContentEncoding: .badResponse
            case .unsupported: .unsupported
            case .contentTooLarge: .contentTooLarge
            case .wrongVersion: .httpVersion
            case .contentFailed: .encoding
            case .cancelled: .cancelled
            case .other: .other
            }
        self.init(code, error.message, cause: error.cause)
        phase = error.phase?.rawValue
        timeLimit = error.timeLimit?.rawValue
        mayBeRepeated = error.mayBeRepeated
        proxySchemes = error.proxySchemes
    }
}

extension HTTPClientError {
    /// The names of the phases in which nothing of a request has been sent.
    static let phasesBeforeRequest: Set<String> = Set(
        [TransferError.Phase.resolving, .connecting, .tlsHandshake].map(\.rawValue))
}

extension HTTPClientError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The message: safe to log and to show.
    public var description: String { message }

    /// The message with the start of a refused response's content, which may hold something private.
    public var debugDescription: String {
        let prefix = contentPrefix.isEmpty ? "" : "\n" + String(decoding: contentPrefix, as: UTF8.self)
        return "\(code): \(message)\(prefix)"
    }
}
