internal import Files
internal import Glibc
internal import Retriever

/// What is piped in.
enum StandardInput {
    /// The content there; `nil` when nothing is piped in, or nothing is in the pipe. Waits for the first of it.
    ///
    /// - Parameter isAskedFor: Whether it is to be read whatever is there, a terminal included.
    static func content(isAskedFor: Bool) throws(FileError) -> RequestContent? {
        var status = stat()
        guard unsafe fstat(STDIN_FILENO, &status) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        // A file is sent from its beginning, and once more where that is needed.
        if kind == S_IFREG, lseek(STDIN_FILENO, 0, SEEK_CUR) == 0 {
            guard status.st_size > 0 else { return nil }
            let start = try InputPipe.standardInput.read() ?? []
            let type = InputPipe.type(of: start)
            return start.count == status.st_size
                ? RequestContent(start, contentType: type) : .file("/dev/stdin", contentType: type)
        }
        guard isAskedFor || kind == S_IFIFO || kind == S_IFREG else { return nil }
        return try InputPipe.standardInput.content(type: nil)
    }

    /// All of it.
    static func all() throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = try InputPipe.standardInput.read() { bytes += more }
        return bytes
    }
}
