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

    /// Whether a response may come by a major version of HTTP.
    func permits(majorVersion: Int) -> Bool {
        switch self {
        case .automatic: true
        case .http1: majorVersion == 1
        case .http2, .http2PriorKnowledge: majorVersion == 2
        case .http3: majorVersion == 3
        }
    }
}
