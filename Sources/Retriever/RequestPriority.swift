internal import CurlTransport

/// The order in which requests that wait for a free connection get one. Equal ones keep the order in which they were made.
public enum RequestPriority: Sendable, CaseIterable {
    /// Before all others: what a person waits for.
    case high
    /// The default.
    case normal
    /// After all others: what is fetched ahead.
    case low

    var transferPriority: TransferPriority {
        switch self {
        case .high: .high
        case .normal: .normal
        case .low: .low
        }
    }
}
