internal import Glibc

/// What the system refused to do with a file.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was tried, such as "write".
    package let operation: String
    /// The file.
    package let path: String
    /// The system's number for the reason.
    package let number: Int32

    package init(_ operation: String, _ path: String, number: Int32) {
        self.operation = operation
        self.path = path
        self.number = number
    }

    /// As the system has just said (`errno`).
    init(_ operation: String, _ path: String) { self.init(operation, path, number: errno) }

    /// Whether the reason is that something has the name already.
    package var saysExists: Bool { number == EEXIST }
    /// Whether the reason is that there is nothing of that name.
    package var saysMissing: Bool { number == ENOENT }

    /// The reason in words.
    package var reason: String {
        switch number {
        case ENOSPC: "the disk is full"
        case EDQUOT: "the disk quota is used up"
        case EFBIG: "the file would be larger than is allowed"
        case EACCES, EPERM: "permission denied"
        case EROFS: "the file system is read-only"
        case EISDIR: "it is a folder"
        case ENOTDIR: "a part of the path is no folder"
        case ENOENT: "the folder does not exist"
        case EEXIST: "there is a file of that name"
        case EWOULDBLOCK: "another program keeps it locked"
        case ELOOP: "it is a symbolic link"
        case ENAMETOOLONG: "the name is too long"
        default: unsafe String(cString: strerror(number)).lowercased()
        }
    }

    package var description: String { "cannot \(operation) \(path): \(reason)" }
}
