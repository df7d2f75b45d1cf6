/// What comes of a download, or of several.
struct DownloadEnd: Sendable {
    /// The exit status.
    var status: Int32 = 0
    /// Whether a server has said something.
    var wasAnswered = false

    /// Adds another one; the highest status counts.
    mutating func add(_ other: DownloadEnd) {
        status = max(status, other.status)
        wasAnswered = wasAnswered || other.wasAnswered
    }
}
