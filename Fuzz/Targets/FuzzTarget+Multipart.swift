import HTTPSemantics

extension FuzzTarget {
    /// What stands around a part of `multipart/form-data`: the name of the field and that of the file, on a line each, with ";" for
    /// a line end of their own.
    static let multipart = FuzzTarget(name: "multipart") { bytes in
        let names = parts(bytes, 2).map { $0.replacing(";", with: "\r\n") }
        let encoding = MultipartEncoding()
        let start = encoding.partStart(name: names[0], fileName: names[1], contentType: "text/plain", isFirst: false)
        let lines = start.split(separator: 0x0A, omittingEmptySubsequences: false)
        try promise(lines.dropLast().allSatisfy { $0.last == 0x0D }, "other line ends")
        try promise(lines.count == 6 && lines[5].isEmpty, "\(lines.count) lines")
        try promise(lines[1].elementsEqual("--\(encoding.boundary)\r".utf8), "no boundary")
        try promise(lines[2].starts(with: "Content-Disposition: form-data; name=\"".utf8), "no name")
        try promise(lines[2].count { $0 == UInt8(ascii: "\"") } == 4, "a quote in a name")
        try promise(lines[2].count { $0 == 0x0D } == 1, "a CR in a name")
    }
}
