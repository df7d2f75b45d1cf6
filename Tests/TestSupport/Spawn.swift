import Foundation
import Glibc

/// How to start a program.
///
/// With `posix_spawn` instead of Foundation's `Process`, whose children inherit the signal mask of the thread that happens to start
/// them (so SIGTERM may never reach them), and whose waiting needs a run loop.
package struct Spawn: Sendable {
    /// What is behind a standard stream.
    package enum Stream: Sendable {
        case file(String)
        case descriptor(Int32)
        package static let nothing = Stream.file("/dev/null")
    }

    /// The program's path.
    package var executable: String
    /// The words after its name.
    package var arguments: [String]
    /// Its environment; `nil` for that of the tests.
    package var environment: [String: String]?
    /// What is behind standard input, output and error.
    package var streams: [Stream] = [.nothing, .nothing, .nothing]
    /// Whether it leads a session of its own; the first terminal among its files then is the session's.
    package var startsSession = false

    package init(_ executable: String, _ arguments: [String]) {
        self.executable = executable
        self.arguments = arguments
    }

    /// Starts it.
    ///
    /// - Returns: The process, which somebody has to wait for.
    package func start() throws -> pid_t {
        var attributes = posix_spawnattr_t()
        var signals = sigset_t()
        posix_spawnattr_init(&attributes)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let session: Int32 = startsSession ? 0x80 : 0  // POSIX_SPAWN_SETSID, which the headers show to GNU sources only
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for (number, stream) in streams.enumerated() {
            switch stream {
            case .file(let path):
                let flags = number == 0 ? O_RDWR : O_RDWR | O_CREAT
                posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o600)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            }
        }
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        var words = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment ?? ProcessInfo.processInfo.environment
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var identifier = pid_t()
        let result = Loopback.inheritance.withLock { _ in
            posix_spawn(&identifier, executable, &actions, &attributes, &words, &settings)
        }
        guard result == 0 else {
            throw SpawnError(description: "cannot start \(executable): \(String(cString: strerror(result)))")
        }
        return identifier
    }

    /// A pipe whose ends are closed in programs started meanwhile.
    package static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        return try Loopback.inheritance.withLock { _ in
            guard Glibc.pipe(&ends) == 0 else { throw SpawnError(description: "no pipe could be made") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return (ends[0], ends[1])
        }
    }

    /// Waits for a process that was started; blocks the thread.
    ///
    /// - Returns: The exit status; minus the signal's number when a signal ended it.
    package static func blockingWait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : -signal
    }

    /// Waits for a process that was started.
    ///
    /// - Returns: The exit status; minus the signal's number when a signal ended it.
    package static func wait(for process: pid_t) async -> Int32 {
        await onOwnThread { blockingWait(for: process) }
    }
}

/// Why a program could not be started.
package struct SpawnError: Error, CustomStringConvertible {
    package let description: String
}

/// Does something that blocks on a thread of its own: it would block one that tasks share.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
