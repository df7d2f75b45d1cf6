import Synchronization

/// Limits how many voters one address may become, so that one person cannot vote a thousand times. Coarse: a household or an
/// office shares an address.
final class VoterBudget: Sendable {
    private struct Window {
        var start: ContinuousClock.Instant
        var count: Int
    }

    /// How many addresses are remembered; when there are more, those whose hour is over are forgotten, then all.
    private static let maximumAddresses = 100_000
    private let limit: Int
    private let period: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let windows = Mutex<[String: Window]>([:])

    /// A budget of `limit` new voters for each `period` and address.
    init(limit: Int, period: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.limit = limit
        self.period = period
        self.now = now
    }

    /// Takes one voter out of an address's budget.
    ///
    /// - Returns: `nil` when there was one left, else how long to wait for the next.
    func spend(_ address: String) -> Duration? {
        let now = now()
        return windows.withLock { windows in
            if windows.count >= Self.maximumAddresses {
                windows = windows.filter { $0.value.start + period > now }
                if windows.count >= Self.maximumAddresses { windows = [:] }
            }
            var window = windows[address] ?? Window(start: now, count: 0)
            if window.start + period <= now { window = Window(start: now, count: 0) }
            guard window.count < limit else { return now.duration(to: window.start + period) }
            window.count += 1
            windows[address] = window
            return nil
        }
    }
}
