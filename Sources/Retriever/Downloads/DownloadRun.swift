internal import Files
internal import Synchronization

/// A download that runs, seen by whoever waits for its events. It is stopped with its last reference.
final class DownloadRun: Sendable {
    private let events: DownloadEvents
    private let task: Task<Void, Never>

    init(_ body: @escaping @Sendable (DownloadEvents?) async throws -> DownloadedFile) {
        let events = DownloadEvents()
        self.events = events
        task = Task {
            do {
                events.send(.finished(try await body(events)))
                events.end(nil)
            } catch {
                events.end(HTTPClientError(ofDownload: error))
            }
        }
    }

    deinit { task.cancel() }

    /// The next event. A cancelled task is told when the download has really ended, so that another one can go on with its file.
    func next() async throws -> DownloadEvent? {
        try await withTaskCancellationHandler {
            try await events.next()
        } onCancel: {
            task.cancel()
        }
    }
}

/// Events on their way to somebody who may be slow: of progress only the latest is kept.
final class DownloadEvents: Sendable {
    private struct State {
        var waiting: [DownloadEvent] = []
        var end: Result<Void, HTTPClientError>?
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func send(_ event: DownloadEvent) {
        wake { state in
            if case .progress = event, case .progress = state.waiting.last { state.waiting.removeLast() }
            state.waiting.append(event)
        }
    }

    func end(_ error: HTTPClientError?) { wake { $0.end = error.map { .failure($0) } ?? .success(()) } }

    func next() async throws(HTTPClientError) -> DownloadEvent? {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                guard state.waiting.isEmpty, state.end == nil else { return true }
                precondition(state.reader == nil, "The events of a download are read by one task at a time")
                state.reader = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return try state.withLock { state throws(HTTPClientError) in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            try state.end?.get()
            return nil
        }
    }

    private func wake(_ change: (inout sending State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            return state.reader.take()
        }
        reader?.resume()
    }
}

extension HTTPClientError {
    /// What a download failed with, whatever layer it comes from.
    init(ofDownload error: any Error) {
        switch error {
        case let error as HTTPClientError: self = error
        case let error as FileError: self.init(error)
        case is CancellationError: self = .cancelled
        default: self.init(.other, "the download failed: \(error)", cause: error)
        }
    }
}
