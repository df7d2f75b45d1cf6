internal import HTTPSemantics

/// A stream of events that has ended, or could not be opened, and is asked for again.
public struct EventStreamInterruption: Sendable {
    /// What happened; `nil` when the server has just ended its response.
    public let error: HTTPClientError?
    /// How many attempts in a row have opened no stream; 0 when this one had.
    public let failures: Int
    /// The ID that the next request goes on from; empty when the server has given none.
    public let lastEventID: String
    /// How long is waited before it.
    public let delay: Duration
}

extension HTTPClientError {
    /// Whether a later request for the same events may succeed.
    var mayPass: Bool {
        if code == .status { return status.map { RetryPolicy.passingStatuses.contains($0.code) } ?? false }
        switch outcome {
        case .notSent, .lost: return true
        case .failed, .response: return code == .badResponse || code == .circuitOpen
        }
    }
}
