internal import Retriever
internal import Synchronization

/// Where a client puts the metrics of a request, which may come a little after its content.
final class MetricsBox: Sendable {
    private struct State {
        var metrics: RequestMetrics?
        var waiting: CheckedContinuation<RequestMetrics, Never>?
    }

    private let state = Mutex(State())

    func put(_ metrics: RequestMetrics) {
        let waiting = state.withLock { state in
            state.metrics = metrics
            return state.waiting.take()
        }
        waiting?.resume(returning: metrics)
    }

    /// The metrics, when the request is over.
    var metrics: RequestMetrics {
        get async {
            await withCheckedContinuation { continuation in
                let metrics = state.withLock { state in
                    if state.metrics == nil { state.waiting = continuation }
                    return state.metrics
                }
                if let metrics { continuation.resume(returning: metrics) }
            }
        }
    }
}
