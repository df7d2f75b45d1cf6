internal import Dispatch
internal import Glibc
internal import Retriever

/// What is piped in.
enum StandardInput {
    /// The content there; `nil` when nothing is piped in, or nothing is in the pipe. Waits for the first of it.
    ///
    /// - Parameter isAskedFor: Whether it is to be read whatever is there, a terminal included.
    static func content(isAskedFor: Bool) -> RequestContent? {
        var status = stat()
        guard unsafe fstat(STDIN_FILENO, &status) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        // A file is sent from its beginning, and once more where that is needed.
        if kind == S_IFREG, lseek(STDIN_FILENO, 0, SEEK_CUR) == 0 {
            guard status.st_size > 0 else { return nil }
            let start = read() ?? []
            return start.count == status.st_size ? content(start) : .file("/dev/stdin", contentType: type(of: start))
        }
        guard isAskedFor || kind == S_IFIFO || kind == S_IFREG, var start = read() else { return nil }
        while start.count < collectedSize {
            guard let more = read() else { return content(start) }
            start += more
        }
        return .stream(Chunks(first: start), contentType: type(of: start))
    }

    /// All of it.
    static func all() -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = read() { bytes += more }
        return bytes
    }

    /// So much is collected first: what is that short can be sent again, and says how long it is.
    private static let collectedSize = 1 << 20

    private static func content(_ bytes: [UInt8]) -> RequestContent { RequestContent(bytes, contentType: type(of: bytes)) }

    /// What the content probably is; as with items, JSON is the common case.
    private static func type(of start: [UInt8]) -> String {
        let first = start.first { $0 > 0x20 }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return ContentBuilder.json }
        return start.contains(0) || String(validating: start, as: UTF8.self) == nil
            ? "application/octet-stream" : "text/plain; charset=utf-8"
    }

    /// The next bytes; `nil` at the end. Blocks.
    fileprivate static func read() -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { return Array(chunk[..<count]) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// The rest of the pipe, read as it can be sent.
    private struct Chunks: AsyncSequence, Sendable {
        let first: [UInt8]

        struct AsyncIterator: AsyncIteratorProtocol {
            var first: [UInt8]?
            private let queue = DispatchQueue(label: "retrieve.input")

            init(first: [UInt8]) { self.first = first }

            mutating func next() async -> [UInt8]? {
                if let first = first.take() { return first }
                return await withCheckedContinuation { continuation in
                    queue.async { continuation.resume(returning: StandardInput.read()) }
                }
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(first: first) }
    }
}
