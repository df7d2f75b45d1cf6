public import struct FoundationEssentials.URL

/// Where a download goes.
public struct DownloadDestination: Hashable, Sendable, ExpressibleByStringLiteral {
    enum Kind: Hashable { case file, folder }
    let kind: Kind
    let path: String

    /// A file of this path, in a folder that exists.
    public static func file(_ path: String) -> Self { Self(kind: .file, path: path) }

    /// A folder that exists; the file gets the name that the server gives it, or else the last one of the URL's path, made safe.
    public static func folder(_ path: String) -> Self { Self(kind: .folder, path: path) }

    /// A file, or a folder when the URL's path ends with "/".
    public static func at(_ url: URL) -> Self {
        let path = url.path(percentEncoded: false)
        return url.hasDirectoryPath ? .folder(path) : .file(path)
    }

    /// A file of this path.
    public init(stringLiteral path: String) { self = .file(path) }

    /// The path of a file of this name in the folder; for a file, its path.
    func path(named name: String) -> String {
        guard kind == .folder else { return path }
        return path.hasSuffix("/") ? path + name : path + "/" + name
    }

    private init(kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }
}
