internal import CCurl
internal import HTTPSemantics

/// A curl easy handle: one transfer at a time, used again for others. Options that are the same for all transfers of a pool are
/// set once.
@safe final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    /// The transfer that libcurl's callbacks are about. Unowned, since the loop keeps it for as long as the handle is in use.
    private var transfer: Unmanaged<ActiveTransfer>?
    /// Where libcurl writes what went wrong, in its own words.
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    /// Texts that libcurl borrows.
    private var lists: [BorrowedTexts] = []
    private let target: ParsedTarget
    private var proxy: ProxyRoute?
    private var authentication: TransferAuthentication?
    /// Whether libcurl was told to sign.
    var hasSignature = false
    private var receiveBufferSize: Int?
    /// The field lines that libcurl has.
    var headerLines: HeaderLines?
    /// The method of the last request, if it was one without content and with an ordinary target.
    var plainMethod: HTTPRequest.Method?

    /// - Parameter unread: Must live as long as the share.
    init(settings: ConnectionSettings, share: UnsafeMutableRawPointer, unread: UnreadBytes) throws(TransferError) {
        target = try ParsedTarget()
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
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))  // fields for the server are none of the proxy's business
        try set(CURLOPT_PROXY, "")  // not from the environment: it is read above this layer
        try set(CURLOPT_NOPROXY, "")
        try set(CURLOPT_NOPROGRESS, 1)
        try check(unsafe ccurl_open_sockets_close_on_exec(raw))
        try unsafe set(pointer: CURLOPT_SHARE, share)
        try unsafe set(pointer: CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(unread).toOpaque())
        try check(unsafe ccurl_setopt_close_callback(raw, closeSocket))
        try set(CURLOPT_MAXAGE_CONN, settings.idleLifetime.seconds)
        if let age = settings.maximumAge { try set(CURLOPT_MAXLIFETIME_CONN, age.seconds) }
        try apply(settings.httpVersion)
        try apply(settings.tls)
        try apply(settings.network)
        try setCallbacks(settings)
    }

    deinit {
        unsafe curl_easy_cleanup(raw)
        unsafe errorText.deallocate()
        lists = []
        headerLines = nil
    }

    private func setCallbacks(_ settings: ConnectionSettings) throws(TransferError) {
        let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_PREREQDATA,
            CURLOPT_RESOLVER_START_DATA, CURLOPT_DEBUGDATA,
        ] {
            try unsafe set(pointer: option, context)
        }
        try check(unsafe ccurl_setopt_data_callback(raw, CURLOPT_WRITEFUNCTION, writeContent))
        try check(unsafe ccurl_setopt_data_callback(raw, CURLOPT_HEADERFUNCTION, writeHeaderLine))
        try check(unsafe ccurl_setopt_data_callback(raw, CURLOPT_READFUNCTION, readContent))
        try check(unsafe ccurl_setopt_seek_callback(raw, seekContent))
        try check(unsafe ccurl_setopt_resolver_callback(raw, beginResolving))
        try check(unsafe ccurl_setopt_log_callback(raw, writeLogLine))
        // The last moment before a request leaves, and the first at which its connection is known.
        try check(unsafe ccurl_setopt_prerequest_callback(raw, beforeRequest))
    }

    // MARK: - The transfer

    /// Names the transfer that the callbacks are about; `nil` when there is none.
    func serve(_ transfer: ActiveTransfer?) { unsafe self.transfer = transfer.map { unsafe Unmanaged.passUnretained($0) } }

    /// The transfer that a callback is about. libcurl lends the pointer to the handle back.
    @inline(__always) static func transfer(_ context: UnsafeMutableRawPointer?) -> ActiveTransfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<EasyHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { unsafe $0.transfer }?
            .takeUnretainedValue()
    }

    /// Asks for a URL.
    func use(target url: WebURL) throws(TransferError) { try target.set(url, of: self) }

    /// Takes the way through a proxy, or none. Said to libcurl when it changes only.
    func use(_ proxy: ProxyRoute?) throws(TransferError) {
        guard proxy != self.proxy else { return }
        try set(proxy)
        self.proxy = proxy
    }

    /// Proves to the server who the client is, or does not. Said to libcurl when it changes only.
    func use(_ authentication: TransferAuthentication?) throws(TransferError) {
        guard authentication != self.authentication else { return }
        try set(authentication)
        self.authentication = authentication
    }

    /// Receives so many bytes at once. A handle whose last transfer left others behind on its connection (HTTP/2) still has its
    /// buffer, and libcurl changes no size then: it goes on with the old one, which is only a matter of speed.
    func use(receiveBufferSize size: Int) {
        guard size != receiveBufferSize, unsafe ccurl_setopt_long(raw, CURLOPT_BUFFERSIZE, size) == CURLE_OK else { return }
        receiveBufferSize = size
    }

    // MARK: - Options

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

    /// Sets an option to bytes that libcurl copies.
    func set(_ option: CURLoption, _ value: [UInt8]) throws(TransferError) {
        let result = unsafe value.withUnsafeBytes { unsafe ccurl_setopt_blob(raw, option, $0.baseAddress, $0.count) }
        try check(result)
    }

    /// Sets an option to texts that live as long as the handle.
    func set(_ option: CURLoption, _ values: [String]) throws(TransferError) {
        guard !values.isEmpty else { return }
        let list = BorrowedTexts(values)
        lists.append(list)
        try unsafe set(pointer: option, list.first)
    }

    // MARK: - What libcurl knows

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

    func info(text info: CURLINFO) -> String? {
        var value: UnsafeMutableRawPointer?
        guard unsafe ccurl_getinfo_pointer(raw, info, &value) == CURLE_OK, let text = unsafe value else { return nil }
        return unsafe String(cString: text.assumingMemoryBound(to: CChar.self))
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

/// A list of texts that libcurl borrows.
@safe private final class BorrowedTexts {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ texts: [String]) {
        for text in texts { if let longer = unsafe curl_slist_append(first, text) { unsafe first = longer } }
    }

    deinit { unsafe curl_slist_free_all(first) }
}
