/// How many retries one origin gets from all requests together. When a server is down everybody retries, and with nothing to stop them
/// the retries alone would keep it down.
public struct RetryBudget: Hashable, Sendable {
    /// What a budget allows.
    public struct Limits: Hashable, Sendable {
        /// The retries at once after a quiet time, at least 0.
        public var capacity: Int
        /// The retries that each first attempt adds, up to the capacity.
        public var perRequest: Double

        /// By default ten retries at once, and one for each five requests in the long run.
        public init(capacity: Int = 10, perRequest: Double = 0.2) {
            self.capacity = max(0, capacity)
            self.perRequest = max(0, perRequest)
        }
    }

    private let limits: Limits
    private var balance: Double

    /// A full budget.
    public init(_ limits: Limits = Limits()) {
        self.limits = limits
        balance = Double(limits.capacity)
    }

    /// Whether nothing is missing, so that a new budget is as good.
    public var isFull: Bool { balance >= Double(limits.capacity) }

    /// Counts a first attempt.
    public mutating func noteRequest() { balance = min(Double(limits.capacity), balance + limits.perRequest) }

    /// Takes a retry; whether there was one.
    public mutating func takeRetry() -> Bool {
        guard balance >= 1 else { return false }
        balance -= 1
        return true
    }
}
