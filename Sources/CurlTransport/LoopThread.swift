internal import Glibc

/// Detached threads of our own.
enum LoopThread {
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

    /// OpenSSL writes to sockets without MSG_NOSIGNAL; a peer that is gone must be an error of this thread's, not the end of the process.
    static func blockClosedPipes() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
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
        blockClosedPipes()
        nameThread("retriever-loop")
        body.run()
        return nil
    }
}
