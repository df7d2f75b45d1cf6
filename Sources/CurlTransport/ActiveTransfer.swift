internal import CCurl
internal import HTTPSemantics

/// A transfer that runs, together with its handle. Lives on the loop's thread only; libcurl's callbacks point to it.
@safe final class ActiveTransfer {
    let transfer: Transfer
    let handle: EasyHandle
    /// Where the handle goes back to.
    let connections: PoolConnections
    private let readable: ReadableTransfers

    var settings: ConnectionSettings { transfer.pool.settings }

    private var head = HeaderSection()
    var hasHead = false
    /// How much of the request's content was handed to libcurl.
    private var sent = 0
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

    deinit { unsafe curl_slist_free_all(headerLines) }

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

    /// Whether the transfer may go on.
    func receive(headerLine: UnsafeRawBufferPointer) -> Bool {
        // Header lines after the head are trailer fields.
        guard !hasHead, unsafe head.append(line: headerLine) else { return true }
        guard settings.httpVersion.permits(majorVersion: head.majorVersion) else {
            return end(with: wrongVersion)
        }
        hasHead = true
        transfer.receive(head: head)
        readable.append(transfer)
        return true
    }

    /// Ends the transfer with an error that is found in a callback; false, for the callback to answer.
    func end(with error: TransferError) -> Bool {
        transfer.finish(.failure(error))
        readable.append(transfer)
        return false
    }

    func receive(content: UnsafeRawBufferPointer) -> Int {
        guard hasHead else {  // such as after a 101 that nobody asked for: there will be no head any more
            _ = end(with: badResponse("sent content without a response"))
            return 0
        }
        switch unsafe transfer.receive(content) {
        case .taken:
            readable.append(transfer)
            return content.count
        case .pause: return ccurl_writefunc_pause
        case .stop: return 0
        }
    }

    /// Fills `buffer` with the next of the request's content; 0 at its end.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let content = transfer.request.content else { return 0 }
        let part = content[sent...].prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        sent += part.count
        return part.count
    }

    /// Goes back in the request's content, when libcurl has to send it again on another connection.
    func seek(to offset: Int) -> Bool {
        guard let content = transfer.request.content, (0...content.count).contains(offset) else { return false }
        sent = offset
        return true
    }

    /// Lets a paused connection go on; may call back at once.
    func resume() { unsafe curl_easy_pause(handle.raw, CURLPAUSE_CONT) }
}
