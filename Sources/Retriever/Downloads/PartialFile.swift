internal import Digests
internal import Files
internal import HTTPSemantics
internal import Synchronization

/// The unfinished file beside a download's destination, with the record of what is in it. One download at a time has it.
final class PartialFile: Sendable {
    let file: OpenFile
    private let recordPath: String
    private let isDurable: Bool
    private let queue = FileQueue()
    private let lastRecord = Mutex<ResumeRecord?>(nil)

    /// Where the unfinished file for a destination is: beside it, named after it, or after the URL when no name is known yet or it is
    /// too long to be made longer.
    static func path(for destination: DownloadDestination, url: WebURL) -> String {
        let hashed = "\(ResumeRecord.key(of: url).prefix(16)).retrieving"
        switch destination.kind {
        case .folder: return destination.path(named: hashed)
        case .file:
            let name = destination.path.split(separator: "/").last ?? ""
            let isShort = name.utf8.count <= 230
            return isShort ? destination.path + ".retrieving" : FileSystem.folder(of: destination.path) + "/" + hashed
        }
    }

    /// Opens or makes the file, and waits a moment for a download that is just ending.
    ///
    /// - Throws: `FileError`, or ``HTTPClientError`` with code `file` when another download has it.
    init(path: String, isDurable: Bool) async throws {
        self.isDurable = isDurable
        recordPath = path + Self.recordSuffix
        for _ in 0..<100 {
            let file = try await queue.run { () throws(FileError) in try OpenFile(path: path) }
            // Whoever had it may have given it its final name meanwhile: then it is no longer ours to write.
            if file.lock(), file.isAtItsPath {
                self.file = file
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw HTTPClientError(.file, "another download is writing \(path)")
    }

    /// What an earlier run has left, as far as the file really has it.
    func record() async throws -> ResumeRecord? {
        try await queue.run { [file] () throws(FileError) in try Self.record(of: file) }
    }

    /// What is noted of an unfinished file, as far as it really has it.
    static func record(of file: OpenFile) throws(FileError) -> ResumeRecord? {
        let bytes = try FileSystem.content(of: file.path + recordSuffix, upTo: ResumeRecord.sizeLimit)
        guard var record = bytes.flatMap({ ResumeRecord($0) }) else { return nil }
        record.done.cut(at: try file.size)
        return record
    }

    private static let recordSuffix = "-record"

    /// Notes what is in the file, after that has reached the disk; `snapshot` is asked in its turn, and before.
    func save(_ snapshot: @escaping @Sendable () -> ResumeRecord?) async throws(FileError) {
        try await queue.run { [self] () throws(FileError) in
            guard let record = snapshot(), lastRecord.withLock({ $0 != record }) else { return }
            try file.synchronize()
            try FileSystem.writeAtomically(record.bytes, to: recordPath)
            lastRecord.withLock { $0 = record }
        }
    }

    /// Makes the file empty again. The record goes first: it must never claim what is not there.
    func reset() async throws(FileError) {
        try await queue.run { [self] () throws(FileError) in
            try FileSystem.remove(recordPath)
            lastRecord.withLock { $0 = nil }
            try file.resize(to: 0)
        }
    }

    /// Removes the file and its record.
    func discard() async throws(FileError) {
        try await queue.run { [self] () throws(FileError) in
            try FileSystem.remove(recordPath)
            try FileSystem.remove(file.path)
        }
    }

    /// Gives the complete file its size, its time and its name.
    ///
    /// - Returns: Its path, which has a number when the policy is to number.
    func place(
        size: Int, modified: HTTPDate?, at path: String, policy: ExistingFilePolicy
    ) async throws(FileError) -> String {
        try await queue.run { [self] () throws(FileError) in
            if try file.size != size { try file.resize(to: size) }
            if let modified { try file.setModificationTime(modified.secondsSinceEpoch) }
            if isDurable { try file.synchronize() }
            let path = try rename(to: path, policy)
            if isDurable { try FileSystem.synchronize(folder: FileSystem.folder(of: path)) }
            try FileSystem.remove(recordPath)
            return path
        }
    }

    private func rename(to path: String, _ policy: ExistingFilePolicy) throws(FileError) -> String {
        guard policy != .replace else {
            try FileSystem.rename(file.path, to: path)
            return path
        }
        let slash = path.lastIndex(of: "/")
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        var candidate = path
        var number = 1
        while true {
            do throws(FileError) {
                try FileSystem.renameWithoutReplacing(file.path, to: candidate)
                return candidate
            } catch {
                guard policy == .number, error.saysExists else { throw error }
                number += 1
                candidate = path.dropLast(name.count) + name.numberedFileName(number)
            }
        }
    }
}

extension HTTPClientError {
    init(_ error: FileError) { self.init(.file, error.description, cause: error) }
}
