internal import FoundationEssentials

/// What the kernel says about this process.
package enum OwnProcess {
    /// Resident memory in KiB.
    package static func residentMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let size = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw MeasuringError("/proc/self/status does not say how much memory there is")
        }
        return size
    }

    /// The names of all threads.
    package static func threadNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { task in
            // A thread may end while we look.
            try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8).filter { !$0.isNewline }
        }
    }
}
