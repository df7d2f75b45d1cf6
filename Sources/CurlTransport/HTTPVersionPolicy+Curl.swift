internal import CCurl
internal import HTTPSemantics

extension HTTPVersionPolicy {
    /// What libcurl calls it.
    ///
    /// - Throws: When the installed libcurl lacks the version.
    func curlValue() throws(TransferError) -> Int {
        switch self {
        case .automatic: return CURL_HTTP_VERSION_2TLS
        case .http1: return CURL_HTTP_VERSION_1_1
        case .http2:
            try Library.require(.http2)
            return CURL_HTTP_VERSION_2TLS
        case .http2PriorKnowledge:
            try Library.require(.http2)
            return CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
        case .http3:
            try Library.require(.http3)
            return CURL_HTTP_VERSION_3ONLY
        }
    }

    /// Whether a stream on the connection that is being made is better than one more connection. Where HTTP/2 is uncertain and
    /// there is no handshake to tell, libcurl would wait for a whole response before it knows that there are no streams.
    func prefersStreams(isSecure: Bool) -> Bool {
        switch self {
        case .automatic, .http2: isSecure
        case .http1: false
        case .http2PriorKnowledge: Library.reusesPriorKnowledge
        case .http3: true
        }
    }

    /// Whether a response may come by `version`, as in its status line: "HTTP/2".
    func permits(statusLine: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .automatic: true
        case .http1: unsafe statusLine.starts(with: "HTTP/1.".utf8)
        case .http2, .http2PriorKnowledge: unsafe statusLine.starts(with: "HTTP/2".utf8)
        case .http3: unsafe statusLine.starts(with: "HTTP/3".utf8)
        }
    }
}
