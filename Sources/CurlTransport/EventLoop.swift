internal import Glibc
internal import Synchronization

/// A thread that carries out transfers, any number of them at once, on one curl multi handle.
///
/// Requests come in through a briefly locked list, or without a lock from the thread itself; everything else belongs to the
/// thread (``LoopCore``). The thread starts with the first transfer and sleeps without using the processor while there is nothing
/// to do. It runs tasks that prefer it (``LoopExecutor``), which then meet their transfers without changing threads.
package final class EventLoop: Sendable {
    enum Command {
        case start(Transfer)
        case cancel(Transfer)
        case resume(Transfer)
        case drop(ObjectIdentifier)
    }

    /// A part of a task.
    @safe struct Job {
        let job: UnownedJob
        let executor: UnownedTaskExecutor

        func run() { unsafe job.runSynchronously(on: executor) }
    }

    /// What has come for the thread.
    struct Inbox {
        var commands: [Command] = []
        var jobs: [Job] = []
        var isEmpty: Bool { commands.isEmpty && jobs.isEmpty }
    }

    private struct State {
        var inbox = Inbox()
        var isSleeping = false
        var wakeUp: WakeUp?
        var failure: TransferError?
    }

    private let state = Mutex(State())
    /// What the thread sends to itself. Only the thread touches it (``isCurrent``), so it needs no lock.
    @exclusivity(unchecked) private nonisolated(unsafe) var own = Inbox()
    /// How many transfers the thread had when it last looked, and how many parts of tasks others have handed it since.
    private let load = Atomic(0)

    init() {}

    /// The loops that clients share, as many as the machine has processors: threads beyond that only take turns.
    private static let all = (0..<max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))).map { _ in EventLoop() }

    /// The first of the shared loops.
    static func shared(atMost count: Int) -> [EventLoop] { Array(all.prefix(max(1, count))) }

    // MARK: - From any thread

    /// Whether the loop has a thread.
    var isStarted: Bool { state.withLock { $0.wakeUp != nil } }

    func submit(_ command: Command) {
        if isCurrent {
            unsafe own.commands.append(command)
        } else if let failure = deliver({ $0.commands.append(command) }), case .start(let transfer) = command,
            transfer.finish(.failure(failure))
        {
            transfer.wakeReader()
        }
    }

    /// Lets the thread run a part of a task.
    func enqueue(_ job: Job) {
        if isCurrent {
            unsafe own.jobs.append(job)
        } else if let failure = deliver({ $0.jobs.append(job) }) {
            preconditionFailure("A task cannot run: \(failure.message)")
        } else {
            load.add(1, ordering: .relaxed)
        }
    }

    /// Whether the thread, which must be the caller's, has clearly more to do than another loop: so much that a task gains by
    /// moving there, where it has no connection yet.
    func isBusier(than other: EventLoop) -> Bool {
        let others = other.load.load(ordering: .relaxed)
        return unsafe load.load(ordering: .relaxed) + own.jobs.count > others + others / 4 + 4
    }

    /// Puts something into the inbox and wakes the thread; the reason when there is no thread.
    private func deliver(_ put: (inout Inbox) -> Void) -> TransferError? {
        let (wakeUp, failure) = state.withLock { state -> (WakeUp?, TransferError?) in
            if state.wakeUp == nil { startThread(&state) }
            if let failure = state.failure { return (nil, failure) }
            put(&state.inbox)
            // One wake-up is enough for all that is submitted until the loop looks.
            defer { state.isSleeping = false }
            return (state.isSleeping ? state.wakeUp : nil, nil)
        }
        wakeUp?.call()
        return failure
    }

    private func startThread(_ state: inout State) {
        state.failure = nil
        do throws(TransferError) {
            let multi = try MultiHandle()
            let wakeUp = multi.wakeUp
            try LoopThread.detach { [self] in
                becomeCurrent()
                LoopCore(multi: multi, loop: self).run()
            }
            state.wakeUp = wakeUp
        } catch {
            state.failure = error  // for this call; the next one tries again
        }
    }

    /// Makes the calling thread that of the first shared loop, for good. A program that makes one request saves a thread that way,
    /// and on a busy machine the wait for another processor.
    ///
    /// - Parameter first: the task it begins with.
    /// - Throws: when the loop has a thread, or libcurl no memory.
    package static func takeThread(first: @escaping @Sendable () async -> Void) throws(TransferError) -> Never {
        let loop = shared(atMost: 1)[0]
        let multi = try MultiHandle()
        let isTaken = loop.state.withLock { state in
            defer { if state.wakeUp == nil { state.wakeUp = multi.wakeUp } }
            return state.wakeUp != nil
        }
        guard !isTaken else { throw TransferError(code: .other, phase: nil, message: "the loop has a thread already") }
        LoopThread.blockClosedPipes()
        loop.becomeCurrent()
        Task(executorPreference: LoopExecutor.shared(loops: 1), operation: first)
        LoopCore(multi: multi, loop: loop).run()
    }

    // MARK: - Which loop a thread is

    /// Holds the loop in each loop's thread.
    private static let currentKey: pthread_key_t = {
        var key = pthread_key_t()
        let result = unsafe pthread_key_create(&key, nil)
        precondition(result == 0, "The system has no thread-specific key left")
        return key
    }()

    private func becomeCurrent() {
        unsafe pthread_setspecific(Self.currentKey, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether the caller runs on this loop's thread.
    var isCurrent: Bool {
        unsafe pthread_getspecific(Self.currentKey) == UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    // MARK: - For the loop's thread

    /// All that has come since the last call.
    func takeInbox() -> Inbox {
        var taken = Inbox()
        unsafe swap(&taken, &own)
        return state.withLock { state in
            state.isSleeping = false
            if taken.isEmpty {
                swap(&taken, &state.inbox)
            } else if !state.inbox.isEmpty {
                taken.commands += state.inbox.commands
                taken.jobs += state.inbox.jobs
                state.inbox = Inbox()
            }
            return taken
        }
    }

    /// What the thread has sent to itself since the last call.
    func takeOwn() -> Inbox {
        var taken = Inbox()
        unsafe swap(&taken, &own)
        return taken
    }

    /// Says how many transfers the thread has.
    func publish(load count: Int) { load.store(count, ordering: .relaxed) }

    /// Declares that the loop's thread is about to sleep; false when there is something to take first.
    func mayFallAsleep() -> Bool {
        guard unsafe own.isEmpty else { return false }
        return state.withLock { state in
            state.isSleeping = state.inbox.isEmpty
            return state.isSleeping
        }
    }
}
