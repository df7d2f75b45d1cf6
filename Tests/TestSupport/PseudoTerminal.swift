import Dispatch
import Foundation
import Glibc
import Synchronization

/// A program at a terminal that the test sees and types on.
///
/// Invariant behind `@unchecked`: `screen` is touched on `queue` only.
package final class PseudoTerminal: @unchecked Sendable {
    private let queue = DispatchQueue(label: "retriever.test.terminal")
    private let descriptor: Int32
    private let process: pid_t
    private let hasEnded = Atomic(false)
    /// The program's end, kept open so that what it wrote last can still be read when it has gone.
    private let programEnd: Int32
    private var screen = TerminalScreenContents()

    /// Starts a program at a terminal of a size.
    package init(
        _ executable: String, _ arguments: [String], environment: [String: String], width: Int = 80, height: Int = 24
    ) throws {
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        var (master, slave): (Int32, Int32) = (-1, -1)
        let name = try Loopback.inheritance.withLock { _ in
            guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw RawHTTPError("no pseudo-terminal") }
            for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return String(cString: ttyname(slave))
        }
        descriptor = master
        programEnd = slave
        var spawn = Spawn(executable, arguments)
        spawn.environment = environment.merging(["TERM": "xterm-256color"]) { given, _ in given }
        spawn.streams = [.file(name), .file(name), .file(name)]
        spawn.startsSession = true
        process = try spawn.start()
    }

    deinit {
        if !hasEnded.load(ordering: .relaxed) {
            kill(process, SIGKILL)
            _ = Spawn.blockingWait(for: process)
        }
        close(descriptor)
        close(programEnd)
    }

    /// Types.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Gives the window another size.
    package func resize(width: Int, height: Int) {
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Sends the program a signal.
    package func signal(_ number: Int32) { kill(process, number) }

    /// The processes that the program has started.
    package var children: [pid_t] {
        let list = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        return (list ?? "").split(separator: " ").compactMap { pid_t($0) }
    }

    /// Whether the terminal edits lines and shows what is typed, as shells leave it.
    package var isCooked: Bool {
        var settings = termios()
        tcgetattr(descriptor, &settings)
        return settings.c_lflag & tcflag_t(ICANON) != 0 && settings.c_lflag & tcflag_t(ECHO) != 0
            && settings.c_lflag & tcflag_t(ISIG) != 0
    }

    /// Waits for the program's end; see ``Spawn/wait(for:)``.
    package func waitForExit() async -> Int32 {
        let status = await Spawn.wait(for: process)
        hasEnded.store(true, ordering: .relaxed)  // from now on the number may mean another process
        return status
    }

    /// Waits until the terminal shows a text; half a minute of silence is a failure.
    @discardableResult
    package func wait(for text: String) async throws -> TerminalScreenContents {
        try await wait(for: "“\(text)”") { $0.text.contains(text) }
    }

    /// Waits until what the terminal shows meets a condition.
    @discardableResult
    package func wait(
        for what: String, _ condition: @escaping @Sendable (TerminalScreenContents) -> Bool
    ) async throws -> TerminalScreenContents {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                while !condition(self.screen) {
                    guard self.receive() else {
                        continuation.resume(throwing: RawHTTPError("no \(what) on the terminal:\n\(self.screen.text)"))
                        return
                    }
                }
                continuation.resume(returning: self.screen)
            }
        }
    }

    /// All that a program that has ended has written, its lines ended as it ended them.
    package func allOutput() async throws -> String {
        await withCheckedContinuation { continuation in
            queue.async {
                while self.receive(within: 0) {}
                let text = String(decoding: self.screen.received, as: UTF8.self)
                continuation.resume(returning: text.replacingOccurrences(of: "\r\n", with: "\n"))
            }
        }
    }

    private func receive(within milliseconds: Int32 = 30_000) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return false }
        screen.feed(buffer[..<count])
        return true
    }
}

/// What a terminal shows, for programs that write whole lines: cursor positions, clearing, and the alternate screen are understood,
/// everything else in an escape sequence is recorded.
package struct TerminalScreenContents: Sendable {
    /// The lines, from the top.
    package private(set) var lines: [[UInt8]] = []
    /// Whether the alternate screen is shown.
    package private(set) var isAlternate = false
    /// All bytes that came.
    package private(set) var received: [UInt8] = []
    /// The escape sequences that came, without the escape byte.
    package private(set) var sequences: Set<String> = []
    private var row = 0
    private var sequence: [UInt8]?

    /// The lines as text.
    package var text: String { lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            received.append(byte)
            if sequence != nil {
                sequence?.append(byte)
                if let collected = sequence, collected.count > 1, 0x40...0x7E ~= byte { end(collected) }
            } else if byte == 0x1B {
                sequence = []
            } else if byte == 0x0A {
                row += 1
            } else if byte >= 0x20 {
                while lines.count <= row { lines.append([]) }
                lines[row].append(byte)
            }
        }
    }

    private mutating func end(_ collected: [UInt8]) {
        sequence = nil
        let text = String(decoding: collected, as: UTF8.self)
        sequences.insert(text)
        switch text {
        case "[2J": lines = []
        case "[?1049h": isAlternate = true
        case "[?1049l":
            isAlternate = false
            lines = []
            row = 0
        case _ where text.hasSuffix("H"):
            row = (Int(text.dropFirst().prefix { $0.isNumber }) ?? 1) - 1
            while lines.count <= row { lines.append([]) }
            lines[row] = []
        default: break
        }
    }
}
