internal import CCurl
internal import HTTPSemantics

/// How long a transfer may take.
extension ActiveTransfer {
    /// Whether a time limit has passed; ``timeout()`` says which. A pause is the doing of the reader, or of
    /// whoever makes the request's content.
    func isOverdue(_ now: Moment) -> Bool {
        passedLimit = limitPassed(at: now)
        return passedLimit != nil
    }

    private func limitPassed(at now: Moment) -> TransferError.TimeLimit? {
        let options = transfer.request.options
        if transfer.request.deadline.map({ now >= $0 }) ?? false { return .total }
        if transfer.isDiscarded(now) { return .stall }
        guard handle.info(offset: CURLINFO_PRETRANSFER_TIME_T) > 0 else { return connectingLimitPassed(at: now) }
        let bytes = handle.info(offset: CURLINFO_SIZE_DOWNLOAD_T) + handle.info(offset: CURLINFO_SIZE_UPLOAD_T)
        let isPaused = transfer.isPaused || pump?.isPaused ?? false
        if isPaused { ratePeriod = nil }
        if bytes != lastByteCount || isPaused {
            lastByteCount = bytes
            lastProgress = now
        }
        if now - lastProgress >= options.stallTimeout { return .stall }
        if !hasHead, let limit = options.firstByteTimeout, now - lastProgress >= limit { return .firstByte }
        return !isPaused && isTooSlow(now, bytes: bytes) ? .minimumRate : nil
    }

    private func connectingLimitPassed(at now: Moment) -> TransferError.TimeLimit? {
        let options = transfer.request.options
        lastProgress = now
        let phase = phase
        if phase == .tlsHandshake {
            let since = handshakeStart ?? now
            handshakeStart = since
            if let limit = options.tlsTimeout, now - since >= limit { return .tls }
        } else if phase == .resolving, let since = resolvingStart, let limit = options.resolveTimeout, now - since >= limit {
            return .resolve
        }
        // libcurl limits connecting itself, but not the wait for a connection that another transfer is making.
        return now - start >= options.connectTimeout * 2 ? .connect : nil
    }

    private func isTooSlow(_ now: Moment, bytes: Int) -> Bool {
        guard let rate = limits.minimumRate else { return false }
        guard let period = ratePeriod else {
            ratePeriod = (now, bytes)
            return false
        }
        let elapsed = now - period.start
        guard elapsed >= limits.minimumRatePeriod else { return false }
        ratePeriod = (now, bytes)
        return Double(bytes - period.bytes) < Double(rate) * (elapsed / .seconds(1))
    }

    /// The error for the limit that has passed.
    func timeout() -> TransferError {
        .timedOut(
            passedLimit ?? .total, phase, host: host)
    }

    /// The limit that libcurl itself has seen pass.
    func limitSeenByLibrary() -> TransferError.TimeLimit {
        let isConnecting = handle.info(offset: CURLINFO_PRETRANSFER_TIME_T) == 0
        guard isConnecting, let deadline = transfer.request.deadline else { return isConnecting ? .connect : .total }
        return deadline - .now < .milliseconds(2) ? .total : .connect
    }
}
