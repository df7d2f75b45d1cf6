/// Lets an origin that keeps failing alone for a while: requests to it fail at once instead of waiting for what they will not get.
/// After the while one request tries; if it succeeds all do again. No clock; times come in.
public struct CircuitBreaker: Hashable, Sendable {
    /// When the circuit opens, and for how long.
    public struct Limits: Hashable, Sendable {
        /// How many failures in a row open it, at least 1.
        public var failures: Int
        /// How long it stays open.
        public var pause: Duration

        /// By default five failures open it for half a minute.
        public init(failures: Int = 5, pause: Duration = .seconds(30)) {
            self.failures = max(1, failures)
            self.pause = pause
        }
    }

    private enum State: Hashable {
        case closed(failures: Int)
        case open(until: Duration)
        /// One request is trying, since then.
        case trying(since: Duration)
    }

    private let limits: Limits
    private var state = State.closed(failures: 0)

    /// A closed circuit.
    public init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Whether there is nothing to remember.
    public var isUntroubled: Bool { state == .closed(failures: 0) }

    /// How long no request will be sent; `nil` when one may be.
    ///
    /// - Parameter now: The time on a clock that never goes back.
    public func pause(now: Duration) -> Duration? {
        switch state {
        case .closed: nil
        case .open(let until): now < until ? until - now : nil
        // Whoever was to try may have been cancelled without a word.
        case .trying(let since): now < since + limits.pause ? since + limits.pause - now : nil
        }
    }

    /// Whether a request may be sent; `nil` if so, else how long none will be. Who may send calls ``note(isFailure:now:)`` when it is
    /// known what became of it.
    public mutating func admit(now: Duration) -> Duration? {
        if let pause = pause(now: now) { return pause }
        if case .closed = state { return nil }
        state = .trying(since: now)
        return nil
    }

    /// Takes in how a request ended: a failure is no response, or one with a status of the server's fault (5xx).
    public mutating func note(isFailure: Bool, now: Duration) {
        guard isFailure else { return state = .closed(failures: 0) }
        switch state {
        case .closed(let failures) where failures + 1 < limits.failures: state = .closed(failures: failures + 1)
        case .closed, .trying: state = .open(until: now + limits.pause)
        case .open: break
        }
    }
}
