package import HTTPSemantics

/// What a transfer sends, decided to the last byte: no policy is applied below this line.
package struct TransferRequest: Sendable {
    package var request: HTTPRequest
    /// The content; `nil` sends none, an empty array sends `Content-Length: 0`.
    package var content: [UInt8]?
    package var options: TransferOptions

    package init(_ request: HTTPRequest, content: [UInt8]? = nil, options: TransferOptions = TransferOptions()) {
        self.request = request
        self.content = content
        self.options = options
    }
}

/// How a transfer is carried out.
package struct TransferOptions: Sendable {
    /// For resolving, connecting and the TLS handshake together.
    package var connectTimeout: Duration = .seconds(10)
    /// For a connection that carries nothing in either direction.
    package var stallTimeout: Duration = .seconds(60)
    /// When the last byte must have come, waiting for a connection included.
    package var deadline: ContinuousClock.Instant?
    /// Whether `Accept-Encoding` is sent and the content decoded.
    package var decodesContent = true
    /// How many bytes wait for a slow reader before the connection is paused.
    package var bufferLimit = 256 * 1024
    /// Transfers of one pool to one origin that may run at once on HTTP/1.1.
    package var connectionsPerHost = 6
    /// Transfers with the same number share the connection limit.
    package var pool = 0
    package var tls = TLSSettings()

    package init() {}
}

/// What a server must prove.
package struct TLSSettings: Hashable, Sendable {
    /// A PEM file of the authorities to trust instead of the system's.
    package var authoritiesFile: String?

    package init() {}
}
