internal import CCurl
internal import HTTPSemantics

/// What HTTP/2 servers say about requests that they did not process. libcurl 7.88 tells it in its log only, and repeats such a
/// request only when its stream was refused, not when the whole connection was (GOAWAY, RFC 9113 §6.8).
extension ActiveTransfer {
    /// The end of a connection, as the server announced it.
    struct GoAway {
        /// Streams above this one were not processed.
        let lastStream: Int
        let errorCode: Int
    }

    /// Whether the log is to be read from the beginning: when what it tells may decide whether the request is repeated. To write it
    /// costs libcurl as much as a small request.
    var needsLog: Bool {
        mayUseHTTP2
            && (!transfer.request.request.method.isIdempotent || transfer.request.isRepetition
                || transfer.pool.isMultiplexed(transfer) != true)
    }

    private var mayUseHTTP2: Bool {
        switch settings.httpVersion {
        case .automatic: isSecure && transfer.pool.isMultiplexed(transfer) ?? true
        case .http2, .http2PriorKnowledge: true
        case .http1, .http3: false
        }
    }

    /// Reads the log from now on. A transfer that takes its time tells in its error why its connection ended.
    func readLog() {
        guard !readsLog, mayUseHTTP2 else { return }
        readsLog = true
        unsafe ccurl_setopt_long(handle.raw, CURLOPT_VERBOSE, 1)
    }

    /// Takes a line of libcurl's log.
    func receive(logLine bytes: UnsafeRawBufferPointer) {
        // Almost all lines are others, and making text of them would cost more than the request.
        if let number = unsafe bytes.number(after: "Using Stream ID: ", at: 0) {
            stream = number
        } else if unsafe bytes.starts(with: "REFUSED_STREAM".utf8, at: 0) {
            wasRefused = true
        } else if unsafe bytes.first == UInt8(ascii: "r"), let start = unsafe bytes.position(of: "GOAWAY, error="),
            let code = unsafe bytes.number(after: "GOAWAY, error=", at: start),
            let lastStart = unsafe bytes.position(of: "last_stream="),
            let last = unsafe bytes.number(after: "last_stream=", at: lastStart)
        {
            // Whichever transfer of the connection was reading has the line.
            connections.remember(connection, GoAway(lastStream: last, errorCode: code))
        }
    }

    private var connection: ConnectionName {
        ConnectionName(
            localAddress: handle.info(text: CURLINFO_LOCAL_IP) ?? "", localPort: CInt(handle.info(CURLINFO_LOCAL_PORT)),
            remoteAddress: handle.info(text: CURLINFO_PRIMARY_IP) ?? "", remotePort: CInt(handle.info(CURLINFO_PRIMARY_PORT)))
    }

    /// The error of a transfer that ended with its connection or stream, when the server said why.
    func announcedFailure() -> TransferError? {
        if wasRefused, !hasHead {  // libcurl has repeated it itself
            return TransferError(
                code: .connectionLost, phase: phase,
                message: "\(host) refused to process the request, again and again (REFUSED_STREAM)")
        }
        guard let goAway = connections.goAway(of: connection) else { return nil }
        let isUnprocessed = !hasHead && stream.map { $0 > goAway.lastStream } ?? false
        return TransferError(
            code: .connectionLost, phase: phase, mayBeRepeated: isUnprocessed,
            message: "\(host) ended the connection while \(phase.rawValue) (GOAWAY, \(Self.name(ofError: goAway.errorCode)))")
    }

    /// Whether nobody can say why the transfer failed because the log was not read, and the request may as well be made again with
    /// it: its method allows that (RFC 9110 §9.2.2).
    var isRepeatedForReason: Bool {
        !readsLog && !hasHead && transfer.request.request.method.isIdempotent && transfer.pool.isMultiplexed(transfer) == true
    }

    /// RFC 9113 §7.
    private static func name(ofError code: Int) -> String {
        let names = [
            "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
            "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
            "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
        ]
        return names.indices.contains(code) ? names[code] : "error \(code)"
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func starts(with text: String.UTF8View, at position: Int) -> Bool {
        var position = position
        for byte in text {
            guard position < count, unsafe self[position] == byte else { return false }
            position += 1
        }
        return true
    }

    fileprivate func position(of text: String) -> Int? { indices.first { unsafe starts(with: text.utf8, at: $0) } }

    /// The decimal number after a text that stands at a position.
    fileprivate func number(after text: String, at position: Int) -> Int? {
        guard unsafe starts(with: text.utf8, at: position) else { return nil }
        let digits = unsafe self[(position + text.utf8.count)...].prefix { $0.isASCIIDigit }
        return unsafe Int(String(decoding: digits, as: UTF8.self))
    }
}
