import Foundation
import Glibc

/// The built `retriever-service` as a process of its own.
package final class ServiceProcess {
    private let identifier: pid_t
    private let output: FileHandle
    private var hasEnded = false

    /// The port it listens on.
    package let port: UInt16
    /// The first line on its standard output.
    package let firstLine: String
    /// Where it is.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Starts it on a free port and waits until it listens.
    package init(database: String, _ arguments: [String] = []) throws {
        let pipe = try Spawn.pipe()
        output = FileHandle(fileDescriptor: pipe.reading, closeOnDealloc: true)
        var spawn = Spawn(Program.built("retriever-service"), ["--port", "0", "--database", database] + arguments)
        spawn.streams = [.nothing, .descriptor(pipe.writing), .descriptor(STDERR_FILENO)]
        identifier = try spawn.start()
        close(pipe.writing)
        var line: [UInt8] = []
        while let byte = try output.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        firstLine = String(decoding: line, as: UTF8.self)
        guard let port = firstLine.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw SpawnError(description: "the service did not listen, see standard error")
        }
        self.port = port
    }

    deinit {
        guard !hasEnded else { return }
        kill(identifier, SIGKILL)
        _ = Spawn.blockingWait(for: identifier)
    }

    /// Sends a signal.
    package func signal(_ number: Int32) { kill(identifier, number) }

    /// Waits for the end and returns the exit status; minus the signal's number when a signal ended it.
    package func wait() -> Int32 {
        hasEnded = true
        return Spawn.blockingWait(for: identifier)
    }

    /// Runs the program to its end.
    package static func run(
        _ arguments: [String], input: String = "", environment: [String: String]? = nil
    ) throws -> Program.Outcome {
        try Program.blockingRun("retriever-service", arguments, input: input, environment: environment)
    }
}
