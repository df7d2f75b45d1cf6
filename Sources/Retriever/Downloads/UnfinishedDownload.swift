internal import Files
internal import HTTPSemantics

/// What an earlier download has left of its file: the next one to the same destination goes on with it.
public struct UnfinishedDownload: Hashable, Sendable {
    /// Where it is.
    public let path: String
    /// How many bytes of the file are on the disk, and noted as such.
    public let received: Int
    /// How many bytes the file has; `nil` when the server has not said so.
    public let expected: Int?

    /// Looks what is there. The server is not asked, so the file may have changed meanwhile.
    ///
    /// - Parameters:
    ///   - target: The URL; of mirrors the first.
    ///   - destination: Where the download went.
    /// - Returns: `nil` when nothing is there, or nothing that can be gone on with.
    public init?(of target: WebURL, to destination: DownloadDestination) {
        path = PartialFile.path(for: destination, url: target)
        guard let record = try? PartialFile.record(of: OpenFile(readingFrom: path)), record.done.count > 0 else { return nil }
        received = record.done.count
        expected = record.identities.values.lazy.compactMap(\.completeLength).first
    }
}
