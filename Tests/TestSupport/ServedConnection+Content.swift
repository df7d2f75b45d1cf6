import Glibc

/// Requests whose content is read apart from their head, and in chunks.
extension ServedConnection {
    /// The next request's head, nothing of its content; `nil` when the client has closed.
    package func readHead() -> Request? {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while !bytes.suffix(4).elementsEqual(end) {
            guard let byte = read(1)?.first else { return nil }
            bytes.append(byte)
        }
        return Request(head: String(decoding: bytes.dropLast(4), as: UTF8.self), body: [])
    }

    /// Says that nothing more will be sent, and goes on receiving.
    package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// So many bytes; `nil` when the client closes before.
    package func readExactly(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let part = read(min(65536, count - bytes.count)) else { return nil }
            bytes += part
        }
        return bytes
    }

    /// Reads and drops so many bytes; how many there were before the client closed.
    package func count(upTo limit: Int) -> Int {
        var count = 0
        // With MSG_TRUNC nothing is copied out of the kernel.
        while count < limit, case let part = recv(descriptor, nil, min(1 << 24, limit - count), Int32(MSG_TRUNC)), part > 0 {
            count += part
        }
        return count
    }

    /// A line without its CR LF; `nil` when the client closes before.
    package func readLine() -> String? {
        var bytes: [UInt8] = []
        while let byte = read(1)?.first {
            bytes.append(byte)
            if bytes.suffix(2) == [0x0D, 0x0A] { return String(decoding: bytes.dropLast(2), as: UTF8.self) }
        }
        return nil
    }

    /// Content in chunks and its trailer lines; `nil` when the client closes before the end or breaks the rules of RFC 9112 §7.1.
    package func readChunkedContent() -> (content: [UInt8], trailerLines: [String])? {
        var content: [UInt8] = []
        while let line = readLine(), let size = Int(line, radix: 16) {
            if size == 0 {
                var lines: [String] = []
                while let line = readLine() {
                    if line.isEmpty { return (content, lines) }
                    lines.append(line)
                }
                return nil
            }
            guard let chunk = readExactly(size), readLine() == "" else { return nil }
            content += chunk
        }
        return nil
    }

    /// The next request with its content in whichever framing it says; `nil` when it breaks off.
    package func readFramedRequest() -> Request? {
        guard let head = readHead() else { return nil }
        if head.values("Transfer-Encoding") == ["chunked"] {
            return readChunkedContent().map { Request(head: head.head, body: $0.content) }
        }
        let length = head.values("Content-Length").first.flatMap { Int($0) } ?? 0
        return readExactly(length).map { Request(head: head.head, body: $0) }
    }
}
