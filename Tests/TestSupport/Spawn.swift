import Foundation
import Glibc

/// Starts programs for tests.
///
/// With `posix_spawn` instead of Foundation's `Process`, whose children inherit the signal mask of the thread that happens to
/// start them (so SIGTERM may never reach them), and whose waiting needs a run loop.
enum Spawn {
    /// What a program's standard streams are; `nil` for nothing.
    struct Streams {
        var input: Int32?
        var output: Int32?
        var errors: Int32?
    }

    /// Starts a program in a process group of its own.
    ///
    /// - Parameter environment: Instead of this process's.
    static func start(
        _ executable: String, _ arguments: [String], environment: [String: String]? = nil, streams: Streams = Streams()
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for (number, descriptor) in [streams.input, streams.output, streams.errors].enumerated() {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        var noSignals = sigset_t()
        posix_spawnattr_init(&attributes)
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var words = ([executable] + arguments).map { strdup($0) } + [nil]
        var variables = (environment ?? ProcessInfo.processInfo.environment).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for text in words + variables { free(text) }
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var identifier = pid_t()
        let result = Loopback.inheritance.withLock { _ in
            posix_spawn(&identifier, executable, &actions, &attributes, &words, &variables)
        }
        guard result == 0 else { throw SpawnError(description: "\(executable): \(String(cString: strerror(result)))") }
        return identifier
    }

    /// A pipe whose ends are closed in programs started meanwhile.
    static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        return try Loopback.inheritance.withLock { _ in
            guard Glibc.pipe(&ends) == 0 else { throw SpawnError(description: "no pipe could be made") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return (ends[0], ends[1])
        }
    }

    /// Waits for the end of a program and answers its exit status; minus the signal's number when a signal ended it.
    static func wait(_ identifier: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }
}

/// Why a program could not be started.
package struct SpawnError: Error, CustomStringConvertible {
    package let description: String
}

/// A program that is run to its end.
package enum Program {
    /// How it ended.
    package struct Outcome: Sendable {
        /// The exit status; minus the signal's number when a signal ended it.
        package let status: Int32
        package let output: String
        package let errors: String
    }

    /// The path of a program that was built beside the tests.
    package static func built(_ name: String) -> String {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent().appending(path: name).path
    }

    /// Runs a program on some input. Input, output and errors go through files, so that none of them can make another wait.
    ///
    /// - Parameter environment: Instead of this process's.
    package static func run(
        _ executable: String, _ arguments: [String], input: String = "", environment: [String: String]? = nil
    ) throws -> Outcome {
        let folder = try TemporaryFolder()
        let names = ["input", "output", "errors"]
        try Data(input.utf8).write(to: URL(filePath: folder.file("input")))
        let descriptors = names.map { open(folder.file($0), O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        defer { for descriptor in descriptors { close(descriptor) } }
        let identifier = try Spawn.start(
            executable, arguments, environment: environment,
            streams: .init(input: descriptors[0], output: descriptors[1], errors: descriptors[2]))
        let status = Spawn.wait(identifier)
        let texts = try names.map { String(decoding: try Data(contentsOf: URL(filePath: folder.file($0))), as: UTF8.self) }
        return Outcome(status: status, output: texts[1], errors: texts[2])
    }
}
