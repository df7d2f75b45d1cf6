internal import Glibc

/// A file that is read and written at positions of the caller's choice, by several tasks if need be. Closed with its last reference.
package final class OpenFile: Sendable {
    /// Where it was opened.
    package let path: String
    private let descriptor: Int32

    /// Opens a file for reading and writing and makes it when it is missing, for its owner alone if so wanted. A symbolic link is refused.
    package init(path: String, isPrivate: Bool = false) throws(FileError) {
        self.path = path
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, isPrivate ? 0o600 : 0o666)
        guard descriptor >= 0 else { throw FileError("open", path) }
    }

    /// Opens a file for reading. A symbolic link is refused.
    package init(readingFrom path: String) throws(FileError) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw FileError("open", path) }
    }

    deinit { close(descriptor) }

    /// Keeps everyone else who asks for the lock from getting it, until the file is closed; whether nobody had it before.
    package func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Opens a file for its owner alone, and locks it: nobody else who does so gets it before it is closed. Waits a second for others.
    package static func locked(path: String) throws(FileError) -> OpenFile {
        for _ in 0..<200 {
            let file = try OpenFile(path: path, isPrivate: true)
            // Who had the lock may have put another file in its place.
            if file.lock(), file.isAtItsPath { return file }
            usleep(5000)
        }
        throw FileError("write", path, number: EWOULDBLOCK)
    }

    /// Whether the path still leads to this file.
    package var isAtItsPath: Bool {
        var own = stat()
        var found = stat()
        return unsafe fstat(descriptor, &own) == 0 && lstat(path, &found) == 0
            && own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }

    /// How many bytes it has.
    package var size: Int {
        get throws(FileError) {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { throw FileError("examine", path) }
            return Int(status.st_size)
        }
    }

    /// Cuts it, or lengthens it with zeros.
    package func resize(to size: Int) throws(FileError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw FileError("resize", path) }
    }

    /// Writes all bytes from a position on.
    package func write(_ bytes: ArraySlice<UInt8>, at position: Int) throws(FileError) {
        let failure = unsafe bytes.withUnsafeBytes { bytes -> FileError? in
            var written = 0
            while written < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(position + written))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return FileError("write", path) }
                written += count
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Fills `buffer` from a position on; how many bytes there were.
    package func read(into buffer: inout [UInt8], at position: Int) throws(FileError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(position))
            }
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileError("read", path) }
        }
    }

    /// Waits until everything written is on the disk.
    package func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError("write", path) }
    }

    /// Sets the times of the last change and the last use, in seconds since 1970.
    package func setModificationTime(_ seconds: Int) throws(FileError) {
        let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
        guard unsafe futimens(descriptor, times) == 0 else { throw FileError("set the time of", path) }
    }
}
