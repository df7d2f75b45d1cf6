internal import CCurl
internal import HTTPSemantics

/// A transfer that runs, together with its handle. Lives on the loop's thread only; libcurl's callbacks point to it.
@safe final class ActiveTransfer {
    let transfer: Transfer
    let handle: EasyHandle
    private let readable: ReadableTransfers

    private var head = HeaderSection()
    private var hasHead = false
    /// How much of the request's content was handed to libcurl.
    private var sent = 0
    private var headerLines: UnsafeMutablePointer<curl_slist>?
    private let start: ContinuousClock.Instant
    private var lastProgress: ContinuousClock.Instant
    private var lastByteCount = -1

    init(_ transfer: Transfer, handle: EasyHandle, readable: ReadableTransfers, now: ContinuousClock.Instant) {
        self.transfer = transfer
        self.handle = handle
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

    // MARK: - Setting up

    /// Below this size content is given to libcurl whole and leaves with the header section in one packet.
    private static let copyLimit = 64 * 1024

    func configure() throws(TransferError) {
        let options = transfer.request.options
        let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        for option in [CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA] {
            try unsafe handle.set(pointer: option, context)
        }
        try handle.set(CURLOPT_URL, transfer.request.request.url.requestHref)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.milliseconds)
        try handle.set(CURLOPT_TIMEOUT_MS, options.deadline.map { ($0 - start).milliseconds } ?? 0)
        // Over TLS a stream on the connection that is being made is preferred to one more connection. Without TLS libcurl would
        // wait for a whole response before it knows that there are no streams.
        try handle.set(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
        try configureMethod()
        try configureFields()
    }

    private func configureMethod() throws(TransferError) {
        let method = transfer.request.request.method
        // A method whose content has a meaning says so when there is none: Content-Length: 0 (RFC 9110 §8.6).
        let content = transfer.request.content ?? ([.post, .put, .patch, .query].contains(method) ? [] : nil)
        try handle.set(CURLOPT_NOBODY, 0)
        try handle.set(CURLOPT_HTTPGET, 1)
        if method == .head { try handle.set(CURLOPT_NOBODY, 1) }
        if let content {
            try handle.set(CURLOPT_POST, 1)
            try handle.set(offset: CURLOPT_POSTFIELDSIZE_LARGE, content.count)
            if content.count <= Self.copyLimit {
                let result = unsafe content.withUnsafeBytes { bytes in
                    // An empty array has no address, and no address would make libcurl ask the read callback.
                    let empty: StaticString = ""
                    let address = unsafe bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
                    return unsafe ccurl_setopt_pointer(handle.raw, CURLOPT_COPYPOSTFIELDS, address)
                }
                try check(result)
            } else {
                try unsafe handle.set(pointer: CURLOPT_POSTFIELDS, nil)
            }
        }
        let implied: HTTPRequest.Method = content != nil ? .post : method == .head ? .head : .get
        try handle.set(CURLOPT_CUSTOMREQUEST, method == implied ? nil : method.rawValue)
        // CONNECT names an authority, not a path (RFC 9110 §9.3.6).
        let url = transfer.request.request.url
        let authority = "\(url.host ?? ""):\(url.effectivePort ?? 0)"
        try handle.set(CURLOPT_REQUEST_TARGET, method == .connect ? authority : nil)
    }

    private func configureFields() throws(TransferError) {
        let fields = transfer.request.request.headerFields
        let decodes = transfer.request.options.decodesContent && !fields.contains(.acceptEncoding)
        try handle.set(CURLOPT_ACCEPT_ENCODING, decodes ? "" : nil)
        for field in fields {
            // To libcurl "Name:" removes a field of its own and "Name;" sends one without value.
            appendHeaderLine(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if !fields.contains(.contentType) { appendHeaderLine("Content-Type:") }
        appendHeaderLine("Expect:")
        try unsafe handle.set(pointer: CURLOPT_HTTPHEADER, headerLines)
    }

    private func appendHeaderLine(_ line: String) {
        if let longer = unsafe curl_slist_append(headerLines, line) { unsafe headerLines = longer }
    }

    /// Takes the handle's pointers to this object back, before the handle serves another transfer.
    func release() {
        for option in [CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA] {
            unsafe ccurl_setopt_pointer(handle.raw, option, nil)
        }
        unsafe ccurl_setopt_pointer(handle.raw, CURLOPT_HTTPHEADER, nil)
    }

    // MARK: - Callbacks

    func receive(headerLine: UnsafeRawBufferPointer) {
        // Header lines after the head are trailer fields.
        guard !hasHead, unsafe head.append(line: headerLine) else { return }
        hasHead = true
        transfer.receive(head: head)
        readable.append(transfer)
    }

    func receive(content: UnsafeRawBufferPointer) -> Int {
        guard hasHead else {  // such as after a 101 that nobody asked for: there will be no head any more
            transfer.finish(.failure(badResponse("sent content without a response")))
            readable.append(transfer)
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

    // MARK: - Ending

    private var isSecure: Bool { transfer.request.request.url.scheme == "https" }

    func outcome(of result: CURLcode) -> Result<Void, TransferError> {
        if result == CURLE_OK {
            return hasHead ? .success(()) : .failure(badResponse("closed the connection without a response"))
        }
        let detail = result == CURLE_PEER_FAILED_VERIFICATION ? verificationFailure : ""
        return .failure(
            TransferError(
                result, phase: handle.phase(isSecure: isSecure), systemError: Int32(handle.info(CURLINFO_OS_ERRNO)),
                host: transfer.request.request.url.authority, detail: detail))
    }

    private func badResponse(_ what: String) -> TransferError {
        TransferError(code: .badResponse, phase: nil, message: "\(transfer.request.request.url.authority) \(what)")
    }

    /// Why the certificate was refused, in OpenSSL's numbers (`X509_V_ERR_…`).
    private var verificationFailure: String {
        switch handle.info(CURLINFO_SSL_VERIFYRESULT) {
        case 0: "the certificate is for another host name"
        case 9: "the certificate is not valid yet"
        case 10: "the certificate has expired"
        case 18, 19: "the certificate is self-signed; to trust it, name its file as the authorities file"
        case 20, 21: "the certificate is from an unknown authority; to trust it, name the authority's file"
        case 23: "the certificate was revoked"
        case let other: "the certificate could not be verified (OpenSSL says \(other))"
        }
    }

    /// Whether the total time is over, or nothing has moved for too long. A pause is the reader's doing.
    func isOverdue(_ now: ContinuousClock.Instant) -> Bool {
        let options = transfer.request.options
        if options.deadline.map({ now >= $0 }) ?? false || transfer.isDiscarded(now) { return true }
        guard handle.info(offset: CURLINFO_PRETRANSFER_TIME_T) > 0 else {
            // libcurl limits connecting itself, but not the wait for a connection that another transfer is making.
            lastProgress = now
            return now - start >= options.connectTimeout * 2
        }
        let bytes = handle.info(offset: CURLINFO_SIZE_DOWNLOAD_T) + handle.info(offset: CURLINFO_SIZE_UPLOAD_T)
        if bytes != lastByteCount || transfer.isPaused {
            lastByteCount = bytes
            lastProgress = now
        }
        return now - lastProgress >= options.stallTimeout
    }

    func timeout() -> TransferError {
        let phase = handle.phase(isSecure: isSecure)
        let host = transfer.request.request.url.authority
        return TransferError(code: .timedOut, phase: phase, message: "timed out while \(phase.rawValue) (\(host))")
    }
}

extension Duration {
    /// Whole milliseconds, at least one: libcurl takes 0 for "no limit".
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int32.max / 1000 else { return Int(Int32.max) }
        return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
