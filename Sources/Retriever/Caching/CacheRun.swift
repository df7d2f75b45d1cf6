internal import CurlTransport
internal import Digests
internal import HTTPSemantics

/// Answers one request from a cache, and asks the server where that is not enough.
///
/// A class, though one task has it, so that async functions keep no copies of all this while they wait.
final class CacheRun {
    /// Asks the server.
    typealias Send = (HTTPRequest) async throws -> HTTPClientResponse

    private let cache: HTTPCache
    /// As it is before cookies and credentials are added.
    private let request: HTTPRequest
    /// What the request's fields are to a server, as far as responses may vary by them.
    private lazy var selecting: HTTPFields = {
        guard decodesContent, !outgoing.contains(.acceptEncoding) else { return outgoing }
        var fields = outgoing
        fields[.acceptEncoding] = "gzip, deflate, br, zstd"
        return fields
    }()
    private let outgoing: HTTPFields
    private let decodesContent: Bool
    private let policy: CachePolicy
    private let url: String
    private let partition: String
    private let deadline: Moment?
    /// Asks the server for a new response while a stale one answers.
    private let revalidate: @Sendable () async -> Void
    private var isCollapsed = false
    /// Whether others are waited for; not again after one whose response was of no use.
    private var mayFollow = true
    private var flight: (key: HTTPCache.FlightKey, flight: CacheFlight)?

    /// - Parameter outgoing: The request with its cookies.
    init(
        _ cache: HTTPCache, _ request: HTTPRequest, outgoing: HTTPRequest, options: RequestOptions, deadline: Moment?,
        revalidate: @escaping @Sendable () async -> Void
    ) {
        self.cache = cache
        self.request = request
        self.deadline = deadline
        self.revalidate = revalidate
        policy = options.cachePolicy
        url = request.url.withoutFragment.href
        self.outgoing = outgoing.headerFields
        decodesContent = options.decodesContent
        partition = Self.partition(request, options, isShared: cache.options.isShared)
    }

    /// Responses to different users are kept apart, though RFC 9111 leaves it to servers to say that they differ; and so is content
    /// that is decoded and content that is not.
    private static func partition(_ request: HTTPRequest, _ options: RequestOptions, isShared: Bool) -> String {
        var parts = options.decodesContent ? "" : "encoded"
        guard !isShared else { return parts }
        if let authorization = request.headerFields[.authorization] ?? options.credentials?.fingerprint {
            parts += Hexadecimal.encode(SHA256.digest(of: Array(authorization.utf8)).prefix(16))
        }
        return parts
    }

    private var selectingRequest: HTTPRequest {
        var request = request
        request.headerFields = selecting
        return request
    }

    // MARK: - The way of a request

    /// - Throws: ``HTTPClientError``, with code `notStored` when nothing is stored and the server must not be asked; and what `send`
    ///   throws.
    func answer(_ send: Send) async throws -> HTTPClientResponse {
        while true {
            let entries = await cache.entries(url, partition, for: selecting)
            let lookup = CacheLookup(selectingRequest, policy: policy, isOffline: cache.isOffline, now: cache.clock())
            switch lookup.decision(entries.map(\.stored)) {
            case .answer(let position, let use): return answered(by: entries[position], use, lookup)
            case .refuse: return try refusal()
            case .validate(let position, let reason):
                if try await hasFollowed() { continue }
                return try await validated(entries[position], reason, lookup, send)
            case .complete(let position, let start):
                return try await completed(entries[position], from: start, lookup, send)
            case .forward(let reason):
                if try await hasFollowed() { continue }
                return try await forwarded(reason, entries, lookup, send)
            }
        }
    }

    private var hasConditions: Bool {
        [.ifNoneMatch, .ifModifiedSince, .range].contains { request.headerFields.contains($0) }
    }

    /// Waits for another's response to the same request, if one is under way; whether it may answer now.
    private func hasFollowed() async throws -> Bool {
        guard mayFollow, policy == .standard, request.method == .get, !hasConditions, cache.isShared(url) else { return false }
        let key = HTTPCache.FlightKey(url: url, partition: partition, fields: selecting)
        let (flight, isNew) = cache.flight(key)
        guard !isNew else {
            self.flight = (key, flight)
            return false
        }
        let end = try await end(of: flight)
        isCollapsed = end == .stored
        // Whose place can be taken is another matter.
        mayFollow = end == .givenUp
        return true
    }

    private func end(of flight: CacheFlight) async throws -> CacheFlight.End {
        do {
            guard let deadline else { return try await flight.follow() }
            return try await withThrowingTaskGroup(of: CacheFlight.End?.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await flight.follow() }
                group.addTask {
                    try await Task.sleep(for: deadline - .now)
                    return nil
                }
                if let first = try await group.next(), let end = first { return end }
                throw HTTPClientError.totalTimeout(request.url.authority)
            }
        } catch is CancellationError {
            throw HTTPClientError.cancelled
        }
    }

    private func land(_ end: CacheFlight.End) {
        if let flight { cache.land(flight.key, flight.flight, end) }
        flight = nil
    }

    // MARK: - Answers from the cache

    private func answered(by entry: CacheEntry, _ use: CacheUse, _ lookup: CacheLookup) -> HTTPClientResponse {
        var status = CacheStatus(cache: cache.options.name)
        status.isHit = true
        status.isCollapsed = isCollapsed
        switch use {
        case .fresh: break
        case .stale: if cache.isOffline { status.detail = "offline" }
        case .staleWhileRevalidating: beginRevalidation()
        }
        cache.count { $0.hits += 1 }
        return response(entry, status, lookup)
    }

    private func response(_ entry: CacheEntry, _ status: CacheStatus, _ lookup: CacheLookup) -> HTTPClientResponse {
        let answer = entry.stored.answer(request, storedCount: entry.content.count, now: lookup.now)
        var status = status
        status.isStoredResponse = true
        status.timeToLive = entry.stored.remainingFreshness(at: lookup.now)
        let body = answer.content.map { ResponseBody(StoredContentSource(entry.content, $0)) } ?? ResponseBody([])
        return HTTPClientResponse(head: answer.head, url: request.url, body: body).marked(status)
    }

    private func beginRevalidation() {
        let key = HTTPCache.FlightKey(url: url, partition: partition + "revalidation", fields: selecting)
        let (flight, isNew) = cache.flight(key)
        guard isNew else { return }
        Task { [cache, revalidate] in
            await revalidate()
            cache.land(key, flight, .stored)
        }
    }

    private func refusal() throws -> HTTPClientResponse {
        guard policy != .storedOnly, !cache.isOffline else {
            throw HTTPClientError(
                .notStored, "nothing that answers is stored for \(request.url), and the server is not to be asked")
        }
        // The request's own `only-if-cached` (RFC 9111 §5.2.1.7).
        var status = CacheStatus(cache: cache.options.name)
        status.detail = "only-if-cached"
        return HTTPClientResponse(head: HTTPResponse(status: 504), url: request.url).marked(status)
    }

    // MARK: - Answers from the server

    private func forwarded(
        _ reason: CacheStatus.ForwardReason, _ entries: [CacheEntry], _ lookup: CacheLookup, _ send: Send
    ) async throws -> HTTPClientResponse {
        let stale = lookup.selected(entries.map(\.stored)).map { entries[$0] }
        return try await asked(request, reason, stale, lookup, send) { response, requestTime in
            if response.status == 304, let stale {
                // The caller's own question; the answer is the caller's, and news of what is stored.
                update(stale, by: response, requestTime, wasAskedAbout: false)
                return mark(response, reason)
            }
            return try await received(response, requestTime, reason)
        }
    }

    /// Asks whether an entry still holds.
    private func validated(
        _ entry: CacheEntry, _ reason: CacheStatus.ForwardReason, _ lookup: CacheLookup, _ send: Send
    ) async throws -> HTTPClientResponse {
        guard !hasConditions else { return try await forwarded(reason, [entry], lookup, send) }
        var question = request
        for field in entry.stored.conditions { question.headerFields.append(field) }
        return try await asked(question, reason, entry, lookup, send) { response, requestTime in
            guard response.status == 304 else { return try await received(response, requestTime, reason) }
            response.body.discard()
            guard let updated = update(entry, by: response, requestTime, wasAskedAbout: true) else {
                // About something else than what was asked about: nothing here answers the request.
                return try await forwarded(reason, [], lookup, send)
            }
            land(.stored)
            cache.count { $0.validations += 1 }
            return self.response(updated, status(reason, forwardStatus: 304), lookup.at(cache.clock()))
        }
    }

    /// Sends a request; a stale response may stand in for one that does not come.
    private func asked(
        _ question: HTTPRequest, _ reason: CacheStatus.ForwardReason, _ stale: CacheEntry?, _ lookup: CacheLookup, _ send: Send,
        then proceed: (HTTPClientResponse, _ requestTime: Int) async throws -> HTTPClientResponse
    ) async throws -> HTTPClientResponse {
        let requestTime = cache.clock()
        var question = question
        if let directive = lookup.directive { question.headerFields.append(directive) }
        do {
            let response = try await send(question)
            if [500, 502, 503, 504].contains(response.status.code), let stale,
                lookup.mayStandIn(stale.stored, isUnreachable: false)
            {
                response.body.discard()
                land(.notStored)
                return self.response(stale, status(reason, forwardStatus: response.status.code), lookup)
            }
            return try await proceed(response, requestTime)
        } catch {
            land(error.isCancellation ? .givenUp : .notStored)
            guard let stale, !error.isCancellation,
                lookup.mayStandIn(stale.stored, isUnreachable: error.isUnreachable && cache.options.answersWhenUnreachable)
            else { throw error }
            var status = status(reason)
            status.detail = "unreachable"
            return response(stale, status, lookup)
        }
    }

    private func status(_ reason: CacheStatus.ForwardReason, forwardStatus: Int? = nil) -> CacheStatus {
        var status = CacheStatus(cache: cache.options.name)
        status.forwardReason = reason
        status.forwardStatus = forwardStatus
        return status
    }

    private func mark(_ response: HTTPClientResponse, _ reason: CacheStatus.ForwardReason) -> HTTPClientResponse {
        land(.notStored)
        return response.marked(status(reason))
    }

    /// Takes the news of a 304 over; `nil` when it is about something else.
    @discardableResult private func update(
        _ entry: CacheEntry, by response: HTTPClientResponse, _ requestTime: Int, wasAskedAbout: Bool
    ) -> CacheEntry? {
        guard entry.stored.isMeant(by: response.head, wasAskedAbout: wasAskedAbout) else { return nil }
        let stored = entry.stored.updated(
            by: response.head, requestTime: requestTime, responseTime: cache.clock(), rules: cache.rules)
        let updated = CacheEntry(url: url, partition: partition, stored: stored, content: entry.content)
        if stored.control.noStore { cache.remove(request.url) } else { cache.insert(updated, for: selecting) }
        return updated
    }

    /// Stores a response, if it may be, while its content is read.
    private func received(
        _ response: HTTPClientResponse, _ requestTime: Int, _ reason: CacheStatus.ForwardReason
    ) async throws -> HTTPClientResponse {
        cache.count { $0.misses += 1 }
        let head = response.head
        for url in cache.rules.invalidated(by: head, to: request) { cache.remove(url) }
        if request.method == .head { await updateByHead(head, requestTime) }
        // What needs credentials depends on who asks, and on what was sent along after the first refusal.
        guard policy != .off, ![401, 407].contains(head.status.code),
            let stored = cache.rules.stored(
                head, to: selectingRequest, requestTime: requestTime, responseTime: cache.clock())
        else {
            if request.method == .get { cache.note(url, isShared: false) }
            return mark(response, reason)
        }
        cache.note(url, isShared: isShared(stored))
        if !isShared(stored) { land(.notStored) }
        return try await storing(stored, response, reason)
    }

    /// Whether others may be answered by it without asking.
    private func isShared(_ stored: StoredResponse) -> Bool {
        stored.control.noCache != .response && stored.remainingFreshness(at: cache.clock()) > 0
    }

    private func storing(
        _ stored: StoredResponse, _ response: HTTPClientResponse, _ reason: CacheStatus.ForwardReason
    ) async throws -> HTTPClientResponse {
        let expected = stored.expectedCount
        guard expected ?? 0 <= cache.entryLimit else { return mark(response, reason) }
        let destination = CacheDestination(
            cache, url: url, partition: partition, selecting: selecting, stored: stored, flight: flight)
        let collector = ContentCollector(destination)
        let content = StoringContent(response.body.source, collector: collector, flight: flight?.flight)
        if let flight { if collector.mayReadAhead { flight.flight.storing(content) } else { flight.flight.end(.notStored) } }
        flight = nil
        var status = status(reason)
        status.isStored = true
        let result = response.with(body: ResponseBody(content)).marked(status)
        // Nobody reads what is not there, and hardly anybody the content of a redirect.
        guard response.status == 204 || expected == 0 || response.status.kind == .redirection && collector.isShort else {
            return result
        }
        return result.with(body: ResponseBody(try await result.body.collect(upTo: 64 * 1024)))
    }

    /// The answer to HEAD is news of what is stored for GET. RFC 9111 §4.3.5.
    private func updateByHead(_ head: HTTPResponse, _ requestTime: Int) async {
        for entry in await cache.entries(url, partition, for: selecting) where entry.isFor(selecting, partition) {
            guard entry.stored.isConfirmed(by: head) else { return cache.remove(request.url) }
            let stored = entry.stored.updated(by: head, requestTime: requestTime, responseTime: cache.clock(), rules: cache.rules)
            cache.insert(CacheEntry(url: url, partition: partition, stored: stored, content: entry.content), for: selecting)
        }
    }

    /// Asks for the bytes that an entry lacks, and answers with the whole. RFC 9111 §3.4.
    private func completed(
        _ entry: CacheEntry, from start: Int, _ lookup: CacheLookup, _ send: Send
    ) async throws -> HTTPClientResponse {
        var question = request
        question.headerFields[.range] = ByteRange.field([.from(start)])
        for field in RepresentationIdentity(entry.stored.response).precondition { question.headerFields.append(field) }
        return try await asked(question, .partial, nil, lookup, send) { response, requestTime in
            let part = cache.rules.stored(
                response.head, to: selectingRequest, requestTime: requestTime, responseTime: cache.clock())
            guard response.status == 206 || response.status == 412 || response.status == 416 else {
                return try await received(response, requestTime, .partial)
            }
            guard let part, part.positions?.lowerBound == start,
                let whole = entry.stored.combined(with: part, rules: cache.rules),
                whole.positions == nil
            else {
                // Not the missing part: the whole, then.
                response.body.discard()
                return try await forwarded(.partial, [], lookup, send)
            }
            let head = HTTPClientResponse(
                head: whole.response, url: response.url,
                body: ResponseBody(JoinedContent(StoredContentSource(entry.content, 0..<start), response.body.source)))
            return try await storing(whole, head, .partial)
        }
    }
}
