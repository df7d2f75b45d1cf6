internal import CCurl
internal import HTTPSemantics

/// An answer that libcurl left in the socket when it could not send (``UnreadBytes``).
extension ActiveTransfer {
    /// Takes the answer from what was left in the connection; whether it is whole. Over TLS nobody can read it, and without a length
    /// nobody can say that it is all: the reset may have come before the end.
    func takeUnreadAnswer() -> Bool {
        guard !isSecure, headerSize == 0, sent > 0, transfer.request.request.method != .head,
            let bytes = connections.unread.bytes(ofPort: handle.info(CURLINFO_LOCAL_PORT))
        else { return false }
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let content = unsafe Self.content(ofAnswer: bytes) else { return false }
            var rest = unsafe bytes[..<content.lowerBound]
            while unsafe !rest.isEmpty {
                let line = unsafe rest.prefix { $0 != 0x0A }.count + 1
                guard unsafe receive(headerLine: UnsafeRawBufferPointer(rebasing: rest.prefix(line))) else { break }
                unsafe rest = unsafe rest.dropFirst(line)
            }
            guard hasHead || hasPendingHead && receiveHead() else { return false }
            return unsafe content.isEmpty
                || receive(content: UnsafeRawBufferPointer(rebasing: bytes[content])) == content.count
        }
    }

    /// Where the content of a response is, when all of it is there, as it is meant.
    private static func content(ofAnswer bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard unsafe HeaderSection.isStatusLine(bytes) else { return nil }
        var section = HeaderSection()
        var start = 0
        var isWhole = false
        while !isWhole, let end = unsafe bytes[start...].firstIndex(of: 0x0A) {
            isWhole = unsafe section.append(line: UnsafeRawBufferPointer(rebasing: bytes[start...end]))
            start = end + 1
        }
        guard isWhole, let head = section.head, head.headerFields[.transferEncoding] == nil,
            head.headerFields[.contentEncoding] == nil, case .length(let length) = section.fields.framing,
            length <= bytes.count - start
        else { return nil }
        return start..<start + length
    }
}
