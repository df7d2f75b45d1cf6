internal import CCurl
internal import HTTPSemantics

/// The request's content on its way to libcurl.
extension ActiveTransfer {
    /// Below this size content is given to libcurl whole and leaves with the header section in one packet.
    private static let copyLimit = 64 * 1024

    /// Tells libcurl what content there is; the method that it takes this for.
    func configureContent(_ content: TransferContent) throws(TransferError) -> HTTPRequest.Method {
        if case .bytes(let bytes) = content, bytes.count <= Self.copyLimit, !waitsForContinue(content),
            transfer.request.options.onUploadProgress == nil || bytes.isEmpty
        {
            try handle.set(CURLOPT_POST, 1)
            try handle.set(offset: CURLOPT_POSTFIELDSIZE_LARGE, bytes.count)
            let result = unsafe bytes.withUnsafeBytes { bytes in
                // An empty array has no address, and no address would make libcurl ask the read callback.
                let empty: StaticString = ""
                let address = unsafe bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
                return unsafe ccurl_setopt_pointer(handle.raw, CURLOPT_COPYPOSTFIELDS, address)
            }
            try check(result)
            sent = bytes.count
            return .post
        }
        // libcurl frames it: Content-Length when the length is known, else chunks on HTTP/1.1.
        try handle.set(CURLOPT_UPLOAD, 1)
        try handle.set(offset: CURLOPT_INFILESIZE_LARGE, content.length ?? -1)
        if let timeout = transfer.request.options.continueTimeout {
            try handle.set(CURLOPT_EXPECT_100_TIMEOUT_MS, timeout.milliseconds)
        }
        if sendsTrailers {
            try unsafe handle.set(pointer: CURLOPT_TRAILERDATA, Unmanaged.passUnretained(handle).toOpaque())
            try check(unsafe ccurl_setopt_trailer_callback(handle.raw, makeTrailers))
            // libcurl cannot send trailer sections over HTTP/2.
            try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        }
        return .put
    }

    /// Whether the server is asked if it wants the content. Content that is empty cannot be expected (RFC 9110 §10.1.1).
    func waitsForContinue(_ content: TransferContent?) -> Bool {
        transfer.request.options.continueTimeout != nil && content != nil && content?.length != 0
    }

    /// Whether a trailer section follows the content. With libcurl 7.88 the handle is no good afterwards: it never forgets that it
    /// has sent trailers, and writes the next upload's first chunk in front of its buffer.
    var sendsTrailers: Bool {
        guard case .stream(let stream) = transfer.request.content else { return false }
        return stream.trailerFields != nil
    }

    // MARK: - Callbacks

    /// Fills `buffer` with the next of the content; 0 at its end.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch unsafe nextPortion(into: buffer) {
        case .bytes(let count):
            sent += count
            reportProgress(isEnd: false)
            return count
        case .end:
            hasSentAll = true
            reportProgress(isEnd: true)
            return 0
        case .later: return ccurl_readfunc_pause
        }
    }

    private func nextPortion(into buffer: UnsafeMutableRawBufferPointer) -> ContentPump.Portion {
        switch transfer.request.content {
        case nil: return .end
        case .bytes(let bytes):
            let part = bytes[sent...].prefix(buffer.count)
            unsafe buffer.copyBytes(from: part)
            return part.isEmpty ? .end : .bytes(part.count)
        case .stream(let stream):
            let pump = pump ?? ContentPump(stream, for: transfer)
            self.pump = pump
            return unsafe pump.take(into: buffer)
        }
    }

    private func reportProgress(isEnd: Bool) {
        guard transfer.request.options.onUploadProgress != nil else { return }
        let total = transfer.request.content?.length ?? (isEnd ? sent : nil)
        if transfer.note(sent: sent, of: total) { readable.append(transfer) }
    }

    /// Whether there is content that libcurl has not asked for yet.
    var isSending: Bool {
        guard let content = transfer.request.content, !hasSentAll else { return false }
        return content.length.map { sent < $0 } ?? true
    }

    /// Goes back in the content, when libcurl has to send it again on another connection.
    func seek(to offset: Int) -> Bool {
        let isWhole = wasSent
        switch transfer.request.content {
        case .bytes(let bytes) where (0...bytes.count).contains(offset): break
        case .stream where offset == 0 && !hasMadeTrailers: stopPump()
        default: return false
        }
        wasSentWhole = isWhole
        sent = offset
        hasSentAll = false
        return true
    }

    /// Ends the reading of streamed content.
    func stopPump() {
        pump?.stop()
        pump = nil
    }

    /// The trailer section, which libcurl frees.
    func trailerLines() -> UnsafeMutablePointer<curl_slist>? {
        hasMadeTrailers = true
        var lines: UnsafeMutablePointer<curl_slist>?
        for field in pump?.trailerFields ?? [:] {
            if let longer = unsafe curl_slist_append(lines, "\(field.name): \(field.value)") { unsafe lines = longer }
        }
        return unsafe lines
    }
}
