internal import Files
internal import Retriever

/// Files that items name.
enum ItemFile {
    /// More is not read into memory; larger files go out as parts or as the whole content.
    private static let sizeLimit = 64 << 20

    /// The content of a file, and of a pipe when all has come.
    ///
    /// - Throws: A sentence with the path and the reason.
    static func content(of path: String, in word: String) throws(UsageError) -> [UInt8] {
        do throws(FileError) {
            if let content = try FileSystem.content(of: path, upTo: sizeLimit, followsLinks: true, waits: true) { return content }
        } catch {
            throw UsageError("“\(word)”: \(error)", in: word, at: word.utf8.count - path.utf8.count)
        }
        let reason = FileSystem.kind(of: path) == .nothing ? "there is no file \(path)" : "\(path) has more than 64 MiB"
        throw UsageError("“\(word)”: \(reason)", in: word, at: word.utf8.count - path.utf8.count)
    }

    /// A file as it is, read while it is sent. What is no regular file, such as a pipe, can be sent only once; its writer is waited for.
    ///
    /// - Throws: A sentence with the path.
    static func whole(_ path: String, type: String?, in word: String) throws(UsageError) -> RequestContent {
        switch FileSystem.kind(of: path) {
        case .file: return .file(path, contentType: type ?? contentType(of: path))
        case .nothing: throw refusal("there is no file \(path)", path, word)
        case .folder: throw refusal("\(path) is a folder", path, word)
        case .other: break
        }
        guard let pipe = InputPipe(path: path) else { throw refusal("\(path) cannot be read", path, word) }
        do throws(FileError) {
            return try pipe.content(type: type ?? knownType(of: path)) ?? RequestContent([], contentType: type)
        } catch {
            throw refusal("\(error)", path, word)
        }
    }

    /// A sentence that points at the path, which stands behind an “@”.
    private static func refusal(_ reason: String, _ path: String, _ word: String) -> UsageError {
        let before = word.firstRange(of: "@" + path).map { word.utf8.distance(from: word.startIndex, to: $0.lowerBound) + 1 }
        return UsageError("“\(word)”: \(reason)", in: word, at: before ?? 0)
    }

    /// What a file is by the end of its name.
    static func contentType(of path: String) -> String { knownType(of: path) ?? "application/octet-stream" }

    private static func knownType(of path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last.map { $0.lowercased() }
        return ending.flatMap { types[$0] }
    }

    private static let types = [
        "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html", "htm": "text/html",
        "css": "text/css", "js": "text/javascript", "json": "application/json", "jsonl": "application/jsonl",
        "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml", "pdf": "application/pdf",
        "zip": "application/zip", "gz": "application/gzip", "tar": "application/x-tar", "png": "image/png",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "svg": "image/svg+xml", "webp": "image/webp",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "mp4": "video/mp4", "webm": "video/webm", "wasm": "application/wasm",
    ]
}
