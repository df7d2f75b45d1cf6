/// Whether a request that failed is sent again. What may have had an effect is repeated only where that does no harm: when the method
/// is idempotent (RFC 9110 §9.2.2), the request has an `Idempotency-Key`, or ``retriesAnyMethod`` says so. A request that never reached
/// the server is repeated whatever it is. Content must be one that can be sent twice.
public struct RetryPolicy: Hashable, Sendable {
    /// How often a request is sent in all, at least 1.
    public var attempts: Int
    /// The waits between the attempts.
    public var backOff = BackOff()
    /// The longest wait that a server may ask for with `Retry-After`. When it asks for more its response is handed out, so that nobody
    /// waits for hours unasked, and the server is left alone as it wants.
    public var maximumRetryAfter: Duration = .seconds(60)
    /// The statuses that a later attempt may overcome.
    public var statuses: Set<Int> = Self.passingStatuses
    /// Whether also requests are repeated that the server may have carried out, with an effect that counts twice.
    public var retriesAnyMethod = false

    /// Up to so many attempts.
    public init(attempts: Int = 3) { self.attempts = attempts }

    /// One attempt.
    public static let never = Self(attempts: 1)

    /// The statuses that say that the server could not answer now: 408, 425, 429, 500, 502, 503 and 504.
    public static let passingStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
}
