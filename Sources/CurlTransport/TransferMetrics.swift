/// What a transfer took and carried.
package struct TransferMetrics: Sendable {
    /// How long it waited for a free connection.
    package var waiting: Duration
    /// Durations of what was done; `nil` for what was not, such as connecting when a connection was used again.
    package var resolving: Duration?
    package var connecting: Duration?
    package var handshake: Duration?
    /// From the start, after waiting, to the response's first byte.
    package var firstByte: Duration?
    /// From the start, after waiting, to the end.
    package var total: Duration = .zero

    /// Bytes of the request: header section and content, as HTTP/1.1 writes them.
    package var bytesSent = 0
    /// Bytes of the response: header section and content, before decoding.
    package var bytesReceived = 0
    /// Bytes of the response's content after decoding.
    package var contentBytes = 0

    /// Such as "2" or "1.1".
    package var httpVersion: String?
    package var remoteAddress: String?
    package var remotePort: Int?
    package var localAddress: String?
    package var localPort: Int?
    /// Whether the connection had been made before.
    package var isReused = false
    /// The transfer's proxy, if any.
    package var proxy: ProxyRoute?
    /// Why it ended early.
    package var error: TransferError?

    init(waiting: Duration) { self.waiting = waiting }
}
