internal import CurlTransport
internal import Digests
internal import HTTPSemantics

/// Answers one request from a cache, and asks the server where that is not enough.
///
/// A class, though one task has it, so that async functions keep no copies of all this while they wait.
final class CacheRun {
    /// Asks the server, for something else than the request itself if that is given; says as well whether credentials went out.
    typealias Send = (HTTPRequest?) async throws -> (HTTPClientResponse, isAuthorized: Bool)

    let cache: HTTPCache
    /// As it is before cookies and credentials are added.
    let request: HTTPRequest
    /// The request as responses may vary by it.
    let selectingRequest: HTTPRequest
    let policy: CachePolicy
    let target: CacheTarget
    private let deadline: Moment?
    private var isCollapsed = false
    /// Whether others are waited for; not again after one whose response was of no use.
    private var mayFollow = true
    /// Whether the last response was worth waiting for, if that has been asked.
    private var wasShared: Bool?
    var flight: CacheFlight?

    /// What has been thrown away before the server was asked.
    var removalCount = 0
    var isAuthorized = false

    /// - Parameters:
    ///   - outgoing: The request with its cookies.
    ///   - userInfo: User name and password of the URL, which has them no more.
    init(
        _ cache: HTTPCache, _ request: HTTPRequest, outgoing: HTTPRequest, userInfo: String?, options prepared: PreparedOptions,
        deadline: Moment?
    ) {
        self.cache = cache
        self.request = request
        self.deadline = deadline
        let options = prepared.options
        policy = options.cachePolicy
        var selecting = outgoing
        if options.decodesContent, !selecting.headerFields.contains(.acceptEncoding) {
            selecting.headerFields[.acceptEncoding] = RequestOptions.acceptedCodings
        }
        selectingRequest = selecting
        target = CacheTarget(
            CacheKey(request.url), partition: Self.partition(request, userInfo, options, isShared: cache.options.isShared),
            fields: selecting.headerFields)
    }

    /// Responses to different users are kept apart, though RFC 9111 leaves it to servers to say that they differ; and so is content
    /// that is decoded and content that is not.
    private static func partition(_ request: HTTPRequest, _ userInfo: String?, _ options: RequestOptions, isShared: Bool)
        -> String
    {
        // Who asks for codings himself gets them.
        var parts = options.decodesContent && !request.headerFields.contains(.acceptEncoding) ? "" : "encoded"
        guard !isShared else { return parts }
        if let authorization = request.headerFields[.authorization] ?? options.credentials?.fingerprint ?? userInfo {
            parts += Hexadecimal.encode(SHA256.digest(of: Array(authorization.utf8)).prefix(16))
        }
        return parts
    }

    // MARK: - The way of a request

    /// - Parameters:
    ///   - send: Asks the server.
    ///   - revalidation: What asks the server for a new response while a stale one answers.
    /// - Throws: ``HTTPClientError``, with code `notStored` when nothing is stored and the server must not be asked; and what `send`
    ///   throws.
    func answer(_ send: Send, revalidation: () -> @Sendable () async -> Void) async throws -> HTTPClientResponse {
        while true {
            let entries = await cache.entries(for: target)
            let lookup = CacheLookup(selectingRequest, policy: policy, isOffline: cache.isOffline, now: cache.clock())
            switch lookup.decision(entries.map(\.stored)) {
            case .answer(let position, let use):
                if case .staleWhileRevalidating = use { beginRevalidation(revalidation()) }
                return answered(by: entries[position], use, lookup)
            case .refuse: return try refusal()
            case .validate(let position, let reason):
                if try await hasFollowed(entries) { continue }
                return try await validated(entries[position], reason, lookup, send)
            case .complete(let position, let start):
                return try await completed(entries[position], from: start, lookup, send)
            case .forward(let reason):
                if try await hasFollowed(entries) { continue }
                return try await forwarded(reason, entries, lookup, send)
            }
        }
    }

    var hasConditions: Bool { request.headerFields.contains(any: Self.conditions) }

    private static let conditions: HTTPFieldNames = [.ifNoneMatch, .ifModifiedSince, .range]

    /// Waits for another's response to the same request, if one is under way; whether it may answer now.
    private func hasFollowed(_ entries: [CacheEntry]) async throws -> Bool {
        guard mayFollow, policy == .standard, request.method == .get, !hasConditions else { return false }
        // What nobody could use the last time is not waited for.
        guard !entries.contains(where: { $0.isFor(target) && !$0.stored.mayAnswerOthers }) else { return false }
        wasShared = cache.isShared(target.key)
        guard wasShared == true else { return false }
        let (flight, isNew) = cache.flight(target)
        guard !isNew else {
            self.flight = flight
            return false
        }
        let end = try await end(of: flight)
        isCollapsed = end == .stored
        // Whose place can be taken is another matter.
        mayFollow = end == .givenUp
        return true
    }

    /// Remembers whether others can use the response.
    func note(isShared: Bool) { if wasShared != isShared { cache.note(target.key, isShared: isShared) } }

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

    func land(_ end: CacheFlight.End) {
        if let flight { cache.land(flight, end) }
        flight = nil
    }

    // MARK: - Answers from the cache

    private func answered(by entry: CacheEntry, _ use: CacheUse, _ lookup: CacheLookup) -> HTTPClientResponse {
        var status = CacheStatus(cache: cache.options.name)
        status.isHit = true
        status.isCollapsed = isCollapsed
        if case .stale = use, cache.isOffline { status.detail = "offline" }
        cache.count { $0.hits += 1 }
        return response(entry, status, lookup)
    }

    func response(_ entry: CacheEntry, _ status: CacheStatus, _ lookup: CacheLookup) -> HTTPClientResponse {
        let answer = entry.stored.answer(request, storedCount: entry.content.count, now: lookup.now)
        var status = status
        status.isStoredResponse = true
        status.timeToLive = entry.stored.remainingFreshness(at: lookup.now)
        let body = answer.content.map { ResponseBody(StoredContentSource(entry.content, $0)) } ?? ResponseBody([])
        return HTTPClientResponse(head: answer.head, url: request.url, body: body).marked(status)
    }

    private func beginRevalidation(_ revalidate: @escaping @Sendable () async -> Void) {
        let (flight, isNew) = cache.flight(
            CacheTarget(target.key, partition: target.partition + "revalidation", fields: target.fields))
        guard isNew else { return }
        Task { [cache] in
            await revalidate()
            cache.land(flight, .stored)
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
}
