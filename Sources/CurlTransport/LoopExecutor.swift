internal import Synchronization

/// Runs tasks on the threads of the loops, so that a task meets its transfers without changing threads. A task stays on the loop
/// where it was when it waited, unless another loop has clearly less to do.
package final class LoopExecutor: TaskExecutor {
    private let loops: [EventLoop]
    private let next = Atomic(0)

    private init(loops: [EventLoop]) { self.loops = loops }

    /// Executors of the first, the first two, … of all loops. They live as long as the process: tasks do not keep them.
    private static let all = EventLoop.shared(atMost: .max).indices.map { LoopExecutor(loops: EventLoop.shared(atMost: $0 + 1)) }

    /// The executor of as many of the shared loops.
    package static func shared(loops: Int) -> LoopExecutor { all[min(max(1, loops), all.count) - 1] }

    /// Runs a part of a task.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        unsafe loop().enqueue(EventLoop.Job(job: job, executor: asUnownedTaskExecutor()))
    }

    private func loop() -> EventLoop {
        guard let current = loops.first(where: \.isCurrent) else {
            return loops[next.add(1, ordering: .relaxed).oldValue % loops.count]
        }
        return loops.first { $0 !== current && current.isBusier(than: $0) } ?? current
    }
}
