public import HTTPSemantics

/// What a download tells on its way. More kinds may come, so a `switch` needs a `default`.
public enum DownloadEvent: Sendable {
    /// The server has answered.
    ///
    /// - Parameters:
    ///   - expected: The file's size in bytes; `nil` when the server does not say.
    ///   - suggestedName: The file's name by `Content-Disposition` or by the URL, safe to use.
    case started(expected: Int?, suggestedName: String)
    /// So many bytes were there already and belong to the file that the server has; only the others are fetched.
    case resumed(at: Int)
    /// What was there is of no use; the whole file is fetched.
    case restarted(DownloadPlan.RestartReason)
    /// Several parts were asked for: so many are fetched at once. The text says why these are fewer, if they are.
    case segmented(count: Int, reason: String?)
    /// A part could not be fetched; it is tried again after the delay, or by others when that is `nil`.
    case interrupted(HTTPClientError, retryAfter: Duration?)
    /// An address has another file than the others, or no ranges; the others are used.
    case mirrorDropped(WebURL, reason: String)
    /// Bytes of the file that are there, bytes that there will be, and bytes a second lately. Comes at most ten times a second, and at
    /// the end.
    case progress(received: Int, expected: Int?, rate: Double)
    /// The file is in its place. The last event.
    case finished(DownloadedFile)
}

/// A file that was downloaded.
public struct DownloadedFile: Sendable {
    /// Where it is.
    public let path: String
    /// How many bytes it has.
    public let size: Int
    /// The digest of its content, unless it was not asked for.
    public let digest: SHA256Digest?
    /// The URL that answered first: the last one after redirects.
    public let url: WebURL
    /// The header fields of the first answer.
    public let headerFields: HTTPFields
    /// How many bytes came over the network in this run.
    public let receivedBytes: Int
    /// How long this run took, from the call until the file was in its place.
    public let elapsed: Duration
}
