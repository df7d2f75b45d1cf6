import Foundation

/// A program that is run to its end.
package enum Program {
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

    /// The path of a program of this package, which is built beside the tests.
    package static func built(_ name: String) -> String {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent().appending(path: name).path
    }

    /// An environment without display, terminal and the user's files.
    package static func environment(_ folder: TemporaryFolder, _ more: [String: String] = [:]) -> [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_DATA_HOME": folder.path].merging(more) { $1 }
    }

    /// Runs a program to its end. Its streams are files, so that none of them can make another wait.
    ///
    /// - Parameters:
    ///   - name: A path, or the name of a program of this package.
    ///   - environment: ``environment(_:_:)`` with a folder of its own, unless another is given.
    package static func run(
        _ name: String, _ arguments: [String], input: String = "", environment: [String: String]? = nil
    ) async throws -> Outcome {
        try await onOwnThread { Result { try blockingRun(name, arguments, input: input, environment: environment) } }.get()
    }

    /// As ``run(_:_:input:environment:)``, while the calling thread waits.
    package static func blockingRun(
        _ name: String, _ arguments: [String], input: String = "", environment: [String: String]? = nil
    ) throws -> Outcome {
        let folder = try TemporaryFolder()
        var spawn = Spawn(name.hasPrefix("/") ? name : built(name), arguments)
        spawn.environment = try environment ?? Self.environment(TemporaryFolder())
        spawn.streams = [
            .file(try folder.write(input, to: "input")), .file(folder.file("output")), .file(folder.file("errors")),
        ]
        let status = Spawn.blockingWait(for: try spawn.start())
        func text(_ file: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: folder.file(file))), as: UTF8.self)
        }
        return Outcome(status: status, output: try text("output"), errors: try text("errors"))
    }
}
