internal import Digests
internal import Files
internal import Synchronization

/// Digests a file while it is written, in the order of its bytes, whatever the order in which they come: it follows the part that has
/// no gap, and reads it from the system's memory.
///
/// Invariant behind `@unchecked`: `hash`, `position` and `failure` are touched on `queue` only.
final class ContentHasher: @unchecked Sendable {
    private let file: OpenFile
    private let queue = FileQueue()
    private let target = Mutex(0)
    private var hash = SHA256()
    private var position = 0
    private var failure: FileError?

    /// How far the gap-free part grows before it is followed.
    private static let step = 4 << 20
    private static let bufferSize = 256 * 1024

    init(_ file: OpenFile) { self.file = file }

    /// Goes on up to a position, some time.
    func follow(to end: Int) {
        let isDue = target.withLock { target in
            guard end - target >= Self.step else { return false }
            target = end
            return true
        }
        if isDue { queue.enqueue { self.read(to: end) } }
    }

    /// The digest of the first `size` bytes.
    func digest(size: Int) async throws -> SHA256Digest {
        try await queue.run { () throws(FileError) in
            self.read(to: size)
            if let failure = self.failure { throw failure }
            guard self.position == size else {
                throw FileError("read", self.file.path, number: 5)  // EIO: shorter than what was written
            }
            return SHA256Digest(unchecked: self.hash.finalize())
        }
    }

    private func read(to end: Int) {
        var buffer: [UInt8] = []
        do {
            while position < end {
                let size = min(Self.bufferSize, end - position)
                if buffer.count != size { buffer = [UInt8](repeating: 0, count: size) }
                let count = try file.read(into: &buffer, at: position)
                guard count > 0 else { return }
                hash.update(buffer[..<count])
                position += count
            }
        } catch {
            failure = error
        }
    }
}
