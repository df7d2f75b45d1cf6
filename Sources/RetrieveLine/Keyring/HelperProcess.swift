internal import Glibc
internal import Synchronization

/// A program that gets bytes on its standard input and answers with bytes on its standard output. It has the terminal and the environment
/// of this one.
final class HelperProcess: Sendable {
    private struct State {
        var process: pid_t?
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Ends the program, or keeps it from being started.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            if let process = state.process { kill(process, SIGTERM) }
        }
    }

    /// Starts the program and waits for all of its answer; `nil` when it could not be started. Blocks.
    func run(_ path: String, input: [UInt8]) -> [UInt8]? {
        guard let question = Self.makePipe() else { return nil }
        guard let answer = Self.makePipe() else {
            close(question.reading)
            close(question.writing)
            return nil
        }
        let process = start(path, input: question.reading, output: answer.writing)
        close(question.reading)
        close(answer.writing)
        defer { close(answer.reading) }
        if process != nil { Self.write(input, to: question.writing) }
        close(question.writing)
        guard let process else { return nil }
        let bytes = Self.readAll(answer.reading)
        wait(for: process)
        return bytes
    }

    private func start(_ path: String, input: Int32, output: Int32) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        // Signals that are ignored here, such as Ctrl-C during downloads, are to end it.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGPIPE] { unsafe sigaddset(&signals, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        return state.withLock { state -> pid_t? in
            guard !state.isStopped else { return nil }
            var process: pid_t = 0
            let status = unsafe path.withCString { word in
                var words: [UnsafeMutablePointer<CChar>?] = unsafe [UnsafeMutablePointer(mutating: word), nil]
                return unsafe posix_spawn(&process, word, &actions, &attributes, &words, environ)
            }
            guard status == 0 else { return nil }
            state.process = process
            return process
        }
    }

    /// Between the end of the process and the moment in which its number is free, nobody may send it a signal any more.
    private func wait(for process: pid_t) {
        var info = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        state.withLock { $0.process = nil }
        while waitpid(process, nil, 0) == -1, errno == EINTR {}
    }

    private static func makePipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}
