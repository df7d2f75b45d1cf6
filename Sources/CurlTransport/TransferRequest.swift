package import HTTPSemantics

/// What a transfer sends, decided to the last byte: no policy is applied below this line.
package struct TransferRequest: Sendable {
    package var request: HTTPRequest
    /// The content; `nil` sends none, empty bytes send `Content-Length: 0`.
    package var content: TransferContent?
    private let sharedOptions: Shared<TransferOptions>
    private var sharedProxy: Shared<ProxyRoute>?
    private var sharedAuthentication: Shared<TransferAuthentication>?
    /// When the last byte must have come, waiting for a connection included.
    package var deadline: Moment?
    /// Whether the request is about the server as a whole: its target is `*` (RFC 9112 §3.2.4).
    package var asksServer = false
    /// Whether it was made before, and is made again because it failed.
    package var isRepetition = false
    /// Called once, when the transfer has ended and before its reader learns it, on the loop's thread where it had one.
    package var onMetrics: (@Sendable (TransferMetrics) -> Void)?

    package init(_ request: consuming HTTPRequest, options: Shared<TransferOptions>) {
        self.request = request
        sharedOptions = options
    }

    /// How it is carried out. Always inlined: a call would copy all options where one is asked for.
    package var options: TransferOptions { @inline(__always) get { sharedOptions.value } }

    package var proxy: ProxyRoute? {
        get { sharedProxy?.value }
        set { sharedProxy = newValue.map(Shared.init) }
    }

    /// How libcurl proves to the server who the client is; `nil` for not at all.
    package var authentication: TransferAuthentication? {
        get { sharedAuthentication?.value }
        set { sharedAuthentication = newValue.map(Shared.init) }
    }
}

/// How a transfer is carried out.
package struct TransferOptions: Sendable {
    /// For resolving the host name; `nil` for no limit of its own.
    package var resolveTimeout: Duration?
    /// For resolving, connecting and the TLS handshake together.
    package var connectTimeout: Duration = .seconds(10)
    /// For the TLS handshake; `nil` for no limit of its own.
    package var tlsTimeout: Duration?
    /// From the request's last byte to the final response's head; `nil` for no limit of its own.
    package var firstByteTimeout: Duration?
    /// For a connection that carries nothing in either direction.
    package var stallTimeout: Duration = .seconds(60)
    /// For the wait until the connection limit lets the transfer start; `nil` for no limit.
    package var poolTimeout: Duration?
    /// Which of the transfers that wait for a connection comes first.
    package var priority = TransferPriority.normal
    /// Whether `Accept-Encoding` is sent and the content decoded.
    package var decodesContent = true
    /// Whether a request without a field `Accept` is given one, `*/*`.
    package var acceptsAnything = true
    /// How many bytes are received at once. Each transfer has a buffer of this size.
    package var receiveBufferSize = 16 * 1024
    /// How many bytes wait for a slow reader before the connection is paused.
    package var bufferLimit = 256 * 1024
    package var limits = TransferLimits()

    /// For content: asks the server whether it wants it, and waits so long for the answer; `nil` asks nothing.
    package var continueTimeout: Duration?
    /// Told how many bytes of the content have gone out, of how many. Called by the reader of the transfer.
    package var onUploadProgress: (@Sendable (Int, Int?) -> Void)?
    /// Told of interim responses. Called by the reader of the transfer.
    package var onInformationalResponse: (@Sendable (HTTPResponse) -> Void)?

    package init() {}

    /// Whether somebody is told of what comes before the response.
    var hasListeners: Bool { onUploadProgress != nil || onInformationalResponse != nil }
}

/// The order in which waiting transfers get a connection; equal ones in the order in which they came.
package enum TransferPriority: Int, Sendable, CaseIterable { case high, normal, low }
