internal import CurlTransport
public import HTTPSemantics

/// What a request took and carried: one hop for each request on the wire, redirects and repetitions included.
public struct RequestMetrics: Sendable {
    /// The hops in the order in which they began; none when the request failed before the first.
    public let hops: [Hop]
    /// From the call to the end of the last hop.
    public let total: Duration

    /// One request on the wire and its response.
    public struct Hop: Sendable {
        private let metrics: TransferMetrics
        /// The target, without user name and password.
        public let url: WebURL

        init(url: WebURL, metrics: TransferMetrics) {
            self.url = url
            self.metrics = metrics
        }

        /// How long it waited for a free connection.
        public var waiting: Duration { metrics.waiting }
        /// How long resolving the host name took; `nil` when nothing was resolved, as on a connection that is used again.
        public var resolving: Duration? { metrics.resolving }
        /// How long connecting took, a proxy's part included; `nil` on a connection that is used again.
        public var connecting: Duration? { metrics.connecting }
        /// How long the TLS handshake took; `nil` when there was none.
        public var handshake: Duration? { metrics.handshake }
        /// From the end of waiting to the first byte of the response; `nil` when none came.
        public var firstByte: Duration? { metrics.firstByte }
        /// From the end of waiting to the end.
        public var total: Duration { metrics.total }
        /// Bytes of the request, header section and content, in HTTP/1.1's form and without TLS.
        public var bytesSent: Int { metrics.bytesSent }
        /// Bytes of the response, header section and content before decoding, in HTTP/1.1's form and without TLS.
        public var bytesReceived: Int { metrics.bytesReceived }
        /// Bytes of the response's content after decoding.
        public var contentBytes: Int { metrics.contentBytes }
        /// The version of HTTP of the response: "1.0", "1.1", "2" or "3"; `nil` when none came.
        public var httpVersion: String? { metrics.httpVersion }
        /// The address that was connected to, the proxy's if there is one; `nil` without a connection.
        public var remoteAddress: String? { metrics.remoteAddress }
        /// The port that was connected to.
        public var remotePort: Int? { metrics.remotePort }
        /// The address that the connection left from.
        public var localAddress: String? { metrics.localAddress }
        /// The port that the connection left from.
        public var localPort: Int? { metrics.localPort }
        /// Whether the connection had been made for another request.
        public var isConnectionReused: Bool { metrics.isReused }
        /// The proxy, as host and port; `nil` without one.
        public var proxy: String? { metrics.proxy?.authority }
        /// Why the hop ended early, the caller's own doing included (`cancelled`); `nil` when it did not. A redirect whose content
        /// nobody reads has no error.
        public var error: HTTPClientError? { metrics.error.map(HTTPClientError.init) }
    }
}
