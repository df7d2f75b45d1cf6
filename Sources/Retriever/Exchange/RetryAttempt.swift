public import HTTPSemantics

/// An attempt that failed and will be followed by another.
public struct RetryAttempt: Sendable {
    /// Why there is another.
    public enum Reason: Sendable {
        /// The response says that the server could not answer now.
        case response(HTTPResponse)
        /// There was no response.
        case error(HTTPClientError)
    }

    /// Which attempt failed; the first is 1.
    public let number: Int
    /// What was asked for.
    public let request: HTTPRequest
    /// Why there is another.
    public let reason: Reason
    /// How long is waited before it.
    public let delay: Duration
}

extension HTTPClientError {
    /// What this failure means for another attempt.
    var outcome: Retries.Outcome {
        let isBeforeRequest = phase.map { Self.phasesBeforeRequest.contains($0) } ?? false
        return switch code {
        case .cannotResolve, .cannotConnect: .notSent
        case .connectionLost: isBeforeRequest ? .notSent : .lost
        case .timedOut where [nil, "totalTimeout", "poolTimeout", "longestWait"].contains(timeLimit): .failed
        case .timedOut: isBeforeRequest ? .notSent : .lost
        default: .failed
        }
    }

    /// Whether the request has certainly not reached the server.
    var isNotSent: Bool { if case .notSent = outcome { true } else { false } }

    /// Whether the failure speaks against the server, and not against the request or the client.
    var isFaultOfServer: Bool {
        switch outcome {
        case .notSent, .lost: true
        case .failed, .response: code == .badResponse || code == .tls
        }
    }
}
