import HTTPSemantics

extension FuzzTarget {
    /// `Content-Disposition`, and the input itself as the name of a file.
    static let contentDisposition = FuzzTarget(name: "content-disposition") { bytes in
        try checkFileName(text(bytes))
        guard let disposition = ContentDisposition(text(bytes)) else { return }
        try promise(disposition.type.isToken && disposition.type == disposition.type.asciiLowercased, "type \(disposition.type)")
        for name in disposition.parameters.keys {
            try promise(name.isToken && name == name.asciiLowercased, "parameter \(name)")
        }
        if let name = disposition.fileName { try checkFileName(name) }
    }

    /// What holds for names of files, whoever gave them.
    private static func checkFileName(_ name: String) throws {
        guard let safe = name.safeFileName else { return }
        for name in [safe, safe.numberedFileName(2)] {
            let bytes = Array(name.utf8)
            try promise(!bytes.isEmpty && bytes.count <= 255, "\(bytes.count) bytes")
            try promise(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "control characters in \(name)")
            try promise(!bytes.contains { "/\\:*?\"<>|".utf8.contains($0) }, "not only a name: \(name)")
            try promise(![0x20, 0x2E].contains(bytes[0]), "hidden, or of a folder: \(name)")
            try promise(![0x20, 0x2E].contains(bytes[bytes.count - 1]), "ends with a dot or space: \(name)")
        }
        try promise(safe.safeFileName.map { Array($0.utf8) } == Array(safe.utf8), "not safe: \(safe)")
    }
}
