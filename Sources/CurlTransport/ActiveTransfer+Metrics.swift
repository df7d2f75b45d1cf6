internal import CCurl

/// What a transfer took and carried, collected at its end and only when somebody wants it.
extension ActiveTransfer {
    func deliverMetrics(_ outcome: Result<Void, TransferError>) {
        guard transfer.wantsMetrics else { return }
        var metrics = TransferMetrics(waiting: transfer.waitingTime(until: start))
        collectTimes(&metrics)
        collectConnection(&metrics)
        metrics.bytesSent = handle.info(CURLINFO_REQUEST_SIZE) + handle.info(offset: CURLINFO_SIZE_UPLOAD_T)
        metrics.bytesReceived = handle.info(CURLINFO_HEADER_SIZE) + handle.info(offset: CURLINFO_SIZE_DOWNLOAD_T)
        metrics.contentBytes = contentSize
        metrics.error = transfer.failure(outcome)
        transfer.deliver(metrics)
    }

    private func collectTimes(_ metrics: inout TransferMetrics) {
        func time(_ info: CURLINFO) -> Duration? {
            let time = handle.info(offset: info)
            return time > 0 ? .microseconds(time) : nil
        }
        metrics.total = .now - start
        metrics.firstByte = time(CURLINFO_STARTTRANSFER_TIME_T)
        guard handle.info(CURLINFO_NUM_CONNECTS) > 0 else { return }
        let resolved = time(CURLINFO_NAMELOOKUP_TIME_T)
        let connected = time(CURLINFO_CONNECT_TIME_T)
        metrics.resolving = resolved
        if let resolved, let connected { metrics.connecting = connected - resolved }
        if let connected, let secured = time(CURLINFO_APPCONNECT_TIME_T) { metrics.handshake = secured - connected }
    }

    private func collectConnection(_ metrics: inout TransferMetrics) {
        metrics.httpVersion =
            switch handle.info(CURLINFO_HTTP_VERSION) {
            case CURL_HTTP_VERSION_1_0: "1.0"
            case CURL_HTTP_VERSION_1_1: "1.1"
            case CURL_HTTP_VERSION_2_0: "2"
            case CURL_HTTP_VERSION_3: "3"
            default: nil
            }
        metrics.remoteAddress = handle.info(text: CURLINFO_PRIMARY_IP).flatMap { $0.isEmpty ? nil : $0 }
        metrics.localAddress = handle.info(text: CURLINFO_LOCAL_IP).flatMap { $0.isEmpty ? nil : $0 }
        if metrics.remoteAddress != nil {
            metrics.remotePort = handle.info(CURLINFO_PRIMARY_PORT)
            metrics.localPort = handle.info(CURLINFO_LOCAL_PORT)
            metrics.isReused = handle.info(CURLINFO_NUM_CONNECTS) == 0
        }
        metrics.proxy = transfer.request.proxy
    }
}
