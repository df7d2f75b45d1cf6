/// Whether and when a stream of events that ended is asked for again.
public struct EventReconnection: Hashable, Sendable {
    /// The wait after a stream has ended; the server's `retry` takes its place.
    public var delay: Duration = .seconds(3)
    /// The least wait after attempts that brought no event: longer with each one.
    public var backOff = BackOff(initialDelay: .seconds(1), maximumDelay: .seconds(60))
    /// After how many attempts in a row that opened no stream it is given up; `nil` never.
    public var maximumFailures: Int? = 10

    /// The defaults.
    public init() {}
}

/// The attempts to keep a stream of events open: given how each ended, when the next one begins. No network and no clock; the client
/// carries it out.
public struct EventStreamSchedule: Sendable {
    private let policy: EventReconnection
    /// The wait that the server has asked for with `retry`, or the policy's.
    public var reconnectionTime: Duration
    /// Attempts in a row that opened no stream.
    public private(set) var failures = 0
    /// Attempts in a row that brought no event.
    private var barrenAttempts = 0

    /// The attempts under `policy`.
    public init(_ policy: EventReconnection) {
        self.policy = policy
        reconnectionTime = policy.delay
    }

    /// Takes note that an event has come.
    public mutating func noteEvent() { barrenAttempts = 0 }

    /// How long to wait before the next attempt; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - wasOpened: Whether the attempt opened a stream.
    ///   - retryAfter: What the server asked for when it refused.
    ///   - share: A random number between 0 and 1.
    public mutating func delay(
        wasOpened: Bool, retryAfter: Duration = .zero, share: Double = .random(in: 0...1)
    ) -> Duration? {
        failures = wasOpened ? 0 : failures + 1
        if let maximum = policy.maximumFailures, failures >= max(1, maximum) { return nil }
        defer { barrenAttempts += 1 }
        let backOff = barrenAttempts == 0 ? .zero : policy.backOff.delay(after: barrenAttempts, share: share)
        return max(reconnectionTime, retryAfter, backOff)
    }
}
