internal import Glibc

/// What the program cannot do; it ends with status 64.
package struct UsageError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// What went wrong while measuring; the program ends with status 1.
package struct MeasuringError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Runs a benchmark program to its end and turns errors into a line and an exit status.
package func program(_ name: String, body: @Sendable () async throws -> Void) async {
    do {
        try await body()
    } catch {
        let line = Array("\(name): \(error)\n".utf8)
        write(STDERR_FILENO, line, line.count)
        exit(error is UsageError ? 64 : 1)
    }
}
