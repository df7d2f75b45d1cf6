import Foundation
import Glibc
import Synchronization

/// A program that is talked to line by line. It ends, with all it started, when the conversation does.
package final class Conversation: Sendable {
    package let processIdentifier: pid_t
    private let input: Int32
    private let output: Int32
    private let unread = Mutex<[UInt8]>([])
    /// Waiting for an answer blocks a thread, and it must not be one of the few that tasks share.
    private let queue = DispatchQueue(label: "conversation")

    /// Starts a program; `environment` is added to this process's.
    package init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let toProgram = try Spawn.pipe()
        let fromProgram = try Spawn.pipe()
        defer {
            close(toProgram.reading)
            close(fromProgram.writing)
        }
        var spawn = Spawn(executable, arguments)
        spawn.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        spawn.streams = [.descriptor(toProgram.reading), .descriptor(fromProgram.writing), .nothing]
        spawn.startsSession = true
        processIdentifier = try spawn.start()
        (input, output) = (toProgram.writing, fromProgram.reading)
    }

    deinit {
        close(input)
        close(output)
        kill(-processIdentifier, SIGKILL)
        _ = Spawn.blockingWait(for: processIdentifier)
    }

    /// The next line that the program says; `nil` at its end.
    package func nextLine() async -> String? {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: readLine()) }
        }
    }

    /// Says a line, and answers the line that comes back.
    package func ask(_ line: String) async -> String? {
        let bytes = Array((line + "\n").utf8)
        guard bytes.withUnsafeBytes({ write(input, $0.baseAddress, $0.count) }) == bytes.count else { return nil }
        return await nextLine()
    }

    private func readLine() -> String? {
        unread.withLock { unread in
            while true {
                if let end = unread.firstIndex(of: 0x0A) {
                    defer { unread.removeSubrange(...end) }
                    return String(decoding: unread[..<end], as: UTF8.self)
                }
                var part = [UInt8](repeating: 0, count: 4096)
                let count = read(output, &part, part.count)
                guard count > 0 else { return nil }
                unread += part.prefix(count)
            }
        }
    }
}
