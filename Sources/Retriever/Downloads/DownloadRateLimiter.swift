internal import Synchronization

/// A number of bytes a second for all downloads that are given it, with all their parts, together: what one of them does not use is there
/// for the others.
///
///     options.rateLimiter = DownloadRateLimiter(bytesPerSecond: 2_000_000)
///
/// Whoever comes first is served first, so downloads of the same speed get the same share. What an idle while would have brought is not
/// made up for.
public final class DownloadRateLimiter: Sendable {
    /// The most bytes a second, at least 1.
    public let bytesPerSecond: Int
    /// When all that has come so far would have come at the rate.
    private let due = Mutex<ContinuousClock.Instant?>(nil)

    /// A limit that nothing has been used of; less than 1 is taken for 1.
    public init(bytesPerSecond: Int) { self.bytesPerSecond = max(1, bytesPerSecond) }

    /// How long to wait, now that so many bytes have come.
    package func delay(after count: Int, now: ContinuousClock.Instant) -> Duration {
        due.withLock { due in
            let next = max(due ?? now, now) + .seconds(Double(count) / Double(bytesPerSecond))
            due = next
            return next - now
        }
    }
}
