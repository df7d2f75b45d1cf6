internal import HTTPSemantics
internal import Synchronization

/// Asking for a segment, and what is done with each kind of answer.
extension ContentFetcher {
    /// The address serves another file than the others, or no ranges.
    struct UnfitMirror: Error {
        let index: Int
        let reason: String
    }

    /// A status that is none of a download.
    struct RefusedStatus: Error {
        let error: HTTPClientError
        let retryAfter: Duration?
    }

    /// Asks for what a segment misses; without one, whether really nothing is missing.
    ///
    /// - Parameters:
    ///   - isFirst: Whether this is the first request of a round, whose answer tells what the file is like.
    ///   - tellsResuming: Whether this goes on after an interruption.
    /// - Returns: `nil` when the server says that the file ends where the segment begins.
    func open(
        _ segment: SegmentLedger.Segment?, mirror: Int, lease: DownloadSlots.Lease, isFirst: Bool = false, tellsResuming: Bool
    ) async throws -> Contact? {
        let plan = try plan(for: segment, mirror: mirror)
        var fields = plan.headerFields
        for field in options.headerFields where !fields.contains(field.name) { fields.append(field) }
        let response = try await client.send(.get, to: urls[mirror], headerFields: fields, options: currentRequestOptions())
        let head = HTTPResponse(status: response.status, headerFields: response.headerFields)
        switch plan.action(for: head) {
        case .take(let position):
            guard let segment else { throw Restart(reason: .changed) }  // content behind the end
            let identity = RepresentationIdentity(head)
            let (there, isAlone) = state.withLock { state in
                if state.identities[mirror] == nil { state.identities[mirror] = identity }
                return (state.ledger.done.count, state.workers == 1)
            }
            if isFirst { try announce(response, identity: identity) }
            if tellsResuming, isAlone, there > 0 { events?.send(.resumed(at: there)) }
            return Contact(segment: segment, response: response, position: position, lease: lease)
        case .startOver(let reason):
            let canTake = state.withLock { state in
                state.workers == 1 && state.identities.enumerated().allSatisfy { $0 == mirror || $1 == nil }
            }
            guard canTake, segment != nil else { return try reject(mirror, reason) }
            return try await takeWhole(response, reason, mirror: mirror, lease: lease)
        case .askAgain(let reason): return try reject(mirror, reason)
        case .complete:
            if isFirst { try announce(response, identity: RepresentationIdentity(completeLength: plan.first)) }
            state.withLock { $0.ledger.setCompleteLength(plan.first) }
            return nil
        case .refuse(let what):
            guard plan.asksForRange else { throw HTTPClientError(.badResponse, "\(response.url) \(what)") }
            return try reject(mirror, .rangesUnsupported)
        case .fail: throw await refusal(response)
        }
    }

    private func plan(for segment: SegmentLedger.Segment?, mirror: Int) throws -> DownloadPlan {
        try state.withLock { state in
            let length = state.ledger.completeLength
            let known = state.identities[mirror]
            // An address not asked before can only be compared by the length.
            let isProvable = options.expectedDigest != nil || (known?.isStrong ?? state.identities.contains { $0 != nil })
            guard state.ledger.done.count == 0 || isProvable else { throw Restart(reason: .noValidator) }
            guard state.hasRanges || state.ledger.done.count == 0 else { throw Restart(reason: .rangesUnsupported) }
            let missing = segment?.missing ?? (length ?? 0)..<Int.max
            return DownloadPlan(
                identity: known ?? length.map { RepresentationIdentity(completeLength: $0) }, first: missing.lowerBound,
                end: missing.upperBound < length ?? .max ? missing.upperBound : nil,
                asksForRange: options.segments > 1 && state.hasRanges)
        }
    }

    /// Takes the whole file that came instead of a part of it.
    private func takeWhole(
        _ response: HTTPClientResponse, _ reason: DownloadPlan.RestartReason, mirror: Int, lease: DownloadSlots.Lease
    ) async throws -> Contact? {
        try await startOver(reason)
        let identity = RepresentationIdentity(HTTPResponse(status: response.status, headerFields: response.headerFields))
        try announce(response, identity: identity)
        let whole = state.withLock { state in
            state.identities[mirror] = identity
            return state.ledger.take(now: .now)?.segment
        }
        return whole.map { Contact(segment: $0, response: response, position: 0, lease: lease) }
    }

    /// An answer that does not go with what is there: the fault of the address when there are others, and else a reason to begin anew.
    private func reject(_ mirror: Int, _ reason: DownloadPlan.RestartReason) throws -> Contact? {
        let isKnownOtherwise = state.withLock { $0.identities.enumerated().contains { $0 != mirror && $1 != nil } }
        guard !isKnownOtherwise || !hasOthers(than: mirror) else {
            throw UnfitMirror(index: mirror, reason: reason == .changed ? "it has another file" : "it sends whole files only")
        }
        throw Restart(reason: reason)
    }

    private func refusal(_ response: HTTPClientResponse) async -> any Error {
        do {
            let prefix = try await response.body.prefix(bytes: HTTPClientError.contentPrefixLimit)
            return RefusedStatus(
                error: HTTPClientError(refused: response.head, url: response.url, content: prefix),
                retryAfter: response.head.retryAfter(now: .now))
        } catch {
            return error
        }
    }

    /// How many segments are fetched at once. Tells why they are fewer than wanted.
    func segmentCount(_ contact: Contact) -> Int {
        let wanted = max(1, options.segments)
        guard wanted > 1 else { return 1 }
        let (remaining, length, isProvable) = state.withLock { state in
            let length = state.ledger.completeLength
            let isStrong = state.identities.contains { $0?.isStrong ?? false }
            return ((length ?? 0) - state.ledger.done.count, length, isStrong || options.expectedDigest != nil)
        }
        let worthwhile = max(1, remaining / max(1, options.minimumSegmentSize))
        let allowed = client.configuration.connectionsPerHost * Set(urls.map(\.origin)).count
        let (count, reason): (Int, String?) =
            if contact.response.status != 206 {
                (1, "the server sends whole files only")
            } else if length == nil {
                (1, "the server does not say how large the file is")
            } else if !isProvable {
                (1, "the server gives nothing by which parts could be known to belong together")
            } else if worthwhile < min(wanted, allowed) {
                (worthwhile, "smaller parts are not worth a request")
            } else if allowed < wanted {
                (max(1, allowed), "the client may have \(client.configuration.connectionsPerHost) connections to a host")
            } else {
                (wanted, nil)
            }
        events?.send(.segmented(count: count, reason: reason))
        return count
    }
}
