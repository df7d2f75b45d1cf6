internal import CCurl
internal import HTTPSemantics

/// What libcurl is told before a transfer starts.
extension ActiveTransfer {
    func configure() throws(TransferError) {
        handle.serve(self)
        try handle.use(transfer.request.proxy)
        try handle.use(transfer.request.authentication)
        if transfer.request.authentication == .negotiate {
            // libcurl 7.88 would lend the connection, whose user the server knows by then, to requests of anybody.
            forbidsReuse = true
            try handle.set(CURLOPT_FORBID_REUSE, 1)
        }
        try handle.use(target: transfer.request.request.url)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, transfer.request.options.connectTimeout.milliseconds)
        try handle.set(CURLOPT_TIMEOUT_MS, transfer.request.deadline.map { ($0 - start).milliseconds } ?? 0)
        if settings.httpVersion == .http2 || settings.httpVersion == .http3, !isSecure { throw wrongVersion }
        try handle.set(CURLOPT_PIPEWAIT, settings.httpVersion.prefersStreams(isSecure: isSecure) ? 1 : 0)
        handle.use(receiveBufferSize: transfer.request.options.receiveBufferSize)
        readsLog = needsLog
        try handle.set(CURLOPT_VERBOSE, readsLog ? 1 : 0)
        try configureMethod()
        try configureFields()
    }

    private func configureMethod() throws(TransferError) {
        let method = transfer.request.request.method
        let asksServer = transfer.request.asksServer
        // Most requests are like the one before on their handle.
        let isPlain = content == nil && method != .connect && !asksServer
        guard !isPlain || handle.plainMethod != method else { return }
        handle.plainMethod = nil
        try handle.set(CURLOPT_NOBODY, 0)
        try handle.set(CURLOPT_HTTPGET, 1)
        var implied = HTTPRequest.Method.get
        if let content {
            implied = try configureContent(content)
        } else if method == .head {
            try handle.set(CURLOPT_NOBODY, 1)
            implied = .head
        }
        try handle.set(CURLOPT_CUSTOMREQUEST, method == implied ? nil : method.rawValue)
        try handle.set(CURLOPT_REQUEST_TARGET, method == .connect ? authorityForm : asksServer ? "*" : nil)
        if isPlain { handle.plainMethod = method }
    }

    /// CONNECT names an authority, not a path (RFC 9110 §9.3.6).
    private var authorityForm: String {
        let url = transfer.request.request.url
        return "\(url.host ?? ""):\(url.effectivePort ?? 0)"
    }

    /// The content to send. A method whose content has a meaning says so when there is none: Content-Length: 0 (RFC 9110 §8.6).
    private var content: TransferContent? {
        transfer.request.content
            ?? (transfer.request.request.method.hasMeaningfulContent ? .bytes([]) : nil)
    }

    private func configureFields() throws(TransferError) {
        let source = HeaderLines.Source(
            fields: transfer.request.request.headerFields, hasContent: content != nil,
            waitsForContinue: waitsForContinue(transfer.request.content), hasProxy: transfer.request.proxy != nil,
            decodesContent: transfer.request.options.decodesContent,
            acceptsAnything: transfer.request.options.acceptsAnything)
        guard handle.headerLines?.source != source else { return }
        let lines = HeaderLines(source)
        try handle.set(CURLOPT_ACCEPT_ENCODING, source.asksForCodings ? "" : nil)
        try unsafe handle.set(pointer: CURLOPT_HTTPHEADER, lines.first)
        handle.headerLines = lines
    }

    /// Takes what the handle borrows from this object back, before the handle serves another transfer.
    func release() {
        handle.serve(nil)
        if forbidsReuse { unsafe ccurl_setopt_long(handle.raw, CURLOPT_FORBID_REUSE, 0) }
    }
}
