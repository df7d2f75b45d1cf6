package import HTTPSemantics
internal import Synchronization

/// One exchange on the wire, seen by whoever waits for it. One task reads it: first the head, then the content.
///
/// The loop puts in what arrives and the reader takes it out; both meet in a briefly held lock. Reading slowly pauses the
/// connection once ``TransferOptions/bufferLimit`` bytes wait.
package final class Transfer: Sendable {
    let request: TransferRequest
    let pool: ConnectionPool
    /// When waiting for a connection ends.
    private let queueDeadline: Moment?
    /// When it was asked for, if somebody wants to know how long it waited.
    private let created: Moment?
    private let state = Mutex(State())

    /// What a reader waits for.
    private enum Awaited { case head, content, end }

    /// Safe: the continuation is taken out before it is resumed, so it is resumed once.
    @safe private struct State {
        var head: HeaderSection?
        var content: [UInt8] = []
        var end: Result<Void, TransferError>?
        var isPaused = false
        /// Whether the transfer was paused on purpose.
        var isHeld = false
        var hasDeliveredMetrics = false
        /// The loop that carries the transfer out; none while it waits for a connection.
        var loop: EventLoop?
        var reader: UnsafeContinuation<Void, Never>?
        /// Nobody reads the rest: so many bytes of it are worth receiving, and so long.
        var discarding: (limit: Int, until: Moment)?
        var awaited = Awaited.head
        /// The most content that is kept for a reader that wants it whole.
        var collectionLimit: Int?
        /// What the reader is told before it reads on.
        var news = TransferNews()
        var trailers = FieldSection()

        /// Whether a reader that waits can go on.
        var isReadable: Bool {
            if end != nil { return true }
            return switch awaited {
            case .head: head != nil
            case .content: !content.isEmpty
            case .end: isTooLarge
            }
        }

        /// Whether there is more content than its reader wants.
        var isTooLarge: Bool { collectionLimit.map { content.count > $0 } ?? false }
    }

    init(_ request: consuming TransferRequest, pool: ConnectionPool) {
        created = request.onMetrics == nil ? nil : .now
        let deadline = request.options.poolTimeout.map { Moment.now + $0 }
        queueDeadline = request.deadline.map { min($0, deadline ?? $0) } ?? deadline
        self.request = request
        self.pool = pool
    }

    private func submit(_ command: EventLoop.Command) {
        // Without a loop the transfer waits for a connection, and is passed over at its turn if it has ended.
        state.withLock(\.loop)?.submit(command)
    }

    /// The URL that it asks for.
    package var url: WebURL { request.request.url }

    // MARK: - The reader's side

    /// The response's head, when it has arrived. Cancelling the task cancels the transfer.
    package func head() async throws(TransferError) -> HTTPResponse {
        await wait(for: .head)
        let head = try state.withLock { state throws(TransferError) in
            if state.head == nil { try state.end?.get() }
            return state.head
        }
        guard let head = head?.head else {
            throw TransferError(code: .badResponse, phase: nil, message: "the response has no status")
        }
        return head
    }

    /// The version of HTTP of the response: "1.0", "1.1", "2" or "3"; `nil` before its head has come.
    package var httpVersion: String? { state.withLock { $0.head?.version } }

    /// All content that has arrived since the last call, at least a byte; `nil` at its end. Cancelling the task cancels the
    /// transfer.
    package func nextChunk() async throws(TransferError) -> [UInt8]? {
        await wait(for: .content)
        let (chunk, resumes) = try state.withLock { state throws(TransferError) -> ([UInt8]?, Bool) in
            if state.content.isEmpty {
                try state.end?.get()
                return (nil, false)
            }
            if case .failure(let error) = state.end, error.code == .cancelled { throw error }
            var chunk: [UInt8] = []
            swap(&chunk, &state.content)
            let resumes = state.isPaused
            state.isPaused = false
            return (chunk, resumes)
        }
        if resumes { submit(.resume(self)) }
        return chunk
    }

    /// All content that has not been read yet, without waking the reader for each part of it. Ends with the error code
    /// `contentTooLarge` when there are more than `limit` bytes. Cancelling the task cancels the transfer.
    package func rest(upTo limit: Int) async throws(TransferError) -> [UInt8] {
        let (resumes, stops) = state.withLock { state in
            state.collectionLimit = limit
            defer { state.isPaused = false }
            return (state.isPaused, state.isTooLarge && state.end == nil)
        }
        if stops { submit(.cancel(self)) } else if resumes { submit(.resume(self)) }
        await wait(for: .end)
        return try state.withLock { state throws(TransferError) in
            try state.end?.get()
            if state.isTooLarge { throw .contentTooLarge }
            var content: [UInt8] = []
            swap(&content, &state.content)
            return content
        }
    }

    private func wait(for awaited: Awaited) async {
        while true {
            await waitUntilChanged(awaited)
            guard request.options.hasListeners else { return }
            // Both at one moment: all that happened before the head is told before it is answered.
            let (news, isReadable) = state.withLock { state in (state.news.take(), state.isReadable) }
            news.tell(request.options)
            if isReadable { return }
        }
    }

    private func waitUntilChanged(_ awaited: Awaited) async {
        let hasChanged = state.withLock { state in
            state.awaited = awaited
            return state.isReadable || !state.news.isEmpty
        }
        // Often all has come already, and nothing needs to be set up for waiting.
        guard !hasChanged || Task.isCancelled else { return }
        await withTaskCancellationHandler {
            await unsafe withUnsafeContinuation { continuation in
                let isReadable = state.withLock { state in
                    guard !state.isReadable, state.news.isEmpty else { return true }
                    if unsafe state.reader != nil { preconditionFailure("A response is read by one task at a time") }
                    unsafe state.reader = continuation
                    return false
                }
                if isReadable { unsafe continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Stops the transfer, from any thread and at any time, also while it is queued; its reader goes on at once with an error.
    /// Nothing happens when it has ended.
    package func cancel() { fail(.cancelled) }

    /// As ``cancel()``, with an error of the caller's.
    func fail(_ error: TransferError) {
        guard finish(.failure(error)) else { return }
        wakeReader()
        if state.withLock({ $0.loop == nil }) { deliverMetricsOfWaiting(error: error) }
        submit(.cancel(self))
    }

    /// The fields after the content, once its end has been read. RFC 9110 §6.5.
    package var trailerFields: HTTPFields { HTTPFields(state.withLock(\.trailers)) }

    /// Gives the rest of the content up. A short rest that comes soon is received all the same, so that the connection can be
    /// used again; nobody waits for it.
    package func discard() {
        state.withLock { $0.discarding = (64 * 1024, .now + .seconds(1)) }
        submit(.resume(self))
    }

    /// Stops receiving until ``release()``; time that passes meanwhile does not count as stalled.
    package func hold() { state.withLock { $0.isHeld = true } }

    /// Goes on receiving after ``hold()``.
    package func release() {
        state.withLock { $0.isHeld = false }
        submit(.resume(self))
    }

    /// Whether a rest that nobody reads has taken too long.
    func isDiscarded(_ now: Moment) -> Bool { state.withLock { $0.discarding.map { now >= $0.until } ?? false } }

    /// Whether nothing more will come.
    var hasEnded: Bool { state.withLock { $0.end != nil } }

    // MARK: - The loop's side

    /// Names the loop that carries the transfer out, before it does.
    func assign(to loop: EventLoop) { state.withLock { $0.loop = loop } }

    /// Whether the time for waiting in the queue is over.
    func isOverdueInQueue(_ now: Moment) -> Bool { queueDeadline.map { $0 <= now } ?? false && !hasEnded }

    /// Lets the connection go on in the directions that have no reason to wait, from any thread.
    func resume() { submit(.resume(self)) }

    /// Keeps an interim response for the reader, who is woken by ``wakeReader()``.
    func note(_ head: HTTPResponse) { state.withLock { $0.news.responses.append(head) } }

    /// Keeps for the reader how much has been sent; whether it is news, which it is not when content is sent again.
    func note(sent: Int, of total: Int?) -> Bool { state.withLock { $0.news.note(sent: sent, of: total) } }

    func receive(trailerLine: UnsafeRawBufferPointer) { state.withLock { unsafe $0.trailers.append(line: trailerLine) } }

    /// The error for a time limit that passed in the queue.
    func timeoutInQueue(_ now: Moment) -> TransferError {
        let isTotal = request.deadline.map { $0 <= now } ?? false
        return .timedOut(isTotal ? .total : .pool, .waitingForConnection, host: request.request.url.authority)
    }

    /// Keeps the head for the reader, who is woken by ``wakeReader()``.
    func receive(head: HeaderSection) { state.withLock { $0.head = head } }

    enum Reception { case taken, pause, stop }

    /// Keeps content for the reader; refuses it when there is too much already, or when nobody wants it any more.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception {
        state.withLock { state in
            if state.end != nil { return .stop }
            if let discarding = state.discarding {
                state.content = []
                state.discarding?.limit -= bytes.count
                return discarding.limit > bytes.count ? .taken : .stop
            }
            if state.isHeld {
                state.isPaused = true
                return .pause
            }
            if let limit = state.collectionLimit {
                guard state.content.count + bytes.count <= limit else {
                    state.end = .failure(.contentTooLarge)
                    return .stop
                }
            } else if !state.content.isEmpty, state.content.count + bytes.count > request.options.bufferLimit {
                state.isPaused = true
                return .pause
            }
            unsafe state.content.append(contentsOf: bytes)
            return .taken
        }
    }

    /// Whether the reader, or its slowness, holds the connection up.
    var isPaused: Bool { state.withLock { ($0.isPaused || $0.isHeld) && $0.discarding == nil } }

    /// Ends the transfer unless it has ended before; whether this call ended it.
    @discardableResult
    func finish(_ result: Result<Void, TransferError>) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            state.end = result
            return true
        }
    }

    /// Lets a waiting reader go on when there is something to read. Apart from the receiving functions, so that head, content
    /// and end that come together wake it once.
    func wakeReader() {
        let reader = unsafe state.withLock { state -> UnsafeContinuation<Void, Never>? in
            guard state.isReadable || !state.news.isEmpty, let reader = unsafe state.reader else { return nil }
            unsafe state.reader = nil
            return unsafe reader
        }
        unsafe reader?.resume()
    }

    // MARK: - Metrics

    var wantsMetrics: Bool { created != nil }

    /// How long it waited for a connection, if anybody wants to know.
    func waitingTime(until start: Moment) -> Duration { created.map { start - $0 } ?? .zero }

    /// Why it ended early: what was found first. A rest that nobody wants is no reason.
    func failure(_ outcome: Result<Void, TransferError>) -> TransferError? {
        let known = state.withLock { $0.discarding == nil ? $0.end ?? outcome : .success(()) }
        guard case .failure(let error) = known else { return nil }
        return error
    }

    /// Delivers metrics once.
    func deliver(_ metrics: TransferMetrics) {
        let isFirst = state.withLock { state in
            defer { state.hasDeliveredMetrics = true }
            return !state.hasDeliveredMetrics
        }
        if isFirst { request.onMetrics?(metrics) }
    }

    /// Delivers the metrics of a transfer that ends before it ran.
    func deliverMetricsOfWaiting(error: TransferError) {
        guard let created else { return }
        var metrics = TransferMetrics(waiting: .now - created)
        metrics.proxy = request.proxy
        metrics.error = error
        deliver(metrics)
    }
}
