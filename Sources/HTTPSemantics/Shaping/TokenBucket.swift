/// So many requests in a while, with some at once: a bucket that fills with tokens, of which each request takes one. No clock; times
/// come in.
public struct TokenBucket: Hashable, Sendable {
    private let rate: Double
    private let capacity: Double
    private var tokens: Double
    private var last = Duration.zero
    /// Nobody goes before this, because the server said so.
    private var closedUntil = Duration.zero

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - rate: Requests a second in the long run, above 0.
    ///   - burst: Requests at once after a quiet time, at least 1.
    public init(rate: Double, burst: Int) {
        self.rate = rate > 0 ? rate : .leastNormalMagnitude
        capacity = Double(max(1, burst))
        tokens = capacity
    }

    /// Takes a token, which may be one of the future.
    ///
    /// - Parameter now: The time on a clock that never goes back.
    /// - Returns: How long to wait before it may be used.
    public mutating func take(now: Duration) -> Duration {
        let start = max(now, closedUntil)
        if start > last {
            tokens = min(capacity, tokens + (start - last) / .seconds(1) * rate)
            last = start
        }
        tokens -= 1
        let wait = tokens >= 0 ? .zero : Duration.seconds(min(-tokens / rate, 1e9))
        return last + wait - now
    }

    /// Lets nobody go for a while, such as when the server has said that none is left.
    public mutating func close(for duration: Duration, now: Duration) { closedUntil = max(closedUntil, now + duration) }

    /// Whether nothing of what has happened counts any more, so that a new bucket is as good.
    public func isFull(now: Duration) -> Bool {
        now >= closedUntil && now >= last && tokens + (now - last) / .seconds(1) * rate >= capacity
    }
}
