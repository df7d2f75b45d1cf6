internal import HTTPSemantics
internal import Synchronization

/// Content from a server that is stored as its reader reads it: complete or not at all.
///
/// The reader sets the pace. When others wait for the stored response, the content is read ahead of the reader, up to what the
/// store takes into memory.
final class StoringContent: ContentSource {
    private struct State {
        /// Read ahead, and not taken by the reader yet.
        var ahead: [UInt8] = []
        var isAtEnd = false
        var failure: (any Error)?
        /// Somebody waits for the source.
        var isReading = false
        var isReadingAhead = false
        /// Others wait for the whole.
        var isWaitedFor = false
        /// The reader wants no more.
        var isGivenUp = false
        /// Wakes the reader, who waits for what is read ahead; there when it is needed.
        var progress: Announcement<Void>?
    }

    private let state = Mutex(State())
    private let source: any ContentSource
    private let collector: ContentCollector
    /// Who waits for it.
    private let flight: CacheFlight?

    init(_ source: any ContentSource, collector: ContentCollector, flight: CacheFlight?) {
        self.source = source
        self.collector = collector
        self.flight = flight
    }

    deinit { collector.giveUp() }

    // MARK: - The reader

    func nextChunk() async throws -> [UInt8]? {
        while true {
            switch try nextStep() {
            case .take(let chunk): return chunk
            case .wait(let progress):
                do { try await progress.value() } catch { throw HTTPClientError.cancelled }
            case .read: return try await read()
            }
        }
    }

    private enum Step {
        case take([UInt8]?)
        case wait(Announcement<Void>)
        case read
    }

    private func nextStep() throws -> Step {
        try state.withLock { state in
            if state.isGivenUp { throw HTTPClientError.cancelled }
            if !state.ahead.isEmpty {
                var chunk: [UInt8] = []
                swap(&chunk, &state.ahead)
                return .take(chunk)
            }
            if let failure = state.failure { throw failure }
            if state.isAtEnd { return .take(nil) }
            if state.isReadingAhead {
                let progress = state.progress ?? Announcement()
                state.progress = progress
                return .wait(progress)
            }
            state.isReading = true
            return .read
        }
    }

    /// Reads from the source, for the reader.
    private func read() async throws -> [UInt8]? {
        let chunk: [UInt8]?
        do {
            chunk = try await source.nextChunk()
        } catch {
            fail(error)
            throw error
        }
        await keep(chunk)
        let isWaitedFor = state.withLock { state in
            state.isReading = false
            return state.isWaitedFor && !state.isAtEnd
        }
        if isWaitedFor { readAhead() }
        return chunk
    }

    func rest(upTo limit: Int) async throws -> [UInt8]? {
        let isUntouched = state.withLock { state in
            guard !state.isReadingAhead, !state.isAtEnd, state.ahead.isEmpty, state.failure == nil, !state.isGivenUp else {
                return false
            }
            state.isReading = true
            return true
        }
        guard isUntouched else { return try await collect(upTo: limit) }
        do {
            guard let rest = try await source.rest(upTo: limit) else {
                fail(HTTPClientError.cancelled)
                return nil
            }
            state.withLock { $0.isAtEnd = true }
            await collector.finish(with: rest)
            return rest
        } catch {
            fail(error)
            throw error
        }
    }

    private func collect(upTo limit: Int) async throws -> [UInt8]? {
        var content: [UInt8] = []
        while let chunk = try await nextChunk() {
            guard content.count + chunk.count <= limit else {
                cancel()
                return nil
            }
            content += chunk
        }
        return content
    }

    private func keep(_ chunk: [UInt8]?) async {
        if let chunk { return await collector.add(chunk) }
        state.withLock { $0.isAtEnd = true }
        await collector.finish()
    }

    private func fail(_ error: any Error) {
        let progress = state.withLock { state in
            state.failure = error
            state.isReading = false
            return state.progress
        }
        progress?.tell(())
        collector.giveUp()
    }

    // MARK: - Reading ahead

    /// Reads to the end, whether the reader does or not, if the whole fits into memory.
    func readAhead() {
        guard collector.mayReadAhead else {
            // What is too large for the memory comes at the reader's pace: the others ask for themselves.
            flight?.end(.notStored)
            return
        }
        source.release()  // the reader's pause is not for those who wait
        let begins = state.withLock { state in
            state.isWaitedFor = true
            guard !state.isReading, !state.isReadingAhead, !state.isAtEnd, state.failure == nil, !state.isGivenUp else {
                return false
            }
            state.isReadingAhead = true
            return true
        }
        // A task of its own: the readers' may be cancelled.
        if begins { Task { await readAheadToEnd() } }
    }

    private func readAheadToEnd() async {
        do {
            while collector.mayReadAhead {
                guard let chunk = try await source.nextChunk() else {
                    await keep(nil)
                    break
                }
                await keep(chunk)
                tellProgress { if !$0.isGivenUp { $0.ahead += chunk } }
            }
        } catch {
            fail(error)
        }
        tellProgress { $0.isReadingAhead = false }
        if state.withLock({ $0.isGivenUp && !$0.isAtEnd }) { end() }
        if !collector.mayReadAhead { flight?.end(.notStored) }
    }

    private func tellProgress(_ change: (inout State) -> Void) {
        let progress = state.withLock { state in
            change(&state)
            defer { state.progress = nil }
            return state.progress
        }
        progress?.tell(())
    }

    // MARK: - The end

    var trailerFields: HTTPFields { source.trailerFields }

    func cancel() { if giveUp() { end() } }

    private func end() {
        collector.giveUp()
        source.cancel()
    }

    /// A short rest is received all the same: then it can be stored as well.
    func discard() {
        if collector.isShort, collector.mayReadAhead { return readAhead() }
        guard giveUp() else { return }
        collector.giveUp()
        source.discard()
    }

    /// Forgets the reader; whether nobody else wants the content.
    private func giveUp() -> Bool {
        let (isUnwanted, progress) = state.withLock { state in
            state.ahead = []
            state.isGivenUp = true
            defer { state.progress = nil }
            return (!state.isReadingAhead, state.progress)
        }
        progress?.tell(())
        return isUnwanted
    }

    /// Others do not wait for the end of a pause.
    func hold() { if !state.withLock(\.isWaitedFor) { source.hold() } }
    func release() { source.release() }
}
