internal import Synchronization

/// Spreads bytes over time, for all segments of a download together.
package final class RateLimiter: Sendable {
    private let bytesPerSecond: Double
    /// When all that has come so far would have come at the rate.
    private let due: Mutex<ContinuousClock.Instant?>

    /// At least a byte a second.
    package init(bytesPerSecond: Int) {
        self.bytesPerSecond = Double(max(1, bytesPerSecond))
        due = Mutex(nil)
    }

    /// How long to wait, now that so many bytes have come. An idle while is not made up for.
    package func delay(after count: Int, now: ContinuousClock.Instant) -> Duration {
        due.withLock { due in
            let next = max(due ?? now, now) + .seconds(Double(count) / bytesPerSecond)
            due = next
            return next - now
        }
    }
}
