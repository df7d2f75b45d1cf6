internal import Dispatch
internal import Glibc
internal import Synchronization

/// What reaches the program from its terminal and the system.
package enum TerminalEvent: Sendable, Equatable {
    /// A key was pressed.
    case key(Key)
    /// The window has another size now.
    case resized
    /// The program goes on after it was stopped; the terminal may show anything.
    case continued
    /// The system wants the program to stop for a while.
    case stopRequested
    /// The program has to end: a signal's number, or 0 when the terminal is gone.
    case ended(Int32)
}

/// The terminal at standard input and output, taken over between ``enter()`` and ``leave()``.
package final class TerminalDevice: Sendable {
    /// Keys and signals from the time of creation on.
    package let events: AsyncStream<TerminalEvent>

    private let original: termios
    private let isEntered = Mutex(false)
    /// Dispatch's objects may be used from any thread, Swift does not know; these are only made and cancelled.
    nonisolated(unsafe) private let sources: [any DispatchSourceProtocol]
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

    /// Whether standard input and output are a terminal that can move its cursor.
    package static func isUsable(environment: [String: String]) -> Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// Listens to the terminal; `nil` when there is none.
    package init?() {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        original = settings
        let (stream, continuation) = AsyncStream<TerminalEvent>.makeStream()
        events = stream
        let queue = DispatchQueue(label: "retriever.terminal")
        unsafe sources = [Self.keySource(queue, continuation)] + Self.signals.map { Self.signalSource($0, queue, continuation) }
        for source in unsafe sources { source.activate() }
    }

    /// Keys are read off the main actor, when there are some.
    private static func keySource(
        _ queue: DispatchQueue, _ continuation: AsyncStream<TerminalEvent>.Continuation
    ) -> any DispatchSourceProtocol {
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        let decoder = Mutex(KeyDecoder())
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 1024)
            let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else {
                if count == 0 || errno != EINTR && errno != EAGAIN {
                    continuation.yield(.ended(0))
                    source.cancel()
                }
                return
            }
            for key in decoder.withLock({ $0.decode(buffer.prefix(count)) }) { continuation.yield(.key(key)) }
        }
        return source
    }

    private static func signalSource(
        _ number: Int32, _ queue: DispatchQueue, _ continuation: AsyncStream<TerminalEvent>.Continuation
    ) -> any DispatchSourceProtocol {
        if number != SIGCONT && number != SIGWINCH { signal(number, SIG_IGN) }  // those two do nothing by themselves
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        let event: TerminalEvent =
            switch number {
            case SIGWINCH: .resized
            case SIGCONT: .continued
            case SIGTSTP: .stopRequested
            default: .ended(number)
            }
        source.setEventHandler { continuation.yield(event) }
        return source
    }

    deinit {
        leave()
        for source in unsafe sources { source.cancel() }
    }

    /// The size now.
    package var size: TerminalSize {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return TerminalSize(width: 80, height: 24)
        }
        return TerminalSize(width: Int(size.ws_col), height: Int(size.ws_row))
    }

    /// Takes the terminal over: keys come one by one and unseen, the screen is the program's. Repeating it repairs what another
    /// program has changed.
    ///
    /// Ctrl-C and Ctrl-Z still make signals, so that they reach every process of the job, such as the `make` that started this one.
    package func enter() {
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_lflag |= tcflag_t(ISIG)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        isEntered.withLock { $0 = true }
        write(FrameWriter.enter)
    }

    /// Gives the terminal back as it was.
    package func leave() {
        guard
            isEntered.withLock({ entered in
                defer { entered = false }; return entered
            })
        else { return }
        // The shell may have taken the terminal already, and would stop whoever changes it from the background.
        signal(SIGTTOU, SIG_IGN)
        write(FrameWriter.leave)
        var settings = original
        _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        signal(SIGTTOU, SIG_DFL)
    }

    /// Stops the program, as SIGTSTP wants, until the shell lets it go on.
    package func stop() {
        leave()
        // The stop has to happen before the next line runs, so the signal goes to this very thread, which may well be one that
        // Dispatch keeps signals away from.
        var stopSignal = sigset_t()
        var mask = sigset_t()
        unsafe sigemptyset(&stopSignal)
        unsafe sigaddset(&stopSignal, SIGTSTP)
        signal(SIGTSTP, SIG_DFL)
        unsafe pthread_sigmask(SIG_UNBLOCK, &stopSignal, &mask)
        raise(SIGTSTP)
        unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
        signal(SIGTSTP, SIG_IGN)
        enter()
    }

    /// Writes all of a text.
    package func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var poll = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = unsafe Glibc.poll(&poll, 1, -1)
            } else if errno != EINTR {
                return  // the terminal is gone; its hang-up arrives as an event
            }
        }
    }
}
