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

    /// Whether the log is worth looking at. It costs as much as the request itself: not for an origin that speaks HTTP/1.1.
    var mayUseHTTP2: Bool {
        switch settings.httpVersion {
        case .automatic: isSecure && transfer.pool.isMultiplexed(transfer) ?? true
        case .http2, .http2PriorKnowledge: true
        case .http1, .http3: false
        }
    }

    /// Takes a line of libcurl's log.
    func receive(logLine bytes: UnsafeRawBufferPointer) {
        // Almost all lines are others; "recveived" is how 7.88 spells it.
        guard let first = unsafe bytes.first, "UrR".utf8.contains(first) else { return }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("Using Stream ID: ") {
            stream = Self.number(after: "Using Stream ID: ", in: line)
        } else if line.hasPrefix("REFUSED_STREAM") {
            wasRefused = true
        } else if let code = Self.number(after: "GOAWAY, error=", in: line),
            let last = Self.number(after: "last_stream=", in: line)
        {
            // Whichever transfer of the connection was reading has the line.
            connections.remember(connection, GoAway(lastStream: last, errorCode: code))
        }
    }

    private static func number(after text: String, in line: String) -> Int? {
        guard let range = line.firstRange(of: text) else { return nil }
        return Int(line[range.upperBound...].prefix { $0.isNumber })
    }

    private var connection: ConnectionName {
        ConnectionName(
            localAddress: handle.info(text: CURLINFO_LOCAL_IP) ?? "", localPort: CInt(handle.info(CURLINFO_LOCAL_PORT)),
            remoteAddress: handle.info(text: CURLINFO_PRIMARY_IP) ?? "", remotePort: CInt(handle.info(CURLINFO_PRIMARY_PORT)))
    }

    /// The error of a transfer that ended with its connection or stream, when the server said why.
    func announcedFailure() -> TransferError? {
        guard stream != nil || wasRefused else { return nil }
        if wasRefused, !hasHead {  // libcurl has repeated it itself
            return TransferError(
                code: .connectionLost, phase: phase,
                message: "\(host) refused to process the request, again and again (REFUSED_STREAM)")
        }
        guard let goAway = connections.goAway(of: connection), let stream else { return nil }
        return TransferError(
            code: .connectionLost, phase: phase, isUnprocessed: !hasHead && stream > goAway.lastStream,
            message: "\(host) ended the connection while \(phase.rawValue) (GOAWAY, \(Self.name(ofError: goAway.errorCode)))")
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
