internal import CurlTransport
internal import HTTPSemantics
internal import Synchronization

/// Gathers the metrics of a request's hops and delivers them once, when the last hop has ended.
final class MetricsCollector: Sendable {
    private struct State {
        var hops: [RequestMetrics.Hop?] = []
        var isOpen = true
    }

    private let state = Mutex(State())
    private let start = Moment.now
    private let handler: @Sendable (RequestMetrics) -> Void

    init(_ handler: @escaping @Sendable (RequestMetrics) -> Void) { self.handler = handler }

    /// What a new hop tells its metrics to.
    func beginHop(_ url: WebURL) -> @Sendable (TransferMetrics) -> Void {
        let index = state.withLock { state in
            state.hops.append(nil)
            return state.hops.count - 1
        }
        return { metrics in self.change { $0.hops[index] = RequestMetrics.Hop(url: url, metrics: metrics) } }
    }

    /// Says that no more hops will begin.
    func close() { change { $0.isOpen = false } }

    /// The change that leaves nothing to wait for delivers.
    private func change(_ change: (inout State) -> Void) {
        let hops = state.withLock { state -> [RequestMetrics.Hop]? in
            change(&state)
            let ended = state.hops.compactMap(\.self)
            return !state.isOpen && ended.count == state.hops.count ? ended : nil
        }
        if let hops { handler(RequestMetrics(hops: hops, total: .now - start)) }
    }
}
