internal import Console

extension String {
    /// The text with its lines and tabs, and without anything else that a terminal would obey.
    var printableLines: String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 }) { return self }
        return utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            let line = line.last == 0x0D ? line.dropLast() : line
            return line.split(separator: 0x09, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self).printable }.joined(separator: "\t")
        }.joined(separator: "\n")
    }
}
