public import HTTPSemantics

/// How a file is downloaded.
public struct DownloadOptions: Sendable {
    /// Options of the requests, instead of the client's. Its total time limit holds for the whole download, its content decoding is
    /// off: a file is stored as it comes over the wire.
    public var request: RequestOptions?
    /// Fields for each request, such as `Authorization`. `Range`, `Accept-Encoding` and preconditions are the download's own.
    public var headerFields: HTTPFields = [:]
    /// How many parts may be fetched at once, at least 1. There are fewer when the server has no ranges, when a part would be shorter
    /// than ``minimumSegmentSize``, or when the client may not have so many connections to a host.
    public var segments = 1
    /// Bytes that are worth a request of their own, at least 1.
    public var minimumSegmentSize = 1 << 20
    /// The most bytes a second, for all parts of this download together, at least 1; `nil` for no limit.
    public var bytesPerSecond: Int?
    /// A limit that all downloads with the same limiter share; it holds beside ``bytesPerSecond``.
    public var rateLimiter: DownloadRateLimiter?
    /// What happens when there is a file of the name already.
    public var existingFile: ExistingFilePolicy = .refuse
    /// Whether what an earlier run has left is used, when it can be proved to belong to the same file, and what comes is kept for a
    /// later one.
    public var resumes = true
    /// How often and when an interrupted download tries again.
    public var retries = DownloadRetryPolicy()
    /// Whether a SHA-256 digest of the file is computed meanwhile.
    public var computesDigest = true
    /// What the digest must be; a file with another one is removed and not put in place.
    public var expectedDigest: SHA256Digest?
    /// Whether the file gets the server's time of the last change (`Last-Modified`).
    public var keepsModificationTime = false
    /// Whether the file is on the disk, not only in memory, before it gets its name, so that a power failure cannot cut it.
    public var isDurable = true
    /// How often it is noted which bytes are on the disk: what comes between is fetched again after a crash.
    public var checkpointInterval: Duration = .seconds(1)

    /// The defaults.
    public init() {}
}

/// What happens when there is a file of the name already.
public enum ExistingFilePolicy: Hashable, Sendable {
    /// The download fails before it begins, or at its end when the file came meanwhile.
    case refuse
    /// The file is replaced when the new one is complete.
    case replace
    /// The new file gets a number: `name (2).txt`.
    case number
}

/// When an interrupted download tries again: after a lost connection, a time limit, and the statuses 408, 425, 429, 500, 502, 503
/// and 504.
public struct DownloadRetryPolicy: Hashable, Sendable {
    /// How many failures in a row, without a byte between them, are overcome.
    public var attempts: Int
    /// How long to wait after the first failure; doubled with each further one. The wait is a random part of it, at least half.
    public var initialDelay: Duration
    /// The longest wait, also when the server asks for more (`Retry-After`).
    public var maximumDelay: Duration

    /// A policy.
    public init(
        attempts: Int = 5, initialDelay: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(30)
    ) {
        self.attempts = attempts
        self.initialDelay = initialDelay
        self.maximumDelay = maximumDelay
    }

    /// One failure is the end.
    public static let never = Self(attempts: 0)

    /// How long to wait after so many failures in a row.
    ///
    /// - Parameters:
    ///   - retryAfter: What the server asks for.
    ///   - share: A random number between 0 and 1.
    package func delay(after failures: Int, retryAfter: Duration? = nil, share: Double = .random(in: 0...1)) -> Duration {
        let delay = BackOff(initialDelay: initialDelay, maximumDelay: maximumDelay).delay(after: failures, share: share)
        return min(maximumDelay, max(delay, retryAfter ?? .zero))
    }
}
