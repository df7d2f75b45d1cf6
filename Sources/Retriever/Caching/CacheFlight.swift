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
        var end: End?
        /// There when others wait.
        var announcement: Announcement<End>?
    }

    let target: CacheTarget
    private let state = Mutex(State())

    init(_ target: CacheTarget) { self.target = target }

    /// Says whose content others wait for. It is read to its end when there are any, so that nobody waits for the caller to read it.
    func storing(_ content: StoringContent) {
        let isWaitedFor = state.withLock { state in
            state.content = content
            return state.announcement != nil
        }
        if isWaitedFor { content.readAhead() }
    }

    /// Says how it went, unless that has been said.
    func end(_ end: End) {
        let announcement = state.withLock { state in
            state.end = state.end ?? end
            return state.announcement
        }
        announcement?.tell(end)
    }

    /// How it went, when it is over.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func follow() async throws -> End {
        let (content, end, announcement) = state.withLock { state in
            let announcement = state.announcement ?? Announcement()
            state.announcement = announcement
            return (state.content, state.end, announcement)
        }
        if let end { return end }
        content?.readAhead()
        return try await announcement.value()
    }
}
