internal import Synchronization

/// A request that has gone out, for others who want the same and rather wait for its response.
final class CacheFlight: Sendable {
    /// How it went.
    enum End: Sendable {
        /// The response is stored.
        case stored
        /// The response is none that others could use.
        case notStored
        /// Who asked has given up.
        case givenUp
    }

    private struct State {
        weak var content: StoringContent?
        var hasFollowers = false
    }

    private let state = Mutex(State())
    private let end = Announcement<End>()

    /// Says whose content others wait for. It is read to its end when there are any, so that nobody waits for the caller to read it.
    func storing(_ content: StoringContent) {
        let isWaitedFor = state.withLock { state in
            state.content = content
            return state.hasFollowers
        }
        if isWaitedFor { content.readAhead() }
    }

    func end(_ end: End) { self.end.tell(end) }

    /// How it went, when it is over.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func follow() async throws -> End {
        let content = state.withLock { state in
            state.hasFollowers = true
            return state.content
        }
        content?.readAhead()
        return try await end.value()
    }
}
