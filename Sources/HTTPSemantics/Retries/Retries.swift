/// The attempts of one request: given how each ended, whether and when there is another. No network and no clock; the client carries
/// it out.
public struct Retries: Sendable {
    /// How an attempt ended.
    public enum Outcome: Sendable {
        /// With a response.
        case response(HTTPResponse)
        /// Without one, before anything of the request was sent.
        case notSent
        /// Without one; the server may have carried the request out.
        case lost
        /// With a failure that another attempt would only repeat.
        case failed
    }

    private let policy: RetryPolicy
    private let mayRepeat: Bool
    private let canResend: Bool
    /// The attempts so far, the running one included.
    public private(set) var attempts = 1

    /// The attempts of a request.
    ///
    /// - Parameter canResend: Whether its content can be sent once more.
    public init(policy: RetryPolicy, request: HTTPRequest, canResend: Bool) {
        self.policy = policy
        self.canResend = canResend
        mayRepeat = policy.retriesAnyMethod || request.method.isIdempotent || request.headerFields.contains(.idempotencyKey)
    }

    /// How long to wait before the next attempt, which then counts; `nil` when this one was the last.
    ///
    /// - Parameters:
    ///   - now: The time of day.
    ///   - remaining: How long the request may still take; an attempt that would begin later is none.
    ///   - share: A random number between 0 and 1.
    public mutating func delay(
        after outcome: Outcome, now: HTTPDate, remaining: Duration?, share: Double = .random(in: 0...1)
    ) -> Duration? {
        guard attempts < policy.attempts, canResend, let wanted = wantedDelay(after: outcome, now: now) else { return nil }
        let delay = max(wanted, policy.backOff.delay(after: attempts, share: share))
        if let remaining, delay >= remaining { return nil }
        attempts += 1
        return delay
    }

    /// The delay that the server asks for; `nil` when there is nothing to repeat.
    private func wantedDelay(after outcome: Outcome, now: HTTPDate) -> Duration? {
        switch outcome {
        case .failed: return nil
        case .notSent: return .zero
        case .lost: return mayRepeat ? .zero : nil
        case .response(let response):
            guard mayRepeat, policy.statuses.contains(response.status.code) else { return nil }
            let wanted = response.retryAfter(now: now) ?? .zero
            return wanted <= policy.maximumRetryAfter ? wanted : nil
        }
    }
}
