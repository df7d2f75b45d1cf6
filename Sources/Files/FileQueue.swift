internal import Dispatch

/// Does what may wait for a disk, one thing after the other, on a thread that tasks do not share.
package final class FileQueue: Sendable {
    private let queue = DispatchQueue(label: "retriever.files")

    package init() {}

    /// Does something after all that was asked for before, and waits for it, also when the task is cancelled.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { () throws(Failure) in try body() }) }
        }
        return try result.get()
    }

    /// Does something after all that was asked for before, and does not wait for it.
    package func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async { body() } }
}
