internal import CCurl
internal import HTTPSemantics

/// What libcurl is told before a transfer starts.
extension ActiveTransfer {

    func configure() throws(TransferError) {
        let options = transfer.request.options
        handle.serve(self)
        try handle.use(options.proxy)
        try handle.set(CURLOPT_URL, transfer.request.request.url.requestHref)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.milliseconds)
        try handle.set(CURLOPT_TIMEOUT_MS, options.deadline.map { ($0 - start).milliseconds } ?? 0)
        if settings.httpVersion == .http2 || settings.httpVersion == .http3, !isSecure { throw wrongVersion }
        try handle.set(CURLOPT_PIPEWAIT, settings.httpVersion.prefersStreams(isSecure: isSecure) ? 1 : 0)
        try handle.set(CURLOPT_VERBOSE, mayUseHTTP2 ? 1 : 0)
        try configureMethod()
        try configureFields()
    }

    private func configureMethod() throws(TransferError) {
        let method = transfer.request.request.method
        // A method whose content has a meaning says so when there is none: Content-Length: 0 (RFC 9110 §8.6).
        let content = transfer.request.content ?? ([.post, .put, .patch, .query].contains(method) ? .bytes([]) : nil)
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
        // CONNECT names an authority, not a path (RFC 9110 §9.3.6).
        let url = transfer.request.request.url
        let authority = "\(url.host ?? ""):\(url.effectivePort ?? 0)"
        let target = method == .connect ? authority : transfer.request.options.asksServer ? "*" : nil
        try handle.set(CURLOPT_REQUEST_TARGET, target)
    }

    private func configureFields() throws(TransferError) {
        let fields = transfer.request.request.headerFields
        let options = transfer.request.options
        let decodes = options.decodesContent && !fields.contains(.acceptEncoding)
        try handle.set(CURLOPT_ACCEPT_ENCODING, decodes ? "" : nil)
        for field in fields {
            // To libcurl "Name:" removes a field of its own and "Name;" sends one without value.
            appendHeaderLine(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if !fields.contains(.contentType) { appendHeaderLine("Content-Type:") }
        // libcurl would ask by itself when there is much content, and wait for servers that never answer.
        if !waitsForContinue(transfer.request.content) { appendHeaderLine("Expect:") }
        if options.proxy != nil { appendHeaderLine("Proxy-Connection:") }  // no field of HTTP's (RFC 9110 §7.6.1)
        try unsafe handle.set(pointer: CURLOPT_HTTPHEADER, headerLines)
    }

    private func appendHeaderLine(_ line: String) {
        if let longer = unsafe curl_slist_append(headerLines, line) { unsafe headerLines = longer }
    }

    /// Takes what the handle borrows from this object back, before the handle serves another transfer.
    func release() {
        handle.serve(nil)
        unsafe ccurl_setopt_pointer(handle.raw, CURLOPT_HTTPHEADER, nil)
        if forbidsReuse { unsafe ccurl_setopt_long(handle.raw, CURLOPT_FORBID_REUSE, 0) }
    }
}
