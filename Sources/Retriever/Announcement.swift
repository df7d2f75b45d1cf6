internal import Synchronization

/// A value that is told once to all who wait for it, or ask later.
final class Announcement<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
    }

    private let state = Mutex(State())

    /// Tells the value, unless one has been told before.
    func tell(_ value: Value) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.value == nil else { return [] }
            state.value = value
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The value, when it has been told.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func value() async throws -> Value {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.value == nil, !Task.isCancelled else { return true }
                    state.waiting[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
        }
        guard let value = state.withLock(\.value) else { throw CancellationError() }
        return value
    }
}
