internal import CCurl
internal import HTTPSemantics

/// The URL of a handle's next request as libcurl understands it. Parsed when it changes: libcurl by itself parses, and writes,
/// the URL of each request anew, which takes a fifth of its time.
@safe final class ParsedTarget {
    private let parts: OpaquePointer
    private var text = ""

    init() throws(TransferError) {
        guard let parts = unsafe curl_url() else {
            throw TransferError(code: .other, phase: nil, message: "libcurl could not make room for an address")
        }
        unsafe self.parts = parts
    }

    deinit { unsafe curl_url_cleanup(parts) }

    /// Makes `url` the target of `handle`.
    ///
    /// - Throws: When libcurl would connect somewhere else than the URL says: an attacker would use the difference.
    func set(_ url: WebURL, of handle: EasyHandle) throws(TransferError) {
        let text = url.requestHref
        guard text != self.text else { return }
        self.text = ""
        // The path was normalised by our parser; libcurl must not decide anew.
        guard unsafe curl_url_set(parts, CURLUPART_URL, text, UInt32(CURLU_PATH_AS_IS)) == CURLUE_OK, names(url) else {
            throw TransferError(CURLE_URL_MALFORMAT, phase: .resolving, systemError: 0, host: url.authority, detail: "")
        }
        // For the few places where libcurl wants the text: it would make it from the parts.
        try handle.set(CURLOPT_URL, text)
        try unsafe handle.set(pointer: CURLOPT_CURLU, UnsafeRawPointer(parts))
        self.text = text
    }

    private func names(_ url: WebURL) -> Bool {
        part(CURLUPART_SCHEME) == url.scheme && part(CURLUPART_HOST) == url.host
            && part(CURLUPART_PORT) == url.port.map { "\($0)" }
    }

    private func part(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(parts, part, &text, 0) == CURLUE_OK, let text = unsafe text else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
