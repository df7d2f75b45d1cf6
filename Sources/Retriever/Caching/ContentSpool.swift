internal import Digests
internal import Files
internal import Synchronization

/// A file that large content goes into while it comes. It is removed unless it is finished; who gets it then sees to it.
final class ContentSpool: Sendable {
    private struct State {
        /// Not written yet.
        var head: [UInt8] = []
        var size = 0
        var hash = SHA256()
        var isKept = false
    }

    private let state = Mutex(State())
    private let file: OpenFile
    private let name: String
    private let queue: FileQueue

    /// - Throws: When the file cannot be made.
    init(path: String, name: String, queue: FileQueue) throws(FileError) {
        file = try OpenFile(path: path, isPrivate: true)
        self.name = name
        self.queue = queue
    }

    deinit {
        let (isKept, path) = (state.withLock(\.isKept), file.path)
        if !isKept { queue.enqueue { try? FileSystem.remove(path) } }
    }

    /// How many bytes it has got.
    var size: Int { state.withLock { $0.size + $0.head.count } }

    /// Takes what has come before there was a file.
    func begin(with bytes: [UInt8]) { state.withLock { $0.head = bytes } }

    /// Waits until the bytes are with the system: that is how a full disk slows the reader down.
    func write(_ chunk: [UInt8]) async throws(FileError) {
        try await queue.run { () throws(FileError) in
            let (head, position) = self.state.withLock { state in
                defer { state.head = [] }
                return (state.head, state.size)
            }
            try self.file.write(head[...], at: position)
            try self.file.write(chunk[...], at: position + head.count)
            self.state.withLock { state in
                state.hash.update(head[...])
                state.hash.update(chunk[...])
                state.size += head.count + chunk.count
            }
        }
    }

    /// The file with all content on the disk.
    func finish() async throws(FileError) -> StoredFile {
        try await write([])
        try await queue.run { () throws(FileError) in try self.file.synchronize() }
        return state.withLock { state in
            state.isKept = true
            return StoredFile(file: file, name: name, size: state.size, digest: state.hash.finalize())
        }
    }
}
