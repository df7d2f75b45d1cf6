internal import CCurl
internal import Glibc
internal import Synchronization

/// A thread that carries out transfers, any number of them at once, on one curl multi handle.
///
/// Requests come in through a briefly locked list; everything else belongs to the thread (``LoopCore``). The thread starts with
/// the first transfer and sleeps without using the processor while there is nothing to do.
package final class EventLoop: Sendable {
    /// The loop that clients share.
    package static let shared = EventLoop()

    enum Command {
        case start(Transfer)
        case cancel(Transfer)
        case resume(Transfer)
    }

    private struct Inbox {
        var commands: [Command] = []
        var isSleeping = false
        var wakeUp: WakeUp?
        var failure: TransferError?
    }

    private let inbox = Mutex(Inbox())

    package init() {}

    /// Starts a transfer.
    package func start(_ request: TransferRequest) -> Transfer {
        let transfer = Transfer(request, loop: self)
        submit(.start(transfer))
        return transfer
    }

    func submit(_ command: Command) {
        let (wakeUp, failure) = inbox.withLock { inbox -> (WakeUp?, TransferError?) in
            if inbox.wakeUp == nil { startThread(&inbox) }
            if let failure = inbox.failure { return (nil, failure) }
            inbox.commands.append(command)
            // One wake-up is enough for all that is submitted until the loop looks.
            defer { inbox.isSleeping = false }
            return (inbox.isSleeping ? inbox.wakeUp : nil, nil)
        }
        wakeUp?.call()
        if let failure, case .start(let transfer) = command, transfer.finish(.failure(failure)) { transfer.wakeReader() }
    }

    private func startThread(_ inbox: inout Inbox) {
        inbox.failure = nil
        do throws(TransferError) {
            let multi = try MultiHandle()
            let wakeUp = multi.wakeUp
            try Thread.detach { [self] in LoopCore(multi: multi, loop: self).run() }
            inbox.wakeUp = wakeUp
        } catch {
            inbox.failure = error  // for this call; the next one tries again
        }
    }

    /// All commands that have come since the last call, for the loop's thread.
    func takeCommands() -> [Command] {
        inbox.withLock { inbox in
            inbox.isSleeping = false
            var commands: [Command] = []
            swap(&commands, &inbox.commands)
            return commands
        }
    }

    /// Declares that the loop's thread is about to sleep; false when there are commands to take first.
    func mayFallAsleep() -> Bool {
        inbox.withLock { inbox in
            inbox.isSleeping = inbox.commands.isEmpty
            return inbox.isSleeping
        }
    }
}

/// Detached threads of our own.
private enum Thread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    static func detach(_ run: sending @escaping () -> Void) throws(TransferError) {
        // Handed over whole: the caller gives the closure up (`sending`) and only the new thread calls it.
        nonisolated(unsafe) let run = run
        let body = unsafe Unmanaged.passRetained(Body { unsafe run() })
        var thread = pthread_t()
        let result = unsafe pthread_create(&thread, nil, threadMain, body.toOpaque())
        guard result == 0 else {
            unsafe body.release()
            throw TransferError(code: .other, phase: nil, message: "no thread could be started for transfers")
        }
        pthread_detach(thread)
    }

    /// For people who look at a process with top or a debugger.
    private static func nameThread(_ name: String) {
        guard let file = unsafe fopen("/proc/thread-self/comm", "w") else { return }
        unsafe fputs(name, file)
        unsafe fclose(file)
    }

    private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let argument = unsafe argument else { return nil }
        let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        // OpenSSL writes to sockets without MSG_NOSIGNAL; a peer that is gone must be an error, not the end of the process.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        nameThread("retriever-loop")
        body.run()
        return nil
    }
}
