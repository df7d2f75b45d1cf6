internal import CCurl
internal import HTTPSemantics

/// A transfer that runs, together with its handle. Lives on the loop's thread only; libcurl's callbacks point to it.
@safe final class ActiveTransfer {
    let transfer: Transfer
    let handle: EasyHandle
    /// Where the handle goes back to.
    let connections: PoolConnections
    let readable: ReadableTransfers

    /// Always inlined: a call would copy all settings where one is asked for.
    var settings: ConnectionSettings { @inline(__always) get { transfer.pool.settings } }

    /// Unchecked: changed by one line of code, for each line of a head.
    @exclusivity(unchecked) var head = HeaderSection()
    var hasHead = false
    /// Whether `head` is the response unless another one follows.
    var hasPendingHead = false
    var limits: TransferLimits { @inline(__always) get { transfer.request.options.limits } }
    /// What has been received, as far as it is limited.
    var headerSize = 0
    var fieldCount = 0
    var interimCount = 0
    /// Bytes of content after decoding.
    var contentSize = 0
    /// Whether the response is one that has no content, whatever follows its head.
    var dropsContent = false
    /// There when the server has to end TLS in an orderly way, since that is where the content ends.
    var closeNotice: CloseNotice?
    /// Whether the connection must not be used again.
    var forbidsReuse = false
    /// How much of the request's content was handed to libcurl.
    var sent = 0
    /// Whether its end was reached.
    var hasSentAll = false
    /// Whether all of it had been handed over before libcurl went back to its beginning.
    var wasSentWhole = false
    /// Whether the request has begun, and nothing has been heard since.
    var awaitsAnswer = false
    /// Whether libcurl has begun with the trailer section.
    var hasMadeTrailers = false
    /// Reads the request's content, once libcurl has asked for it.
    var pump: ContentPump?
    let start: Moment
    var lastProgress: Moment
    var lastByteCount = -1
    var resolvingStart: Moment?
    var handshakeStart: Moment?
    /// Since when the rate is measured, and how many bytes there were.
    var ratePeriod: (start: Moment, bytes: Int)?
    var passedLimit: TransferError.TimeLimit?
    /// Whether libcurl's log comes in.
    var readsLog = false
    /// The stream of HTTP/2 that carries it, when the log has told.
    var stream: Int?
    /// Whether the server refused to process it on a stream.
    var wasRefused = false

    init(
        _ transfer: Transfer, handle: EasyHandle, connections: PoolConnections, readable: ReadableTransfers,
        now: Moment
    ) {
        self.transfer = transfer
        self.handle = handle
        self.connections = connections
        self.readable = readable
        start = now
        lastProgress = now
    }

    deinit { pump?.stop() }

    /// The transfer that a handle carries out.
    static func of(_ handle: UnsafeMutableRawPointer) -> ActiveTransfer? {
        var context: UnsafeMutableRawPointer?
        unsafe ccurl_getinfo_pointer(handle, CURLINFO_PRIVATE, &context)
        return unsafe EasyHandle.transfer(context)
    }

    // MARK: - Callbacks

    func beginResolving() { resolvingStart = .now }

    func receive(content: UnsafeRawBufferPointer) -> Int {
        // There may be none, and will not be any more, such as after a 101 that nobody asked for.
        guard hasHead || hasPendingHead && receiveHead() else {
            _ = end(with: badResponse("sent content without a response"))
            return 0
        }
        guard !dropsContent else { return content.count }
        if let excess = excess(afterContent: content.count) {
            _ = end(with: excess)
            return 0
        }
        switch unsafe transfer.receive(content) {
        case .taken:
            contentSize += content.count
            readable.append(transfer)
            return content.count
        case .pause: return ccurl_writefunc_pause
        case .stop: return 0
        }
    }

    /// Lets a paused connection go on, in the directions that have no reason to wait any more; may call back at once.
    func resume() {
        let directions = (transfer.isPaused ? CURLPAUSE_RECV : 0) | (pump?.isPaused ?? false ? CURLPAUSE_SEND : 0)
        unsafe curl_easy_pause(handle.raw, directions)
    }
}
