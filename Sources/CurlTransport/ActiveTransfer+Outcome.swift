internal import CCurl
internal import HTTPSemantics

/// How a transfer ended, and whether it has to.
extension ActiveTransfer {
    var isSecure: Bool { transfer.request.request.url.isSecure }

    func outcome(of result: CURLcode) -> Result<Void, TransferError> {
        if result == CURLE_OK {
            return hasHead ? .success(()) : .failure(badResponse("closed the connection without a response"))
        }
        let detail = result == CURLE_PEER_FAILED_VERIFICATION ? verificationFailure : hasHead ? shortfall : ""
        return .failure(
            TransferError(
                result, phase: handle.phase(isSecure: isSecure), systemError: Int32(handle.info(CURLINFO_OS_ERRNO)),
                host: transfer.request.request.url.authority, detail: detail))
    }

    func badResponse(_ what: String) -> TransferError {
        TransferError(code: .badResponse, phase: nil, message: "\(transfer.request.request.url.authority) \(what)")
    }

    var wrongVersion: TransferError {
        TransferError(
            code: .wrongVersion, phase: handle.phase(isSecure: isSecure),
            message: "\(transfer.request.request.url.authority) does not speak the version of HTTP that the client insists on")
    }

    /// How much of the content came.
    private var shortfall: String {
        let received = handle.info(offset: CURLINFO_SIZE_DOWNLOAD_T)
        let expected = handle.info(offset: CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        return expected < 0 ? "after \(received) bytes of the content" : "after \(received) of \(expected) bytes of the content"
    }

    /// Why the certificate was refused, in OpenSSL's numbers (`X509_V_ERR_…`).
    private var verificationFailure: String {
        switch handle.info(CURLINFO_SSL_VERIFYRESULT) {
        case 0: "the certificate is for another host name"
        case 9: "the certificate is not valid yet"
        case 10: "the certificate has expired"
        case 18, 19: "the certificate is self-signed; to trust it, name its file as the authorities file"
        case 20, 21: "the certificate is from an unknown authority; to trust it, name the authority's file"
        case 23: "the certificate was revoked"
        case let other: "the certificate could not be verified (OpenSSL says \(other))"
        }
    }

    /// Whether the total time is over, or nothing has moved for too long. A pause is the doing of the reader, or of whoever
    /// makes the request's content.
    func isOverdue(_ now: ContinuousClock.Instant) -> Bool {
        let options = transfer.request.options
        if options.deadline.map({ now >= $0 }) ?? false || transfer.isDiscarded(now) { return true }
        guard handle.info(offset: CURLINFO_PRETRANSFER_TIME_T) > 0 else {
            // libcurl limits connecting itself, but not the wait for a connection that another transfer is making.
            lastProgress = now
            return now - start >= options.connectTimeout * 2
        }
        let bytes = handle.info(offset: CURLINFO_SIZE_DOWNLOAD_T) + handle.info(offset: CURLINFO_SIZE_UPLOAD_T)
        if bytes != lastByteCount || transfer.isPaused || pump?.isPaused ?? false {
            lastByteCount = bytes
            lastProgress = now
        }
        return now - lastProgress >= options.stallTimeout
    }

    func timeout() -> TransferError {
        let phase = handle.phase(isSecure: isSecure)
        let host = transfer.request.request.url.authority
        return TransferError(code: .timedOut, phase: phase, message: "timed out while \(phase.rawValue) (\(host))")
    }
}
