internal import CCurl
internal import Glibc

extension EasyHandle {
    /// The protocol that the TLS handshake of the handle's connection has agreed on (ALPN, RFC 7301), such as "h2"; empty for none.
    ///
    /// `nil` when it cannot be known: libcurl itself does not tell before the response, and the OpenSSL below it is looked for at
    /// run time, since libcurl may be built on another library.
    var negotiatedProtocol: String? {
        var session: UnsafeMutableRawPointer?
        guard unsafe ccurl_getinfo_pointer(raw, CURLINFO_TLS_SSL_PTR, &session) == CURLE_OK,
            let info = unsafe session?.assumingMemoryBound(to: curl_tlssessioninfo.self),
            unsafe info.pointee.backend == CURLSSLBACKEND_OPENSSL, let connection = unsafe info.pointee.internals,
            let function = unsafe dlsym(nil, "SSL_get0_alpn_selected")
        else { return nil }
        typealias Selected =
            @convention(c) (
                UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<CUnsignedInt>
            ) -> Void
        var name: UnsafePointer<UInt8>?
        var length: CUnsignedInt = 0
        unsafe unsafeBitCast(function, to: Selected.self)(connection, &name, &length)
        return unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF8.self)
    }
}
