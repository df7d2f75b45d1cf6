internal import Digests
internal import Files
internal import Glibc
internal import HTTPSemantics

/// Where a cache keeps what, within its folder. Only its owner may look into it.
struct DiskFolder: Sendable {
    let path: String

    init(_ path: String) { self.path = path }

    var database: String { path + "/responses.sqlite" }
    private var contents: String { path + "/content" }

    /// A name from the database must not lead elsewhere.
    private func contentPath(_ name: String) throws(FileError) -> String {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isASCIIHexDigit) else {
            throw FileError("open", contents + "/…", number: EINVAL)
        }
        return contents + "/" + name
    }

    /// Makes the database's file, which SQLite makes others like, for its owner alone.
    func makeDatabase() throws(FileError) { _ = try OpenFile(path: database, isPrivate: true) }

    /// Makes what is missing.
    func prepare() throws(FileError) {
        try FileSystem.makeFolder(path)
        try FileSystem.makeFolder(contents)
    }

    /// Opens the file of a record.
    ///
    /// - Throws: ``FileError``, also when the content is not the one that was stored.
    func open(_ file: DiskRecord.File, checks: Bool) throws(FileError) -> StoredFile {
        let open = try OpenFile(readingFrom: try contentPath(file.name))
        guard try open.size == file.size else { throw FileError("read", open.path, number: EIO) }
        if checks, try digest(open, file.size) != file.digest { throw FileError("read", open.path, number: EIO) }
        return StoredFile(file: open, name: file.name, size: file.size, digest: file.digest)
    }

    private func digest(_ file: OpenFile, _ size: Int) throws(FileError) -> [UInt8] {
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        var position = 0
        while position < size {
            let count = try file.read(into: &buffer, at: position)
            guard count > 0 else { break }
            hash.update(buffer[..<count])
            position += count
        }
        return hash.finalize()
    }

    /// A new file for content.
    func makeSpool(_ queue: FileQueue) throws(FileError) -> ContentSpool {
        let name = Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: 0...255) })
        return try ContentSpool(path: try contentPath(name), name: name, queue: queue)
    }

    func removeContent(_ names: some Sequence<String>) {
        for name in names {
            if let path = try? contentPath(name) { try? FileSystem.remove(path) }
        }
    }

    /// Files that nobody has written to for a while, so that no process is still about to store them.
    func oldContents(before time: Int) -> [String] {
        let names = (try? FileSystem.names(in: contents)) ?? []
        return names.filter { name in
            guard let path = try? contentPath(name), let modified = FileSystem.modificationTime(of: path) else { return false }
            return modified < time
        }
    }

    /// Removes everything.
    func empty() {
        for suffix in ["", "-wal", "-shm"] { try? FileSystem.remove(database + suffix) }
        removeContent((try? FileSystem.names(in: contents)) ?? [])
    }
}
