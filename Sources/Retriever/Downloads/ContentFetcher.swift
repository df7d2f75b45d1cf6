internal import Files
internal import HTTPSemantics
internal import Synchronization

/// Brings a file's bytes into its unfinished file: asks for what is missing, in several parts at once where that helps, and tries again.
final class ContentFetcher: Sendable {
    /// Everything has to begin anew.
    struct Restart: Error { let reason: DownloadPlan.RestartReason }

    /// The first answer.
    struct Head: Sendable {
        let url: WebURL
        let headerFields: HTTPFields
        let name: String
    }

    struct State {
        var ledger: SegmentLedger
        /// What identifies the file at each address.
        var identities: [RepresentationIdentity?]
        var dropped: Set<Int> = []
        var head: Head?
        var hasRanges = true
        var workers = 1
        var restarts = 0
        var receivedBytes = 0
        var meter: DownloadMeter
        var hasher: ContentHasher?
        /// Workers who have got something since they last began.
        var successful: Set<Int> = []
        /// Stops who fetches a segment.
        var revocations: [Int: @Sendable () -> Void] = [:]
    }

    let client: HTTPClient
    let urls: [WebURL]
    let options: DownloadOptions
    let events: DownloadEvents?
    let part: PartialFile
    let state: Mutex<State>
    private let requestOptions: RequestOptions
    private let deadline: ContinuousClock.Instant?
    /// The download's own limit and the one that it shares.
    private let limiters: [DownloadRateLimiter]
    /// Called when the file's name is known; may refuse it.
    private let checkName: @Sendable (String) throws -> Void

    init(
        _ client: HTTPClient, urls: [WebURL], options: DownloadOptions, events: DownloadEvents?, part: PartialFile,
        record: ResumeRecord?, deadline: ContinuousClock.Instant?, checkName: @escaping @Sendable (String) throws -> Void
    ) {
        self.client = client
        self.urls = urls
        self.options = options
        self.events = events
        self.part = part
        self.deadline = deadline
        self.checkName = checkName
        limiters = [options.bytesPerSecond.map { DownloadRateLimiter(bytesPerSecond: $0) }, options.rateLimiter].compactMap(
            \.self)
        var requestOptions = options.request ?? client.configuration.options
        requestOptions.decodesContent = false
        if let rate = limiters.map(\.bytesPerSecond).min() {
            // Small portions, or a slow download would stand still between large ones.
            requestOptions.bufferLimit = min(requestOptions.bufferLimit, max(4096, rate / 4 / max(1, options.segments)))
        } else {
            requestOptions.receiveBufferSize = max(requestOptions.receiveBufferSize, Self.receiveBufferSize)
        }
        self.requestOptions = requestOptions
        let identities = urls.map { record?.identities[ResumeRecord.key(of: $0)] }
        state = Mutex(
            State(
                ledger: Self.ledger(options, done: record?.done ?? RangeList(), identities),
                identities: identities, meter: DownloadMeter(now: .now),
                hasher: Self.hasher(options, part)))
    }

    /// A few large writes cost a fast download less than many small ones.
    private static let receiveBufferSize = 128 * 1024

    private static func ledger(
        _ options: DownloadOptions, done: RangeList = RangeList(), _ identities: [RepresentationIdentity?] = []
    ) -> SegmentLedger {
        // Waiting for its turn below a rate limit is not being stuck.
        let isLimited = options.bytesPerSecond != nil || options.rateLimiter != nil
        return SegmentLedger(
            done: done, completeLength: identities.lazy.compactMap { $0?.completeLength }.first,
            minimumSize: options.minimumSegmentSize, patience: isLimited ? .seconds(1 << 30) : .seconds(2))
    }

    private static func hasher(_ options: DownloadOptions, _ part: PartialFile) -> ContentHasher? {
        options.computesDigest || options.expectedDigest != nil ? ContentHasher(part.file) : nil
    }

    // MARK: - What is there

    /// What another run would need to go on; `nil` when it could not.
    func record() -> ResumeRecord? {
        guard options.resumes else { return nil }
        return state.withLock { state in
            let identities = zip(urls, state.identities).compactMap { url, identity in
                identity.map { (ResumeRecord.key(of: url), $0) }
            }
            guard options.expectedDigest != nil || identities.contains(where: \.1.isStrong) else { return nil }
            return ResumeRecord(
                done: state.ledger.done, identities: Dictionary(identities, uniquingKeysWith: { first, _ in first }))
        }
    }

    private static func restartedTooOften(_ reason: DownloadPlan.RestartReason, _ url: WebURL) -> HTTPClientError {
        switch reason {
        case .changed: HTTPClientError(.changed, "\(url) has another file for each request")
        case .rangesUnsupported, .noValidator:
            HTTPClientError(
                .connectionLost, "the connection to \(url.authority) was lost each time, and it offers no way to go on")
        }
    }

    /// Forgets everything that is there. Nobody else may be writing.
    ///
    /// - Throws: ``HTTPClientError`` when that has not helped several times.
    func startOver(_ reason: DownloadPlan.RestartReason) async throws {
        try state.withLock { state in
            state.restarts += 1
            guard state.restarts <= max(2, options.retries.attempts) else { throw Self.restartedTooOften(reason, urls[0]) }
            state.workers = 1
            state.ledger = Self.ledger(options)
            state.identities = urls.map { _ in nil }
            state.head = nil
            state.hasher = Self.hasher(options, part)
            if reason == .rangesUnsupported { state.hasRanges = false }
        }
        try await part.reset()
        events?.send(.restarted(reason))
    }

    /// Tells how far the download is, whether anything has come or not.
    func report(isLast: Bool = false) {
        let event = state.withLock { state in
            state.meter.note(0, now: .now, isLast: isLast).map { rate in
                DownloadEvent.progress(received: state.ledger.done.count, expected: state.ledger.completeLength, rate: rate)
            }
        }
        if let event { events?.send(event) }
    }

    // MARK: - Fetching

    /// Fetches everything that is missing.
    ///
    /// - Throws: ``Restart``, ``HTTPClientError``, `FileError` or `CancellationError`; then nobody is writing any more.
    func fetch() async throws {
        var worker = Worker(id: 0)
        guard let contact = try await firstContact(&worker) else { return }
        let count = segmentCount(contact)
        state.withLock { $0.workers = count }
        try await withThrowingTaskGroup(of: Bool.self) { [worker] group in
            group.addTask {
                while true {
                    try await Task.sleep(for: self.options.checkpointInterval)
                    self.report()
                    try await self.part.save { self.record() }
                }
            }
            group.addTask { try await self.work(worker, contact) }
            for id in 1..<max(1, count) { group.addTask { try await self.work(Worker(id: id), nil) } }
            // The first to find nothing missing sends the others home.
            while let isComplete = try await group.next(), !isComplete {}
            group.cancelAll()
        }
    }

    /// Somebody who fetches one segment after the other.
    struct Worker: Sendable {
        let id: Int
        /// In a row, without a byte between them.
        var failures = 0
        /// Which of the usable addresses is next, counted on and on.
        var turn: Int
        /// The address that was asked last.
        var mirror = 0

        init(id: Int) {
            self.id = id
            turn = id
        }

        /// Whether it is the one that a download always has.
        var isFirst: Bool { id == 0 }
    }

    /// An answer with content for a segment.
    struct Contact: Sendable {
        let segment: SegmentLedger.Segment
        let response: HTTPClientResponse
        /// Where the content begins in the file.
        let position: Int
        let lease: DownloadSlots.Lease
    }

    /// The first answer; `nil` when it says that nothing is missing.
    private func firstContact(_ worker: inout Worker) async throws -> Contact? {
        while true {
            do {
                let mirror = try chooseMirror(for: &worker)
                let lease = try await client.downloadSlots.lease(urls[mirror].origin, isFirst: true)
                let segment = state.withLock { $0.ledger.take(now: .now)?.segment }
                return try await open(segment, mirror: mirror, lease: lease, isFirst: true, tellsResuming: true)
            } catch {
                state.withLock { $0.ledger.releaseAll() }
                guard try await recover(from: error, &worker) else { return nil }
            }
        }
    }

    /// Fetches segments until nothing is missing.
    ///
    /// - Returns: Whether everything is there; no when this worker has given up and others go on.
    private func work(_ worker: Worker, _ contact: Contact?) async throws -> Bool {
        var worker = worker
        var opened = contact
        while !state.withLock({ $0.ledger.isComplete }) {
            do {
                if let contact = opened.take() {
                    try await process(contact.segment, contact, mirror: 0, lease: contact.lease, &worker)
                } else {
                    try await processNext(&worker)
                }
            } catch {
                guard try await recover(from: error, &worker) else { return false }
            }
        }
        return true
    }

    private func processNext(_ worker: inout Worker) async throws {
        let mirror = try chooseMirror(for: &worker)
        let lease = try await client.downloadSlots.lease(urls[mirror].origin, isFirst: worker.isFirst)
        let (segment, revoke) = state.withLock { state -> (SegmentLedger.Segment?, (@Sendable () -> Void)?) in
            guard let taken = state.ledger.take(now: .now) else { return (nil, nil) }
            return (taken.segment, taken.revoked.flatMap { state.revocations.removeValue(forKey: $0) })
        }
        revoke?()
        if let segment { return try await process(segment, nil, mirror: mirror, lease: lease, &worker) }
        _ = consume lease
        try await Task.sleep(for: .milliseconds(100))  // cut short when everything is there
    }

    /// Fetches a segment; returns early when somebody else takes it over.
    private func process(
        _ segment: SegmentLedger.Segment, _ contact: Contact?, mirror: Int, lease: DownloadSlots.Lease, _ worker: inout Worker
    ) async throws {
        let current = worker
        let isAlone = state.withLock { state in
            state.successful.remove(current.id)
            return state.workers == 1
        }
        let result: Result<Void, any Error>
        if isAlone {
            do { result = .success(try await fetch(segment, contact, mirror: mirror, lease: lease, by: current)) } catch {
                result = .failure(error)
            }
        } else {
            let task = Task { try await self.fetch(segment, contact, mirror: mirror, lease: lease, by: current) }
            state.withLock { $0.revocations[segment.id] = { task.cancel() } }
            result = await withTaskCancellationHandler {
                await task.result
            } onCancel: {
                task.cancel()
            }
        }
        let isRevoked = state.withLock { state in
            if state.successful.contains(current.id) { worker.failures = 0 }
            // Somebody alone may have begun anew, with another segment than this.
            if isAlone { state.ledger.releaseAll() } else { state.ledger.release(segment.id) }
            return !isAlone && state.revocations.removeValue(forKey: segment.id) == nil
        }
        guard !isRevoked || Task.isCancelled else { return }
        try result.get()
    }

    private func fetch(
        _ segment: SegmentLedger.Segment, _ contact: Contact?, mirror: Int, lease: DownloadSlots.Lease, by worker: Worker
    ) async throws {
        var contact = contact
        if contact == nil {
            contact = try await open(segment, mirror: mirror, lease: lease, tellsResuming: worker.failures > 0)
        }
        if let contact { try await read(contact, by: worker) }
    }

    /// Writes the content of an answer where it belongs.
    private func read(_ contact: Contact, by worker: Worker) async throws {
        let id = contact.segment.id
        var position = contact.position
        var isDone = false
        for try await chunk in contact.response.body {
            // More than was missing when it was asked for; or somebody else fetches the rest.
            guard !isDone, let missing = state.withLock({ $0.ledger.missing(in: id) }) else { return }
            try await waitForTurn(chunk.count)
            let wanted = (position..<position + chunk.count).clamped(to: missing)
            if !wanted.isEmpty {
                try part.file.write(chunk[wanted.lowerBound - position..<wanted.upperBound - position], at: wanted.lowerBound)
            }
            position += chunk.count
            isDone = note(id, chunk.count, upTo: max(wanted.upperBound, missing.lowerBound), by: worker)
            if isDone, position > missing.upperBound { return }
            if !worker.isFirst, !isDone, contact.lease.isWanted { return }
        }
        try noteEnd(contact, at: position)
    }

    /// Waits until so many bytes more may have come.
    private func waitForTurn(_ count: Int) async throws {
        let now = ContinuousClock.now
        guard let delay = limiters.map({ $0.delay(after: count, now: now) }).max() else { return }
        try await Task.sleep(for: delay)
    }

    /// Notes bytes that have been written; whether the segment has all.
    private func note(_ id: Int, _ count: Int, upTo position: Int, by worker: Worker) -> Bool {
        let now = ContinuousClock.now
        let (isDone, event, hasher, prefix) = state.withLock { state in
            state.ledger.advance(id, to: position, now: now)
            state.receivedBytes += count
            state.successful.insert(worker.id)
            let event = state.meter.note(count, now: now).map { rate in
                DownloadEvent.progress(received: state.ledger.done.count, expected: state.ledger.completeLength, rate: rate)
            }
            return (state.ledger.missing(in: id) == nil, event, state.hasher, state.ledger.done.prefix)
        }
        hasher?.follow(to: prefix)
        if let event { events?.send(event) }
        return isDone
    }

    /// Decides what the end of an answer means.
    private func noteEnd(_ contact: Contact, at position: Int) throws {
        let isShort = state.withLock { state in
            guard let missing = state.ledger.missing(in: contact.segment.id) else { return false }
            // The end of all content is the end of the file; of a part that is known only when nothing is behind it.
            if missing.upperBound == .max, contact.response.status != 206 {
                state.ledger.setCompleteLength(position)
                return false
            }
            return position <= contact.segment.missing.lowerBound
        }
        if isShort {
            throw HTTPClientError(.connectionLost, "\(contact.response.url) sent nothing of the part that was asked for")
        }
    }
}

extension ContentFetcher {
    /// The options for a request that begins now.
    func currentRequestOptions() throws -> RequestOptions {
        var options = requestOptions
        options.totalTimeout = nil
        // The file is where it is kept; and each part is asked for with its own precondition.
        options.cachePolicy = .off
        if let deadline {
            let rest = deadline - .now
            guard rest > .zero else { throw Self.overdue }
            options.totalTimeout = rest
        }
        return options
    }

    /// Waits before another attempt.
    func pause(_ delay: Duration) async throws {
        if let deadline, .now + delay >= deadline { throw Self.overdue }
        try await Task.sleep(for: delay)
    }

    private static var overdue: HTTPClientError { HTTPClientError(.timedOut, "the download took longer than it may") }

    var isOverdue: Bool { deadline.map { .now >= $0 } ?? false }

    /// Notes what the first answer says of the file, and tells it.
    func announce(_ response: HTTPClientResponse, identity: RepresentationIdentity) throws {
        let name = response.suggestedFileName(asked: urls[0])
        try checkName(name)
        let expected = state.withLock { state in
            state.head = Head(url: response.url, headerFields: response.headerFields, name: name)
            if let length = identity.completeLength, state.ledger.completeLength == nil { state.ledger.setCompleteLength(length) }
            return state.ledger.completeLength
        }
        events?.send(.started(expected: expected, suggestedName: name))
    }
}
