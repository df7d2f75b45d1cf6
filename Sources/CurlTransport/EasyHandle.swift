internal import CCurl
internal import HTTPSemantics

/// A curl easy handle: one transfer at a time, used again for others. Options that are the same for all transfers are set once.
@safe final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    /// Where libcurl writes what went wrong, in its own words.
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init(settings: ConnectionSettings, share: UnsafeMutableRawPointer) throws(TransferError) {
        guard let raw = unsafe curl_easy_init() else {
            throw TransferError(code: .other, phase: nil, message: "libcurl could not make a handle")
        }
        unsafe self.raw = raw
        unsafe errorText.pointee = 0
        try unsafe set(pointer: CURLOPT_ERRORBUFFER, errorText)
        // Security-relevant options are stated, since defaults differ between versions of libcurl.
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_HTTP09_ALLOWED, 0)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try set(CURLOPT_HTTP_VERSION, settings.httpVersion.curlValue())
        if settings.httpVersion == .http2PriorKnowledge, !Library.reusesPriorKnowledge {
            try set(CURLOPT_FRESH_CONNECT, 1)
            try set(CURLOPT_FORBID_REUSE, 1)
        }
        // The last moment before a request leaves, and the first at which its connection is known.
        if settings.httpVersion == .http2 { try check(unsafe ccurl_setopt_prerequest_callback(raw, beforeRequest)) }
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PATH_AS_IS, 1)  // the path was normalised by our parser; libcurl must not decide anew
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_NOPROGRESS, 1)
        try check(unsafe ccurl_open_sockets_close_on_exec(raw))
        try unsafe set(pointer: CURLOPT_SHARE, share)
        try set(CURLOPT_MAXAGE_CONN, settings.idleLifetime.seconds)
        if let age = settings.maximumAge { try set(CURLOPT_MAXLIFETIME_CONN, age.seconds) }
        if let file = settings.tls.authoritiesFile { try set(CURLOPT_CAINFO, file) }
        try check(unsafe ccurl_setopt_data_callback(raw, CURLOPT_WRITEFUNCTION, writeContent))
        try check(unsafe ccurl_setopt_data_callback(raw, CURLOPT_HEADERFUNCTION, writeHeaderLine))
        try check(unsafe ccurl_setopt_data_callback(raw, CURLOPT_READFUNCTION, readContent))
        try check(unsafe ccurl_setopt_seek_callback(raw, seekContent))
    }

    deinit {
        unsafe curl_easy_cleanup(raw)
        unsafe errorText.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) throws(TransferError) {
        try check(unsafe ccurl_setopt_long(raw, option, value))
    }

    func set(offset option: CURLoption, _ value: Int) throws(TransferError) {
        try check(unsafe ccurl_setopt_offset(raw, option, curl_off_t(value)))
    }

    /// Sets an option to a text that libcurl copies, or back to none.
    func set(_ option: CURLoption, _ value: String?) throws(TransferError) {
        guard let value else { return try check(unsafe ccurl_setopt_string(raw, option, nil)) }
        try check(unsafe ccurl_setopt_string(raw, option, value))
    }

    func set(pointer option: CURLoption, _ value: UnsafeRawPointer?) throws(TransferError) {
        try check(unsafe ccurl_setopt_pointer(raw, option, value))
    }

    /// What went wrong in the last transfer, in libcurl's words; may name files and hosts.
    var errorDescription: String { unsafe String(cString: errorText) }

    func info(_ info: CURLINFO) -> Int {
        var value = 0
        unsafe ccurl_getinfo_long(raw, info, &value)
        return value
    }

    func info(offset info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        unsafe ccurl_getinfo_offset(raw, info, &value)
        return Int(value)
    }

    /// Whether the response came over a connection that carries several exchanges at once.
    var isMultiplexed: Bool { info(CURLINFO_HTTP_VERSION) >= CURL_HTTP_VERSION_2_0 }

    /// How far the transfer has come, by the times that libcurl has taken so far.
    func phase(isSecure: Bool) -> TransferError.Phase {
        if info(offset: CURLINFO_STARTTRANSFER_TIME_T) > 0 { return .receiving }
        if info(offset: CURLINFO_PRETRANSFER_TIME_T) > 0 { return .waitingForResponse }
        // The time of connecting is set only when TLS is through as well; the socket has a local port before that.
        if isSecure, info(CURLINFO_LOCAL_PORT) > 0 { return .tlsHandshake }
        return info(offset: CURLINFO_NAMELOOKUP_TIME_T) > 0 ? .connecting : .resolving
    }
}
