internal import Glibc

/// Standard output for content: bytes as they come, unbuffered.
enum StandardOutput {
    /// Why nothing more can be written.
    struct Failure: Error, CustomStringConvertible {
        fileprivate let number: Int32
        /// Whether nobody reads any more, as when `head` has seen enough.
        var isClosedPipe: Bool { number == EPIPE }
        var description: String { unsafe "cannot write to standard output: \(String(cString: strerror(number)))" }
    }

    /// Writes all bytes; waits while a reader is slow.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody else has made the terminal or pipe non-blocking.
                var poll = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = unsafe Glibc.poll(&poll, 1, -1)
            } else if errno != EINTR {
                throw Failure(number: errno)
            }
        }
    }

    /// Keeps a closed pipe from ending the program in the middle of its work: the loop writes to sockets too.
    static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Ends as other programs do whose reader has gone: quietly, by the signal.
    static func endByClosedPipe() -> Int32 {
        var pipeSignal = sigset_t()
        unsafe sigemptyset(&pipeSignal)
        unsafe sigaddset(&pipeSignal, SIGPIPE)
        signal(SIGPIPE, SIG_DFL)
        unsafe pthread_sigmask(SIG_UNBLOCK, &pipeSignal, nil)
        raise(SIGPIPE)
        return 128 + SIGPIPE
    }
}
