import Dispatch
import Secrets
import Synchronization

/// Computes password hashes, each a tenth of a second and 64 MiB, on threads of its own and not more than a few at once.
final class PasswordHasher: Sendable {
    /// How many may wait; whoever comes after them is turned away, or a flood of wrong passwords would queue for minutes.
    private static let maximumWaiting = 64
    private let queues: [DispatchQueue]
    private let waiting = Mutex((count: 0, next: 0))

    /// A hasher that computes `parallelism` hashes at once.
    init(parallelism: Int = 2) {
        queues = (0..<max(1, parallelism)).map { DispatchQueue(label: "retriever.service.passwords.\($0)") }
    }

    /// Whether `hash` is that of `password`; `nil` when too many are waiting already.
    func check(_ password: String, against hash: PasswordHash) async -> Bool? { await run { hash.matches(password) } }

    /// Runs `work` on one of the threads.
    private func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        let queue: DispatchQueue? = waiting.withLock { waiting in
            guard waiting.count < Self.maximumWaiting else { return nil }
            waiting.count += 1
            waiting.next = (waiting.next + 1) % queues.count
            return queues[waiting.next]
        }
        guard let queue else { return nil }
        return await withCheckedContinuation { continuation in
            queue.async {
                let value = work()
                self.waiting.withLock { $0.count -= 1 }
                continuation.resume(returning: value)
            }
        }
    }
}
