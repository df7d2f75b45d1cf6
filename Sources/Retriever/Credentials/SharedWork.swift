internal import Synchronization

/// Work that is done once, however many wait for its result. Who shares it out joins and leaves under a lock of its own, so that
/// nobody joins what is about to be given up.
final class SharedWork<Value: Sendable>: Sendable {
    private struct State {
        var users = 0
        var task: Task<Void, Never>?
    }

    private let result = Announcement<Result<Value, any Error>>()
    private let state = Mutex(State())
    private let body: @Sendable () async throws -> Value

    init(_ body: @escaping @Sendable () async throws -> Value) { self.body = body }

    /// Says that the result is wanted; each call has its ``leave()``.
    func join() { state.withLock { $0.users += 1 } }

    /// Says that the result is not wanted any more; whether it was wanted by nobody else.
    func leave() -> Bool {
        state.withLock { state in
            state.users -= 1
            return state.users == 0
        }
    }

    /// Ends the work early. Not to be called under a lock: it may run code of others.
    func cancel() { state.withLock(\.task)?.cancel() }

    /// The result, when it is there.
    ///
    /// - Throws: What the work throws; `CancellationError` when this task is cancelled meanwhile.
    func value() async throws -> Value {
        begin()
        return try await result.value().get()
    }

    private func begin() {
        state.withLock { state in
            guard state.task == nil else { return }
            state.task = Task {
                do { result.tell(.success(try await body())) } catch { result.tell(.failure(error)) }
            }
        }
    }
}
