internal import CurlTransport
public import HTTPSemantics

/// How a request is carried out. A client has options for all its requests; a request may have its own instead.
public struct RequestOptions: Sendable {
    /// The longest time for resolving the host name; `nil` for no limit but ``connectTimeout``.
    public var resolveTimeout: Duration?
    /// The longest time for resolving, connecting and the TLS handshake together.
    public var connectTimeout: Duration = .seconds(10)
    /// The longest time for the TLS handshake; `nil` for no limit but ``connectTimeout``.
    public var tlsTimeout: Duration?
    /// The longest time from the last byte of the request to the head of the response; `nil` for no limit but ``stallTimeout``.
    public var firstByteTimeout: Duration?
    /// The longest time without a byte in either direction, waiting for the response included. Waiting for a free connection,
    /// or for a slow reader of the content, does not count.
    public var stallTimeout: Duration = .seconds(60)
    /// The longest time to wait for a free connection when the client's limits are reached; `nil` for no limit.
    public var poolTimeout: Duration?
    /// Which of the requests that wait for a free connection comes first.
    public var priority = RequestPriority.normal
    /// The longest time from the call to the last byte, redirects, retries and the waits between them included; `nil` for no limit.
    public var totalTimeout: Duration?
    /// Whether redirects are followed.
    public var redirects: RedirectPolicy = .follow()
    /// Whether a redirect may lead from https to http, where everybody on the way reads along.
    public var allowsInsecureRedirects = false
    /// Fields that are not taken to another origin by a redirect, besides `Authorization`, `Cookie` and `Proxy-Authorization`; logs do
    /// not show them.
    public var sensitiveFields: Set<HTTPField.Name> = []
    /// Whether cookies of the client's jar go with the request, redirects included, and those of its responses are kept.
    public var usesCookies = true
    /// Decides about each redirect that would be followed. An error that it throws is the request's.
    public var onRedirect: (@Sendable (Redirection) async throws -> RedirectionAction)?
    /// Whether and how often a request that failed is sent again. An idempotent one that gets no answer on a connection that was
    /// used before, and one that certainly had no effect, is repeated at once in any case.
    public var retries = RetryPolicy.never
    /// Told of each attempt that is to be followed by another, before the wait; `false` makes it the last.
    public var onRetry: (@Sendable (RetryAttempt) async -> Bool)?
    /// Proves to the target's origin who asks, unless the request has a field `Authorization`; never sent to another origin. User
    /// name and password go out at once as Basic has them, until it is known that the server wants a digest.
    public var credentials: Credential?
    /// Asked when a server or proxy challenges and nothing that is known answers it; asked once while several requests wait for the
    /// same protection space. Without it, what the client's stores have is used, and a challenge that nobody answers is the response.
    public var onChallenge: ChallengeHandler?
    /// How the client's cache is used, if it has one.
    public var cachePolicy = CachePolicy.standard
    /// Whether gzip, deflate, br and zstd are asked for and decoded. `Content-Encoding` and `Content-Length` stay in the
    /// response's fields as they came.
    public var decodesContent = true
    /// How many bytes wait for a slow reader before the connection is paused.
    public var bufferLimit = 256 * 1024
    /// How many bytes are received at once, 1 KiB to 512 KiB; each running request has a buffer of this size. More helps large
    /// content from a fast server.
    public var receiveBufferSize = 16 * 1024
    /// What a server may send.
    public var limits = ResponseLimits()
    /// Called once for each request, when all of it is over: also when it fails, is cancelled, or when nobody reads its content.
    /// Where the request ran, it is called on the thread that moves all bytes, and must return at once. Without it nothing is
    /// measured.
    public var onMetrics: (@Sendable (RequestMetrics) -> Void)?

    /// Asks before content is sent whether the server wants it (`Expect: 100-continue`, RFC 9110 §10.1.1), on HTTP/1.1, and waits
    /// so long for the answer; then the content is sent all the same. A refusal is the response. `nil` asks nothing.
    public var continueTimeout: Duration?
    /// Told how much of the content has gone out, at last all of it. Called by the task that awaits the response, or reads it
    /// while content is still going out; some steps may be told as one.
    public var onUploadProgress: (@Sendable (UploadProgress) -> Void)?
    /// Told of interim responses such as 103 Early Hints, before the response itself (RFC 9110 §15.2); not of 100 and 101. Called
    /// by the task that awaits the response.
    public var onInformationalResponse: (@Sendable (HTTPResponse) -> Void)?

    /// Whether a request without a field `Accept` is given one, `*/*`.
    package var acceptsAnything = true
    /// Told of each request as it goes out, with cookies and what proves who asks, and whether it has content; where the request runs.
    package var onSending: (@Sendable (HTTPRequest, _ hasContent: Bool) -> Void)?

    /// The defaults.
    public init() {}

    var redirectRules: Redirects {
        Redirects(
            policy: redirects, allowsInsecure: allowsInsecureRedirects, sensitiveFields: sensitiveFields, parser: .standard)
    }

    /// The value of `Accept-Encoding` where content is decoded.
    package static var acceptedCodings: String { Library.codings }
}
