internal import Files
internal import Glibc

/// Folders of the user's for this program, by the XDG Base Directory Specification.
struct UserFolder {
    private let variable: String
    private let fallback: String

    static let cache = UserFolder(variable: "XDG_CACHE_HOME", fallback: ".cache")
    static let configuration = UserFolder(variable: "XDG_CONFIG_HOME", fallback: ".config")

    /// Its path, also when there is no such folder yet.
    var path: String {
        // A relative path is to be ignored, says the specification.
        if let given = Self.environment(variable), given.utf8.first == UInt8(ascii: "/") { return given + "/retrieve" }
        return (Self.environment("HOME") ?? "/tmp") + "/\(fallback)/retrieve"
    }

    /// Its path; it is there afterwards.
    func make() throws(FileError) -> String {
        try Self.make(path)
        return path
    }

    /// Makes a folder and those around it.
    static func make(_ path: String) throws(FileError) {
        guard FileSystem.kind(of: path) != .folder else { return }
        try make(FileSystem.folder(of: path))
        try FileSystem.makeFolder(path)
    }

    private static func environment(_ name: String) -> String? {
        unsafe getenv(name).flatMap { unsafe $0.pointee == 0 ? nil : String(cString: $0) }
    }
}
