internal import Glibc

/// A file that bytes are written to as they come, unbuffered.
struct OutputFile {
    /// Why nothing more can be written.
    struct Failure: Error, CustomStringConvertible {
        fileprivate let name: String
        fileprivate let number: Int32
        /// Whether nobody reads any more, as when `head` has seen enough.
        var isClosedPipe: Bool { number == EPIPE }
        var description: String { unsafe "cannot write to \(name): \(String(cString: strerror(number)))" }
    }

    private let descriptor: Int32
    private let name: String

    static let standard = OutputFile(descriptor: STDOUT_FILENO, name: "standard output")
    static let errors = OutputFile(descriptor: STDERR_FILENO, name: "standard error")

    private init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// A file that is made, or emptied when it is there; "-" is standard output.
    init(path: String) throws(Failure) {
        guard path != "-" else {
            self = .standard
            return
        }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(name: path, number: errno) }
        self.init(descriptor: descriptor, name: path)
    }

    /// Writes all bytes; waits while a reader is slow.
    func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody else has made the terminal or pipe non-blocking.
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe Glibc.poll(&poll, 1, -1)
            } else if errno != EINTR {
                throw Failure(name: name, number: errno)
            }
        }
    }

    /// Writes a text in UTF-8.
    func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

    /// Closes a file of its own.
    func close() throws(Failure) {
        guard descriptor > STDERR_FILENO, Glibc.close(descriptor) != 0 else { return }
        throw Failure(name: name, number: errno)
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
