/// Which versions of HTTP a client speaks.
public enum HTTPVersionPolicy: Hashable, Sendable {
    /// HTTP/2 where the TLS handshake agrees on it (ALPN, RFC 9113 §3.2), else HTTP/1.1.
    case automatic
    /// HTTP/1.1 only.
    case http1
    /// HTTP/2 only, agreed on in the TLS handshake. A server that does not speak it, or has no TLS, is an error.
    case http2
    /// HTTP/2 only, without asking, also without TLS ("h2c"). RFC 9113 §3.3. A server that does not speak it is an error.
    case http2PriorKnowledge
    /// HTTP/3 only. RFC 9114. An error where the installed libcurl does not have it.
    case http3
}
