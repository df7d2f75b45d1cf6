/// Content that is no text.
enum BinaryContent {
    /// Whether bytes are none that text begins with: they hold a NUL. UTF-16 and UTF-32 say so with a byte order mark.
    static func isBinary(_ start: [UInt8]) -> Bool {
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) { return false }
        return start.prefix(4096).contains(0)
    }
}
