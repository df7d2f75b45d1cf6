internal import CCurl
internal import HTTPSemantics

/// The response's header and trailer sections as they come.
extension ActiveTransfer {
    /// Takes a line; whether the transfer may go on.
    func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        awaitsAnswer = false
        if let excess = unsafe excess(afterHeaderLine: line) { return end(with: excess) }
        guard !hasHead else {
            unsafe transfer.receive(trailerLine: line)
            return true
        }
        if unsafe head.append(line: line) {
            // libcurl may answer proxy and server itself: then another head follows, else the content or the end.
            hasPendingHead =
                switch unsafe head.status?.code {
                case 407: transfer.request.proxy?.negotiates == true
                case 401: transfer.request.authentication?.negotiates == true
                default: false
                }
            return hasPendingHead || receiveHead()
        }
        if unsafe line.count <= 2 && (line.first == 0x0A || line.first == 0x0D) { receiveInterimHead() }
        return true
    }

    /// Tells those who listen about an interim response. 100 concerns the content only, 101 nobody asks for (RFC 9110 §15.2).
    private func receiveInterimHead() {
        guard transfer.request.options.onInformationalResponse != nil, let head = unsafe head.head, head.status.code > 101 else {
            return
        }
        transfer.note(head)
        readable.append(transfer)
    }

    /// Takes the final head; whether its content is wanted.
    func receiveHead() -> Bool {
        guard unsafe settings.httpVersion.permits(majorVersion: head.majorVersion) else { return end(with: wrongVersion) }
        hasHead = true
        let framing = unsafe head.fields.framing
        switch framing {
        case .invalid: return end(with: badResponse("contradicts itself on how long its content is"))
        case .chunked(besideLength: true):
            // Whoever stands between may have read the length instead, and take what follows for another response.
            forbidsReuse = true
            unsafe ccurl_setopt_long(handle.raw, CURLOPT_FORBID_REUSE, 1)
        case .untilClose: watchEnd()
        default: break
        }
        unsafe transfer.receive(head: head)
        readable.append(transfer)
        switch unsafe head.status?.code {
        case 417 where waitsForContinue(transfer.request.content):
            // libcurl would repeat the request by itself; the client decides instead.
            transfer.finish(.success(()))
            return false
        case 205:
            // There is no content (RFC 9110 §15.3.6): none is waited for when nothing says where it would end.
            dropsContent = true
            guard framing == .untilClose else { return true }
            transfer.finish(.success(()))
            return false
        default: return true
        }
    }

    /// Notices whether the server itself ends content that ends with the connection. Over TLS nobody else can.
    private func watchEnd() {
        guard isSecure, unsafe head.majorVersion == 1, transfer.request.request.method != .head,
            let code = unsafe head.status?.code, code != 204, code != 304
        else { return }
        closeNotice = unsafe CloseNotice.watch(handle.raw)
    }

    /// Ends the transfer with an error that is found in a callback; false, for the callback to answer.
    func end(with error: TransferError) -> Bool {
        transfer.finish(.failure(error))
        readable.append(transfer)
        return false
    }
}
