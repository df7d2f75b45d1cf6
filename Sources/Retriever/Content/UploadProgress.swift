/// How much of a request's content has gone out.
public struct UploadProgress: Hashable, Sendable {
    /// Bytes handed to the connection so far; never fewer than before, unless a redirect asks for the content once more.
    public let sent: Int
    /// Bytes in all; `nil` as long as only the content's end can tell.
    public let total: Int?

    /// A progress.
    public init(sent: Int, total: Int?) {
        self.sent = sent
        self.total = total
    }
}
