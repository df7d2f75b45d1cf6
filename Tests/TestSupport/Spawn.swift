import Foundation
import Glibc

/// How to start a program.
///
/// With `posix_spawn` instead of Foundation's `Process`, whose children inherit the signal mask of the thread that happens to start
/// them (so SIGTERM may never reach them), and whose waiting needs a run loop.
package struct Spawn: Sendable {
    /// The program's path.
    package var executable: String
    /// The words after its name.
    package var arguments: [String]
    /// Its environment; `nil` for that of the tests.
    package var environment: [String: String]?
    /// The files behind standard input, output and error.
    package var files = ["/dev/null", "/dev/null", "/dev/null"]
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
        for (descriptor, file) in files.enumerated() {
            let flags = descriptor == 0 ? O_RDWR : O_RDWR | O_CREAT
            posix_spawn_file_actions_addopen(&actions, Int32(descriptor), file, flags, 0o600)
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
        guard result == 0 else { throw RawHTTPError("cannot start \(executable): \(String(cString: strerror(result)))") }
        return identifier
    }

    /// Waits for a process that was started.
    ///
    /// - Returns: The exit status; minus the signal's number when a signal ended it.
    package static func wait(for process: pid_t) async -> Int32 {
        await withCheckedContinuation { continuation in
            // A thread of its own: waiting would block one that tasks share.
            Thread.detachNewThread {
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7F
                continuation.resume(returning: signal == 0 ? status >> 8 & 0xFF : -signal)
            }
        }
    }
}

/// A program of this package, which is built beside the tests.
package enum BuiltProgram {
    /// Its path.
    package static func path(_ name: String) -> String {
        ServiceProcess.executable.deletingLastPathComponent().appending(path: name).path
    }

    /// How a run ended.
    package struct Outcome: Sendable {
        /// The exit status; minus the signal's number when a signal ended it.
        package let status: Int32
        /// Standard output.
        package let output: String
        /// Standard error.
        package let errors: String
        /// The lines on standard error.
        package var errorLines: [Substring] { errors.split(separator: "\n", omittingEmptySubsequences: true) }
    }

    /// An environment without display, terminal and the user's files.
    package static func environment(_ folder: TemporaryFolder, _ more: [String: String] = [:]) -> [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_DATA_HOME": folder.path].merging(more) { $1 }
    }

    /// Runs a program to its end.
    package static func run(
        _ name: String, _ arguments: [String], input: String = "", environment: [String: String]? = nil
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        var spawn = Spawn(name.hasPrefix("/") ? name : path(name), arguments)
        spawn.environment = try environment ?? Self.environment(TemporaryFolder())
        spawn.files = [try folder.write(input, to: "input"), folder.file("output"), folder.file("errors")]
        let status = await Spawn.wait(for: try spawn.start())
        func text(_ file: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: folder.file(file))), as: UTF8.self)
        }
        return Outcome(status: status, output: try text("output"), errors: try text("errors"))
    }
}
