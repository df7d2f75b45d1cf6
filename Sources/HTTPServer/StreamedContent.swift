internal import Synchronization

/// Content of a response that is written while it is sent. Memory is bounded: who writes waits for the client to take it.
package final class StreamedContent: Sendable {
    private struct State {
        var chunks: [ArraySlice<UInt8>] = []
        var waitingBytes = 0
        var end: End?
        /// Nobody reads any more.
        var isGone = false
        /// Wakes the connection that rests.
        var wake: (@Sendable () -> Void)?
        var writer: CheckedContinuation<Void, Never>?
    }

    private enum End { case complete, failed }

    /// What the connection is to do.
    enum Step {
        case send(Int)
        case rest
        case finish
        case fail
    }

    /// How many bytes there will be; `nil` when only the end tells.
    package let length: Int?
    private let state = Mutex(State())
    private let onGone: @Sendable () -> Void
    private static let limit = 256 * 1024

    /// - Parameter onGone: Called once when the connection wants no more, be it because all is sent or because it is lost.
    package init(length: Int?, onGone: @escaping @Sendable () -> Void = {}) {
        self.length = length
        self.onGone = onGone
    }

    // MARK: - Writing, in one task

    /// Adds bytes, and waits until there is room for more.
    ///
    /// - Returns: Whether somebody reads.
    package func write(_ bytes: [UInt8]) async -> Bool {
        change { state in
            guard !bytes.isEmpty, !state.isGone else { return }
            state.chunks.append(bytes[...])
            state.waitingBytes += bytes.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.waitingBytes < Self.limit || state.isGone || Task.isCancelled { return true }
                    state.writer = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.writer.take() }?.resume()
        }
        return !state.withLock(\.isGone)
    }

    /// Ends the content.
    package func finish() { change { $0.end = $0.end ?? .complete } }

    /// Breaks the content off: the connection is closed before its end.
    package func fail() { change { $0.end = $0.end ?? .failed } }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state in
            body(&state)
            return state.wake.take()
        }
        wake?()
    }

    // MARK: - Reading, on the connection's server thread

    /// Moves bytes into `buffer`.
    ///
    /// - Parameter rest: Lets the connection rest; returns what wakes it, or `nil` when it may not rest.
    func read(into buffer: UnsafeMutableRawBufferPointer, resting rest: () -> (@Sendable () -> Void)?) -> Step {
        var writer: CheckedContinuation<Void, Never>?
        defer { writer?.resume() }
        return state.withLock { state in
            guard let chunk = state.chunks.first else {
                if let end = state.end { return end == .complete ? .finish : .fail }
                // Under the lock, so that nobody wakes it before it rests.
                state.wake = rest()
                return state.wake == nil ? .fail : .rest
            }
            let part = chunk.prefix(buffer.count)
            unsafe buffer.copyBytes(from: part)
            state.waitingBytes -= part.count
            if part.count == chunk.count { state.chunks.removeFirst() } else { state.chunks[0] = chunk.dropFirst(part.count) }
            if state.waitingBytes < Self.limit { writer = state.writer.take() }
            return .send(part.count)
        }
    }

    /// The connection wants no more.
    func close() {
        let writer = state.withLock { state in
            state.isGone = true
            state.chunks = []
            return state.writer.take()
        }
        writer?.resume()
        onGone()
    }
}
