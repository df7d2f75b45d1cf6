/// How long to wait after a failure: longer with each one, and by chance, so that clients that failed together do not come back
/// together.
public struct BackOff: Hashable, Sendable {
    /// The wait after the first failure; doubled with each further one. The wait is a random part of it, at least half.
    public var initialDelay: Duration
    /// The longest wait.
    public var maximumDelay: Duration

    /// Waits from `initialDelay` to `maximumDelay`.
    public init(initialDelay: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(30)) {
        self.initialDelay = initialDelay
        self.maximumDelay = maximumDelay
    }

    /// How long to wait after so many failures in a row.
    ///
    /// - Parameter share: A random number between 0 and 1.
    public func delay(after failures: Int, share: Double = .random(in: 0...1)) -> Duration {
        var delay = initialDelay
        for _ in 1..<min(max(failures, 1), 64) {
            guard delay < maximumDelay else { break }
            delay *= 2
        }
        return min(maximumDelay, delay) * (0.5 + share / 2)
    }
}
