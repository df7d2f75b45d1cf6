/// What a cache does about a request, given what it has stored for the URL. RFC 9111 §4.
package enum CacheDecision: Sendable {
    /// The stored response answers.
    case answer(Int, CacheUse)
    /// The server is asked whether the stored response still holds.
    case validate(Int, CacheStatus.ForwardReason)
    /// The server is asked for the bytes that the stored response lacks.
    case complete(Int, from: Int)
    /// The server is asked.
    case forward(CacheStatus.ForwardReason)
    /// Nobody is asked, and nothing stored answers.
    case refuse
}

/// As what a stored response answers.
package enum CacheUse: Sendable {
    case fresh
    /// Stale, as somebody allows.
    case stale
    /// Stale, while the server is asked for a new one. RFC 5861 §3.
    case staleWhileRevalidating
}

/// A request on its way to a cache.
package struct CacheLookup: Sendable {
    package let request: HTTPRequest
    package let policy: CachePolicy
    /// Whether the server is not to be asked, since there is no network.
    package let isOffline: Bool
    package let now: Int
    private let control: CacheControl

    package init(_ request: HTTPRequest, policy: CachePolicy, isOffline: Bool, now: Int) {
        self.request = request
        self.policy = policy
        self.isOffline = isOffline
        self.now = now
        control = CacheControl(request: request.headerFields)
    }

    /// The same at another time.
    package func at(_ now: Int) -> CacheLookup { CacheLookup(request, policy: policy, isOffline: isOffline, now: now) }

    /// Whether the response to such a request can be one that is stored: methods without effects, and no precondition that only the
    /// server can answer.
    package static func mayBeAnswered(_ request: HTTPRequest, policy: CachePolicy) -> Bool {
        policy != .off && (request.method == .get || request.method == .head)
            && !request.headerFields.contains(.ifMatch) && !request.headerFields.contains(.ifUnmodifiedSince)
    }

    /// What caches on the way are told about what the caller wants, unless the caller tells them (as browsers do; Fetch standard, 4.6).
    package var directive: HTTPField? {
        guard !request.headerFields.contains(.cacheControl) else { return nil }
        return switch policy {
        case .reload: HTTPField(name: .cacheControl, value: "no-cache")
        case .revalidate: HTTPField(name: .cacheControl, value: "max-age=0")
        case .standard, .storedElseLoad, .storedOnly, .off: nil
        }
    }

    /// What to do.
    package func decision(_ stored: [StoredResponse]) -> CacheDecision {
        guard Self.mayBeAnswered(request, policy: policy) else {
            return unanswered(policy == .off ? .bypass : request.method == .get || request.method == .head ? .request : .method)
        }
        guard let position = selected(stored) else { return unanswered(stored.isEmpty ? .uriMiss : .varyMiss) }
        let response = stored[position]
        guard policy != .reload else { return .forward(.request) }
        switch coverage(response) {
        case .all: break
        case .lacks(let start?) where !mustNotAsk: return .complete(position, from: start)
        case .lacks: return unanswered(.partial)
        }
        if let use = use(response) { return .answer(position, use) }
        if mustNotAsk { return .refuse }
        let reason = response.remainingFreshness(at: now) > 0 ? CacheStatus.ForwardReason.request : .stale
        return response.conditions.isEmpty ? .forward(reason) : .validate(position, reason)
    }

    /// The stored response that answers the request, if any; of several the latest (§4.1).
    package func selected(_ stored: [StoredResponse]) -> Int? {
        var latest: Int?
        for position in stored.indices where stored[position].selectingFields.match(request.headerFields) {
            if latest.map({ stored[$0].responseTime <= stored[position].responseTime }) ?? true { latest = position }
        }
        return latest
    }

    private var mustNotAsk: Bool { policy == .storedOnly || control.onlyIfCached || isOffline }

    private func unanswered(_ reason: CacheStatus.ForwardReason) -> CacheDecision {
        mustNotAsk ? .refuse : .forward(reason)
    }

    /// As what a response may be used without asking; `nil` when it may not. §4.2, §5.2.1.
    private func use(_ response: StoredResponse) -> CacheUse? {
        let isFresh = response.remainingFreshness(at: now) > 0
        // Who asks so has been told that it may be old.
        if policy == .storedElseLoad || policy == .storedOnly { return isFresh ? .fresh : .stale }
        if control.noCache != nil || response.control.noCache == .response { return nil }
        // What never changes while it is fresh needs no question (RFC 8246 §2).
        if policy == .revalidate { return isFresh && response.control.immutable ? .fresh : nil }
        if isFresh, isYoungEnough(response) { return .fresh }
        guard !response.mustRevalidate else { return nil }
        let staleness = -response.remainingFreshness(at: now)
        if let limit = control.maxStale, !isFresh, staleness <= limit { return .stale }
        if isOffline { return .stale }
        // Who says how old a response may be does not take a stale one (§5.2.1.1).
        guard control.maxAge == nil, control.minFresh == nil else { return nil }
        if let limit = response.control.staleWhileRevalidate, !isFresh, staleness <= limit { return .staleWhileRevalidating }
        return nil
    }

    private func isYoungEnough(_ response: StoredResponse) -> Bool {
        if let limit = control.maxAge, response.age(at: now) > limit { return false }
        if let least = control.minFresh, response.remainingFreshness(at: now) < least { return false }
        return true
    }

    /// Whether a stale response may stand in for a failure to ask. RFC 5861 §4.
    ///
    /// - Parameter isUnreachable: Whether there was no way to the server, and the caller wants to be answered all the same.
    package func mayStandIn(_ response: StoredResponse, isUnreachable: Bool) -> Bool {
        guard Self.mayBeAnswered(request, policy: policy), !response.mustRevalidate, response.control.noCache != .response,
            control.noCache == nil, policy == .standard
        else { return false }
        guard let limit = control.staleIfError ?? response.control.staleIfError else { return isUnreachable }
        return isUnreachable || -response.remainingFreshness(at: now) <= limit
    }

    private enum Coverage {
        case all
        /// The server has the rest; from where it is needed, when that is known to belong to what is stored.
        case lacks(from: Int?)
    }

    /// Whether what is stored has the bytes that are asked for. §3.4.
    private func coverage(_ response: StoredResponse) -> Coverage {
        let wanted = RequestedRange(request, of: response)
        guard let positions = response.positions else { return wanted == .unknown ? .lacks(from: nil) : .all }
        switch wanted {
        case .unknown: return .lacks(from: nil)
        case .whole where request.method == .head: return .lacks(from: nil)
        case .positions(let range):
            return positions.lowerBound <= range.lowerBound && range.upperBound <= positions.upperBound ? .all : .lacks(from: nil)
        case .whole:
            let identity = RepresentationIdentity(response.response)
            guard positions.lowerBound == 0, identity.isStrong, let length = identity.completeLength else {
                return .lacks(from: nil)
            }
            return positions.upperBound == length ? .all : .lacks(from: positions.upperBound)
        }
    }
}
