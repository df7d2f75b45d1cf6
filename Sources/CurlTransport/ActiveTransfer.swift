internal import CCurl
internal import HTTPSemantics

/// A transfer that runs, together with its handle. Lives on the loop's thread only; libcurl's callbacks point to it.
@safe final class ActiveTransfer {
    let transfer: Transfer
    let handle: EasyHandle
    /// Where the handle goes back to.
    let connections: PoolConnections
    let readable: ReadableTransfers

    var settings: ConnectionSettings { transfer.pool.settings }

    var head = HeaderSection()
    var hasHead = false
    /// Whether the response is one that has no content, whatever follows its head.
    var dropsContent = false
    /// Whether the connection must not be used again.
    var forbidsReuse = false
    /// How much of the request's content was handed to libcurl.
    var sent = 0
    /// Whether libcurl has begun with the trailer section.
    var hasMadeTrailers = false
    /// Reads the request's content, once libcurl has asked for it.
    var pump: ContentPump?
    var headerLines: UnsafeMutablePointer<curl_slist>?
    let start: ContinuousClock.Instant
    var lastProgress: ContinuousClock.Instant
    var lastByteCount = -1

    init(
        _ transfer: Transfer, handle: EasyHandle, connections: PoolConnections, readable: ReadableTransfers,
        now: ContinuousClock.Instant
    ) {
        self.transfer = transfer
        self.handle = handle
        self.connections = connections
        self.readable = readable
        start = now
        lastProgress = now
    }

    deinit {
        pump?.stop()
        unsafe curl_slist_free_all(headerLines)
    }

    /// The active transfer that a handle's callbacks point to.
    static func of(_ handle: UnsafeMutableRawPointer) -> ActiveTransfer? {
        var context: UnsafeMutableRawPointer?
        unsafe ccurl_getinfo_pointer(handle, CURLINFO_PRIVATE, &context)
        return unsafe from(context)
    }

    /// libcurl lends the pointer back; the loop keeps the object while the handle is in use.
    static func from(_ context: UnsafeMutableRawPointer?) -> ActiveTransfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: - Callbacks

    /// Whether the request may leave on the connection that it has been given.
    func maySendRequest() -> Bool {
        guard settings.httpVersion == .http2, let name = handle.negotiatedProtocol, name != "h2" else { return true }
        return end(with: wrongVersion)
    }

    func receive(content: UnsafeRawBufferPointer) -> Int {
        guard hasHead else {  // such as after a 101 that nobody asked for: there will be no head any more
            _ = end(with: badResponse("sent content without a response"))
            return 0
        }
        guard !dropsContent else { return content.count }
        switch unsafe transfer.receive(content) {
        case .taken:
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
