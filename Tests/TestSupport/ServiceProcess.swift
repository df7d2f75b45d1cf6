import Foundation
import Glibc

/// The built `retriever-service` as a process of its own.
package final class ServiceProcess {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// The port it listens on.
    package let port: UInt16
    /// The first line on its standard output.
    package let firstLine: String

    /// The program, which is built beside the tests.
    static var executable: URL {
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
        return (folder ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()).appending(
            path: "retriever-service")
    }

    /// Starts it on a free port and waits until it listens.
    package init(database: String, _ arguments: [String] = []) throws {
        process.executableURL = Self.executable
        process.arguments = ["--port", "0", "--database", database] + arguments
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        firstLine = String(decoding: line, as: UTF8.self)
        guard let port = firstLine.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            let message = try errors.fileHandleForReading.readToEnd() ?? Data()
            throw RawHTTPError("did not listen: \(firstLine) \(String(decoding: message, as: UTF8.self))")
        }
        self.port = port
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Sends a signal.
    package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end and returns the exit status; minus the signal's number when a signal ended it.
    package func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }

    /// How a run that ends by itself ended.
    package struct Outcome: Sendable {
        /// The exit status.
        package let status: Int32
        /// Standard output.
        package let output: String
        /// Standard error.
        package let errors: String
    }

    /// Runs the program to its end.
    package static func run(
        _ arguments: [String], input: String = "", environment: [String: String]? = nil
    ) throws -> Outcome {
        let process = Process()
        let (typed, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = executable
        process.arguments = arguments
        if let environment { process.environment = environment }
        process.standardInput = typed
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try typed.fileHandleForWriting.close()
        let written = try output.fileHandleForReading.readToEnd() ?? Data()
        let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
            errors: String(decoding: complained, as: UTF8.self))
    }
}
