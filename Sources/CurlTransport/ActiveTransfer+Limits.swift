internal import CCurl

/// What a server may send.
extension ActiveTransfer {
    /// Counts a header or trailer line; the error when there are too many.
    func excess(afterHeaderLine line: UnsafeRawBufferPointer) -> TransferError? {
        headerSize += line.count
        if unsafe HeaderSection.isStatusLine(line) {
            interimCount += 1
        } else if line.count > 2 {
            fieldCount += 1
        }
        if headerSize > limits.headerBytes {
            return excess("more than \(limits.headerBytes) bytes of header fields", limit: "headerBytes")
        }
        if fieldCount > limits.fieldCount {
            return excess("more than \(limits.fieldCount) header fields", limit: "fieldCount")
        }
        if interimCount > limits.interimResponses + 1 {
            return excess("more than \(limits.interimResponses) interim responses", limit: "interimResponses")
        }
        return nil
    }

    /// The error when `count` more bytes of decoded content are too many.
    func excess(afterContent count: Int) -> TransferError? {
        let size = contentSize + count
        if let limit = limits.contentBytes, size > limit {
            return excess("more than \(limit) bytes of content", limit: "contentBytes")
        }
        // libcurl counts what it has received a buffer late; so little content is no danger in any case.
        guard size > 64 * 1024 * limits.decodingRatio else { return nil }
        let received = handle.info(offset: CURLINFO_SIZE_DOWNLOAD_T) + 64 * 1024
        guard size / limits.decodingRatio > received else { return nil }
        return excess("content that is more than \(limits.decodingRatio) times larger when decoded", limit: "decodingRatio")
    }

    private func excess(_ what: String, limit: String) -> TransferError {
        TransferError(
            code: .limitExceeded, phase: .receiving,
            message: "\(host) sent \(what); the limit is set by limits.\(limit)")
    }
}
