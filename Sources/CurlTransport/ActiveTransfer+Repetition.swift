internal import HTTPSemantics

/// Requests that libcurl would send again by itself. It does so with whatever got no answer on a connection that was used again, POST
/// or not, since the server may have closed it meanwhile.
extension ActiveTransfer {
    /// Whether it matters how often the server carries the request out. RFC 9110 §9.2.2.
    var isDelicate: Bool {
        let request = transfer.request.request
        return !request.method.isIdempotent && !request.headerFields.contains(.idempotencyKey)
    }

    /// Whether the server can have got all of the request.
    var wasSent: Bool { wasSentWhole || !isSending }

    /// Whether the request may begin: for the first time; after an answer, as when libcurl proves who asks in several steps; or once
    /// more, when the server cannot have carried it out.
    func mayBegin() -> Bool {
        let isRepetition = awaitsAnswer
        let wasSent = wasSent
        awaitsAnswer = true
        wasSentWhole = false
        // On a stream of HTTP/2 it may also have been refused, which is safe: libcurl 7.88 does not tell the one from the other.
        guard isRepetition, wasSent, stream == nil, isDelicate else { return true }
        return end(
            with: TransferError(
                code: .connectionLost, phase: .waitingForResponse,
                message: "the connection to \(host) was lost while \(TransferError.Phase.waitingForResponse.rawValue)"))
    }
}
