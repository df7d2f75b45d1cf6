public import HTTPSemantics

/// How a request is carried out. A client has options for all its requests; a request may have its own instead.
public struct RequestOptions: Sendable {
    /// The longest time for resolving, connecting and the TLS handshake together.
    public var connectTimeout: Duration = .seconds(10)
    /// The longest time without a byte in either direction, waiting for the response included. Waiting for a free connection,
    /// or for a slow reader of the content, does not count.
    public var stallTimeout: Duration = .seconds(60)
    /// The longest time to wait for a free connection when the client's limits are reached; `nil` for no limit.
    public var poolTimeout: Duration?
    /// Which of the requests that wait for a free connection comes first.
    public var priority = RequestPriority.normal
    /// The longest time from the call to the last byte, redirects included; `nil` for no limit.
    public var totalTimeout: Duration?
    /// Whether redirects are followed.
    public var redirects: RedirectPolicy = .follow()
    /// Sent to the target's origin as `Authorization`, unless the request has that field; never sent to another origin.
    public var credentials: BasicCredentials?
    /// Whether gzip, deflate, br and zstd are asked for and decoded. `Content-Encoding` and `Content-Length` stay in the
    /// response's fields as they came.
    public var decodesContent = true
    /// How many bytes wait for a slow reader before the connection is paused.
    public var bufferLimit = 256 * 1024

    /// The defaults.
    public init() {}
}
