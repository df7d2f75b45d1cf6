/// Says how far a download is and how fast it goes, at most ten times a second.
struct DownloadMeter: Sendable {
    private var last: ContinuousClock.Instant
    private var arrived = 0
    private var rate: Double?
    private var hasTold = false

    init(now: ContinuousClock.Instant) { last = now }

    /// Notes bytes that have come; the rate in bytes a second when it is time to tell.
    mutating func note(_ count: Int, now: ContinuousClock.Instant, isLast: Bool = false) -> Double? {
        arrived += count
        let seconds = (now - last).seconds
        guard seconds >= 0.1 || isLast || !hasTold else { return nil }
        hasTold = true
        // Half of it is what the last second or so was like.
        let current = Double(arrived) / max(seconds, 1e-6)
        let weight = rate == nil ? 1 : min(1, seconds / (seconds + 1))
        if seconds >= 0.1 || rate == nil { rate = (rate ?? 0) * (1 - weight) + current * weight }
        (last, arrived) = (now, 0)
        return rate
    }
}
