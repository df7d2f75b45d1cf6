import Dispatch
import Glibc

/// Standard input, output and error, written at once and without buffers.
package enum Console {
    /// Writes a line to standard output.
    package static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// Writes a line to standard error; line breaks inside it become spaces, so that it stays one.
    package static func printError(_ line: String) {
        write(line.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n", to: STDERR_FILENO)
    }

    /// Whether somebody sits at standard input.
    package static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// The next line of standard input, without echo when somebody types it there; `nil` at the end of the input.
    ///
    /// - Parameter prompt: Written to standard error, only when somebody sits there.
    package static func readPassword(prompt: String) -> String? {
        guard isInteractive else { return readLine() }
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return readLine() }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        let guards = Self.endings.map { restoreEcho(settings, before: $0) }
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        write(prompt, to: STDERR_FILENO)  // last: whoever sees it may type, or end the program, at once
        defer {
            for item in guards { item.cancel() }
            for number in Self.endings { signal(number, SIG_DFL) }
            _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            write("\n", to: STDERR_FILENO)
        }
        return readLine()
    }

    private static let endings = [SIGINT, SIGTERM, SIGHUP]

    /// Lets a signal end the program only after the terminal shows again what is typed.
    private static func restoreEcho(_ settings: termios, before number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            var settings = settings
            _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            signal(number, SIG_DFL)
            kill(getpid(), number)
        }
        let isListening = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isListening.signal() }
        source.activate()
        isListening.wait()  // until then the signal would be ignored
        return source
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }  // nobody listens: there is nobody to tell either
            rest = rest.dropFirst(count)
        }
    }
}
