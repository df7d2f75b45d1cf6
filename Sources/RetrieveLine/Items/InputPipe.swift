internal import Dispatch
internal import Files
internal import Glibc
internal import Retriever

/// Something to read that brings its bytes when they come, and only once.
final class InputPipe: Sendable {
    private let descriptor: Int32
    private let isOwned: Bool
    /// What errors call it.
    private let name: String

    /// So much is collected first: what is that short can be sent again, and says how long it is.
    private static let collectedSize = 1 << 20

    static let standardInput = InputPipe(STDIN_FILENO)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isOwned = false
        name = "standard input"
    }

    /// A pipe with a name. Waits until somebody has opened it for writing; `nil` when it cannot be opened.
    init?(path: String) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        isOwned = true
        name = path
    }

    deinit { if isOwned { close(descriptor) } }

    /// The content; `nil` when nothing comes. Waits for the first of it.
    ///
    /// - Parameter type: What it is; `nil` for what its first bytes look like.
    func content(type: String?) throws(FileError) -> RequestContent? {
        guard var start = try read() else { return nil }
        while start.count < Self.collectedSize {
            guard let more = try read() else { return RequestContent(start, contentType: type ?? Self.type(of: start)) }
            start += more
        }
        return .stream(Chunks(first: start, rest: self), contentType: type ?? Self.type(of: start))
    }

    /// The next bytes; `nil` at the end. Blocks.
    func read() throws(FileError) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count == 0 ? nil : Array(chunk[..<count]) }
            switch errno {
            case EINTR: break
            case EAGAIN:
                // Whoever else has the pipe open has it so that reading does not wait.
                var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = unsafe Glibc.poll(&poll, 1, -1)
            case let number: throw FileError("read", name, number: number)
            }
        }
    }

    /// What content probably is; as with items, JSON is the common case.
    static func type(of start: [UInt8]) -> String {
        let first = start.first { $0 > 0x20 }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return ContentBuilder.json }
        return start.contains(0) || String(validating: start, as: UTF8.self) == nil
            ? "application/octet-stream" : "text/plain; charset=utf-8"
    }

    /// The rest, read as it can be sent.
    private struct Chunks: AsyncSequence, Sendable {
        let first: [UInt8]
        let rest: InputPipe

        struct AsyncIterator: AsyncIteratorProtocol {
            var first: [UInt8]?
            let rest: InputPipe
            private let queue = DispatchQueue(label: "retrieve.input")

            init(first: [UInt8], rest: InputPipe) {
                self.first = first
                self.rest = rest
            }

            mutating func next() async throws -> [UInt8]? {
                if let first = first.take() { return first }
                return try await withCheckedThrowingContinuation { [rest] continuation in
                    queue.async { continuation.resume(with: Result { try rest.read() }) }
                }
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(first: first, rest: rest) }
    }
}
