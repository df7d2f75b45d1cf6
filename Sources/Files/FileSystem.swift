internal import CFiles
internal import Glibc

/// What is done with files by their names.
package enum FileSystem {
    /// What a path leads to.
    package enum Kind: Sendable { case nothing, file, folder, other }

    /// What is at a path; a symbolic link counts as what it leads to.
    package static func kind(of path: String) -> Kind {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return .nothing }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// The path's folder, "." for a name alone.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Gives a file another name, in place of what has it now.
    package static func rename(_ old: String, to new: String) throws(FileError) {
        guard unsafe Glibc.rename(old, new) == 0 else { throw FileError("write", new) }
    }

    /// Gives a file another name unless something has it, even if it came by it just now (the error says so).
    package static func renameWithoutReplacing(_ old: String, to new: String) throws(FileError) {
        if unsafe cfiles_rename_no_replace(old, new) == 0 { return }
        guard [EINVAL, ENOSYS].contains(errno) else { throw FileError("write", new) }
        // A file system without this kind of renaming, such as NFS: a link is never made over something else either.
        guard unsafe link(old, new) == 0 else { throw FileError("write", new) }
        unsafe unlink(old)
    }

    /// Removes a file; that there is none is no failure.
    package static func remove(_ path: String) throws(FileError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw FileError("remove", path) }
    }

    /// Makes a folder that only its owner may look into, unless there is one.
    package static func makeFolder(_ path: String) throws(FileError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST && kind(of: path) == .folder else {
            throw FileError("make", path)
        }
    }

    /// What is in a folder.
    package static func names(in folder: String) throws(FileError) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw FileError("open", folder) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// When a file was written to last, in seconds since 1970; `nil` when there is none.
    package static func modificationTime(of path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
    }

    /// Waits until the names in a folder are on the disk.
    package static func synchronize(folder: String) throws(FileError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", folder) }
        defer { close(descriptor) }
        // Some file systems cannot do this, and need not.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileError("write", folder) }
    }

    /// What changes whenever a file does.
    package struct Stamp: Hashable, Sendable {
        private let numbers: [Int]

        fileprivate init(_ status: stat) {
            let time = status.st_mtim
            numbers = [Int(status.st_dev), Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
        }
    }

    /// The stamp of what a path leads to; `nil` when that is nothing.
    package static func stamp(of path: String) throws(FileError) -> Stamp? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw FileError("examine", path) }
            return nil
        }
        return Stamp(status)
    }

    /// The bytes of a small file; `nil` when there is none, or one of more than `limit` bytes. A symbolic link is refused unless it is
    /// to be followed; what a pipe does not have yet is waited for only if so wanted.
    package static func content(
        of path: String, upTo limit: Int, followsLinks: Bool = false, waits: Bool = false
    ) throws(FileError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW) | (waits ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileError("open", path) }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= limit {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError("read", path) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }

    /// Writes a small file so that its name always leads to either all of the old content or all of the new one, also when the
    /// power fails. Only its owner may read it.
    package static func writeAtomically(_ bytes: [UInt8], to path: String) throws(FileError) {
        let fresh = path + "~"
        try remove(fresh)
        do throws(FileError) {
            let file = try OpenFile(path: fresh, isPrivate: true)
            try file.write(bytes[...], at: 0)
            try file.synchronize()
            try rename(fresh, to: path)
        } catch {
            unsafe unlink(fresh)
            throw error
        }
        try synchronize(folder: folder(of: path))
    }
}
