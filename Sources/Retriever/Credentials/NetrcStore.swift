internal import Files
internal import FoundationEssentials
public import HTTPSemantics
internal import Synchronization

/// User names and passwords from a file `.netrc`; see `NetrcFile` for what it says. The file is read when it is needed
/// and again when it has changed. Ports and realms do not matter, and proxies are looked up like servers.
public final class NetrcStore: CredentialStore {
    private struct Content {
        var stamp: FileSystem.Stamp
        var file: NetrcFile
    }

    /// The file.
    public let path: String
    private let content = Mutex<Content?>(nil)
    private let queue = FileQueue()
    private static let sizeLimit = 1 << 20

    /// A store.
    ///
    /// - Parameter path: `nil` for the file that the environment variable `NETRC` names, or else `.netrc` in the home folder.
    public init(path: String? = nil) {
        self.path =
            path ?? Environment.value("NETRC").flatMap { $0.isEmpty ? nil : $0 } ?? (Environment.value("HOME") ?? "") + "/.netrc"
    }

    /// The password for a server or proxy; `nil` when the file has none, or when there is no file.
    ///
    /// - Throws: ``HTTPClientError`` with code `authentication` when the file cannot be read, or is none.
    public func credential(for space: ProtectionSpace, user: String?) async throws -> Credential? {
        guard [.basic, .digest].contains(space.scheme) else { return nil }
        do {
            let file = try await queue.run { try self.current() }
            return file?.credential(host: space.origin.host, login: user)
        } catch let error as HTTPClientError {
            throw error
        } catch {
            throw HTTPClientError(.authentication, "\(path) cannot be used: \(error)", cause: error)
        }
    }

    /// The file as it is now.
    private func current() throws -> NetrcFile? {
        guard let stamp = try FileSystem.stamp(of: path) else { return nil }
        if let known = content.withLock(\.self), known.stamp == stamp { return known.file }
        guard let bytes = try FileSystem.content(of: path, upTo: Self.sizeLimit, followsLinks: true) else {
            throw HTTPClientError(.authentication, "\(path) has more than \(Self.sizeLimit) bytes, or has just been removed")
        }
        let file = try NetrcFile(String(decoding: bytes, as: UTF8.self))
        content.withLock { $0 = Content(stamp: stamp, file: file) }
        return file
    }
}
