import HTTPSemantics

extension FuzzTarget {
    /// Where content ends, by field lines.
    static let framing = FuzzTarget(name: "framing") { bytes in
        var section = FieldSection()
        for line in bytes.split(separator: 0x0A) { line.withUnsafeBytes { section.append(line: $0) } }
        let fields = HTTPFields(section)
        let lengths = fields[values: .contentLength].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { Int(digits: $0.trimmingOptionalWhitespace) }
        let hasOneLength = Set(lengths).count <= 1 && !lengths.contains(nil)
        switch section.framing {
        case .length(let length): try promise(hasOneLength && lengths.first == length, "\(length) of \(lengths)")
        case .chunked(let besideLength):
            try promise(fields.contains(.transferEncoding), "chunked without Transfer-Encoding")
            try promise(besideLength == fields.contains(.contentLength), "a length beside chunks goes unnoticed")
        case .untilClose: try promise(lengths.isEmpty, "until the end in spite of \(lengths)")
        case .invalid:
            // A CR or NUL among digits, taken for a space in other fields, makes no length.
            try promise(!hasOneLength || bytes.contains(0x0D) || bytes.contains(0), "\(lengths) are no length")
        }
    }
}
