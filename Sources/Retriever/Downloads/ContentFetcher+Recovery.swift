internal import HTTPSemantics
internal import Synchronization

/// What is done after a failure.
extension ContentFetcher {
    /// The address that a worker asks next.
    func chooseMirror(for worker: inout Worker) throws -> Int {
        let usable = state.withLock { state in urls.indices.filter { !state.dropped.contains($0) } }
        guard !usable.isEmpty else { throw HTTPClientError(.badResponse, "no address has the file") }
        worker.mirror = usable[worker.turn % usable.count]
        return worker.mirror
    }

    /// Waits after a failure that another attempt may overcome.
    ///
    /// - Returns: Whether to go on; no when others have to.
    /// - Throws: The error when nobody can go on.
    func recover(from error: any Error, _ worker: inout Worker) async throws -> Bool {
        try Task.checkCancellation()
        let failure: HTTPClientError
        switch error {
        case let unfit as UnfitMirror:
            drop(unfit.index, unfit.reason)
            return true
        case let error as HTTPClientError: failure = error
        default: throw error
        }
        guard !isOverdue else { throw failure }
        guard failure.isWorthAnotherAttempt else {
            guard failure.code != .cancelled, hasOthers(than: worker.mirror) else { throw failure }
            drop(worker.mirror, failure.message)
            return true
        }
        worker.failures += 1
        worker.turn += 1
        guard worker.failures <= options.retries.attempts else {
            let isLast = state.withLock { state in
                state.workers -= 1
                return state.workers == 0
            }
            guard !isLast else { throw failure }
            events?.send(.interrupted(failure, retryAfter: nil))
            return false
        }
        let delay = options.retries.delay(after: worker.failures, retryAfter: failure.retryAfter)
        events?.send(.interrupted(failure, retryAfter: delay))
        try await pause(delay)
        return true
    }

    /// Whether another address can be asked.
    func hasOthers(than mirror: Int) -> Bool { state.withLock { $0.dropped.union([mirror]).count < urls.count } }

    private func drop(_ index: Int, _ reason: String) {
        let isNew = state.withLock { $0.dropped.insert(index).inserted }
        if isNew { events?.send(.mirrorDropped(urls[index], reason: reason)) }
    }
}

extension HTTPClientError {
    /// Whether the same request may succeed a moment later.
    fileprivate var isWorthAnotherAttempt: Bool {
        switch code {
        case .connectionLost, .timedOut, .cannotConnect, .cannotResolve: true
        case .status: status.map { RetryPolicy.passingStatuses.contains($0.code) } ?? false
        default: false
        }
    }
}
