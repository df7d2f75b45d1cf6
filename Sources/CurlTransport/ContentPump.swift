internal import HTTPSemantics
internal import Synchronization

/// Reads a transfer's content ahead of libcurl: a task of its own fills a buffer, the loop's thread empties it. So neither a slow
/// disk nor a slow program holds the loop up; while there is nothing to send, libcurl pauses the upload.
final class ContentPump: Sendable {
    /// What is there to send.
    enum Portion { case bytes(Int), end, later }

    /// Safe: the continuation is taken out before it is resumed, so it is resumed once.
    @safe private struct State {
        /// What has been read and not been sent, without the first `offset` bytes.
        var chunks: [[UInt8]] = []
        var offset = 0
        var count = 0
        var isComplete = false
        var trailerFields = HTTPFields()
        /// libcurl has paused the upload for want of bytes.
        var isPaused = false
        var isStopped = false
        var task: Task<Void, Never>?
        /// The task, while the buffer is full.
        var writer: UnsafeContinuation<Void, Never>?

        /// Moves bytes from the first chunks to `buffer`; how many.
        mutating func move(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            var moved = 0
            while moved < buffer.count, let chunk = chunks.first {
                let part = chunk[offset...].prefix(buffer.count - moved)
                unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[moved...]).copyBytes(from: part)
                moved += part.count
                offset += part.count
                guard offset == chunk.count else { break }
                chunks.removeFirst()
                offset = 0
            }
            count -= moved
            return moved
        }
    }

    /// So many bytes are read ahead, and one chunk more.
    private static let limit = 256 * 1024
    /// Smaller chunks are put together.
    private static let chunkSize = 64 * 1024

    private let state = Mutex(State())

    /// Begins to read `stream` for `transfer`.
    init(_ stream: ContentStream, for transfer: Transfer) {
        let task = Task.detached { [self] in await run(stream, for: transfer) }
        state.withLock { $0.task = task }
    }

    // MARK: - The task's side

    private func run(_ stream: ContentStream, for transfer: Transfer) async {
        do {
            let next = try stream.checkedReader()
            while let chunk = try await next() { await append(chunk, for: transfer) }
            let trailerFields = try await stream.trailerFields?() ?? [:]
            put(for: transfer) { state in
                state.isComplete = true
                state.trailerFields = trailerFields
            }
        } catch {
            guard !state.withLock(\.isStopped) else { return }
            transfer.fail(TransferError(content: error, host: transfer.request.request.url.authority))
        }
    }

    private func append(_ chunk: [UInt8], for transfer: Transfer) async {
        guard !chunk.isEmpty else { return }
        put(for: transfer) { state in
            guard !state.isStopped else { return }
            state.count += chunk.count
            if let index = state.chunks.indices.last, state.chunks[index].count + chunk.count <= Self.chunkSize {
                state.chunks[index] += chunk
            } else {
                state.chunks.append(chunk)
            }
        }
        await unsafe withUnsafeContinuation { continuation in
            let hasRoom = state.withLock { state in
                guard state.count >= Self.limit, !state.isStopped else { return true }
                unsafe state.writer = continuation
                return false
            }
            if hasRoom { unsafe continuation.resume() }
        }
    }

    /// Changes what there is to send, and wakes an upload that waits for it.
    private func put(for transfer: Transfer, _ change: (inout State) -> Void) {
        let wasPaused = state.withLock { state in
            change(&state)
            defer { state.isPaused = false }
            return state.isPaused
        }
        if wasPaused { transfer.resume() }
    }

    // MARK: - The loop's side

    /// Whether the upload waits for bytes.
    var isPaused: Bool { state.withLock(\.isPaused) }

    /// The fields to send after the content.
    var trailerFields: HTTPFields { state.withLock(\.trailerFields) }

    /// Moves as much as there is, and fits, into `buffer`.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Portion {
        let (portion, writer) = unsafe state.withLock { state -> (Portion, UnsafeContinuation<Void, Never>?) in
            guard state.count > 0 else {
                state.isPaused = !state.isComplete
                return (state.isComplete ? .end : .later, nil)
            }
            let count = unsafe state.move(into: buffer)
            guard state.count < Self.limit else { return (.bytes(count), nil) }
            defer { unsafe state.writer = nil }
            return unsafe (.bytes(count), state.writer)
        }
        unsafe writer?.resume()
        return portion
    }

    /// Ends the reading; nothing of it counts any more.
    func stop() {
        let (task, writer) = unsafe state.withLock { state in
            state.isStopped = true
            state.chunks = []
            state.count = 0
            defer { unsafe state.writer = nil }
            return unsafe (state.task, state.writer)
        }
        task?.cancel()
        unsafe writer?.resume()
    }
}
