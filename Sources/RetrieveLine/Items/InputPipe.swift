internal import Dispatch
internal import Glibc
internal import Retriever

/// Something to read that brings its bytes when they come, and only once.
final class InputPipe: Sendable {
    private let descriptor: Int32
    private let isOwned: Bool

    /// So much is collected first: what is that short can be sent again, and says how long it is.
    private static let collectedSize = 1 << 20

    static let standardInput = InputPipe(STDIN_FILENO)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isOwned = false
    }

    /// A pipe with a name. Waits until somebody has opened it for writing; `nil` when it cannot be opened.
    init?(path: String) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        isOwned = true
    }

    deinit { if isOwned { close(descriptor) } }

    /// The content; `nil` when nothing comes. Waits for the first of it.
    ///
    /// - Parameter type: What it is; `nil` for what its first bytes look like.
    func content(type: String?) -> RequestContent? {
        guard var start = read() else { return nil }
        while start.count < Self.collectedSize {
            guard let more = read() else { return RequestContent(start, contentType: type ?? Self.type(of: start)) }
            start += more
        }
        return .stream(Chunks(first: start, rest: self), contentType: type ?? Self.type(of: start))
    }

    /// The next bytes; `nil` at the end. Blocks.
    func read() -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { return Array(chunk[..<count]) }
            guard count < 0, errno == EINTR else { return nil }
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

            mutating func next() async -> [UInt8]? {
                if let first = first.take() { return first }
                return await withCheckedContinuation { [rest] continuation in
                    queue.async { continuation.resume(returning: rest.read()) }
                }
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(first: first, rest: rest) }
    }
}
