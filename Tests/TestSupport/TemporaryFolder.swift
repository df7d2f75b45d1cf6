import Foundation
import Glibc

/// A folder that is there until the tests end. (Not until the value goes: Swift lets go of a value after its last use, and files are
/// used behind its back.)
package struct TemporaryFolder: Sendable {
    private static let root: String = {
        let path = NSTemporaryDirectory() + "retriever-tests-\(getpid())"
        atexit { try? FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "retriever-tests-\(getpid())") }
        return path
    }()

    /// Its path, without a slash at the end.
    package let path: String

    /// Makes a folder.
    package init() throws {
        path = Self.root + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// The path of a file in it.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file and returns its path.
    package func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: file(name)))
        return file(name)
    }
}
