internal import HTTPSemantics

/// Answers from the server: asked anew, or whether what is stored still holds, or for what is missing.
extension CacheRun {
    func forwarded(
        _ reason: CacheStatus.ForwardReason, _ entries: [CacheEntry], _ lookup: CacheLookup, _ send: Send
    ) async throws -> HTTPClientResponse {
        let stale = lookup.selected(entries.map(\.stored)).map { entries[$0] }
        // A part that was not enough is no answer to an error either.
        return try await asked(nil, reason, reason == .partial ? nil : stale, lookup, send) { response, requestTime in
            if response.status == 304, let stale {
                // The caller's own question; the answer is the caller's, and news of what is stored.
                update(stale, by: response, requestTime, wasAskedAbout: false)
                return mark(response, reason)
            }
            return try await received(response, requestTime, reason)
        }
    }

    /// Asks whether an entry still holds.
    func validated(
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

    /// Sends the request, or another question; a stale response may stand in for one that does not come.
    private func asked(
        _ question: HTTPRequest?, _ reason: CacheStatus.ForwardReason, _ stale: CacheEntry?, _ lookup: CacheLookup, _ send: Send,
        then proceed: (HTTPClientResponse, _ requestTime: Int) async throws -> HTTPClientResponse
    ) async throws -> HTTPClientResponse {
        let requestTime = cache.clock()
        removalCount = cache.removalCount(target.key)
        var question = question
        if let directive = lookup.directive {
            var directed = question ?? request
            directed.headerFields.append(directive)
            question = directed
        }
        do {
            let (response, isAuthorized) = try await send(question)
            self.isAuthorized = isAuthorized
            if [500, 502, 503, 504].contains(response.status.code), let stale,
                lookup.mayStandIn(stale.stored, isUnreachable: false)
            {
                response.body.discard()
                land(.notStored)
                return self.response(stale, status(reason, forwardStatus: response.status.code), lookup)
            }
            return try await proceed(response, requestTime)
        } catch {
            let isUndecided = error.isCancellation || error.isToBeFollowed
            land(isUndecided ? .givenUp : .notStored)
            guard let stale, !isUndecided,
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
        return response.marked(cache.marks.mark(reason, isStored: false))
    }

    /// Takes the news of a 304 over; `nil` when it is about something else.
    @discardableResult private func update(
        _ entry: CacheEntry, by response: HTTPClientResponse, _ requestTime: Int, wasAskedAbout: Bool
    ) -> CacheEntry? {
        guard entry.stored.isMeant(by: response.head, wasAskedAbout: wasAskedAbout) else { return nil }
        let stored = entry.stored.updated(
            by: response.head, requestTime: requestTime, responseTime: cache.clock(), rules: cache.rules)
        let updated = CacheEntry(target.key, partition: target.partition, stored: stored, content: entry.content)
        keep(updated)
        return updated
    }

    private func keep(_ updated: CacheEntry) {
        guard cache.rules.mayKeep(updated.stored) else { return cache.remove(request.url) }
        cache.insert(updated, for: target, since: removalCount)
    }

    /// Stores a response, if it may be, while its content is read.
    private func received(
        _ response: HTTPClientResponse, _ requestTime: Int, _ reason: CacheStatus.ForwardReason
    ) async throws -> HTTPClientResponse {
        cache.count { $0.misses += 1 }
        let head = response.head
        for url in cache.rules.invalidated(by: head, to: request) {
            cache.remove(url)
            removalCount = cache.removalCount(target.key)
        }
        if request.method == .head { await updateByHead(head, requestTime) }
        // What needs credentials depends on who asks, and on what was sent along after the first refusal.
        guard policy != .off, ![401, 407].contains(head.status.code),
            let stored = cache.rules.stored(
                head, to: selectingRequest, isAuthorized: isAuthorized, requestTime: requestTime,
                responseTime: cache.clock())
        else {
            if request.method == .get { note(isShared: false) }
            // What it takes the place of is not to be used any more.
            if request.method == .get, head.status == 200, policy != .off { cache.remove(request.url) }
            return mark(response, reason)
        }
        if stored.mayAnswerOthers { note(isShared: true) } else { land(.notStored) }
        return try await storing(stored, response, reason)
    }

    private func storing(
        _ stored: StoredResponse, _ response: HTTPClientResponse, _ reason: CacheStatus.ForwardReason
    ) async throws -> HTTPClientResponse {
        let expected = stored.expectedCount
        guard expected ?? 0 <= cache.entryLimit else { return mark(response, reason) }
        let collector = ContentCollector(
            CacheDestination(cache: cache, target: target, stored: stored, removalCount: removalCount, flight: flight))
        let content = StoringContent(response.body.source, collector: collector, flight: flight)
        if let flight { if collector.mayReadAhead { flight.storing(content) } else { flight.end(.notStored) } }
        flight = nil
        let result = response.marked(cache.marks.mark(reason, isStored: true), body: ResponseBody(content))
        // Nobody reads what is not there, and hardly anybody the content of a redirect.
        guard response.status == 204 || expected == 0 || response.status.kind == .redirection && collector.isShort else {
            return result
        }
        return result.with(body: ResponseBody(try await result.body.collect(upTo: 64 * 1024)))
    }

    /// The answer to HEAD is news of what is stored for GET. RFC 9111 §4.3.5.
    private func updateByHead(_ head: HTTPResponse, _ requestTime: Int) async {
        for entry in await cache.entries(for: target) where entry.isFor(target) && entry.stored.positions == nil {
            guard entry.stored.isConfirmed(by: head) else { return cache.remove(request.url) }
            let stored = entry.stored.updated(by: head, requestTime: requestTime, responseTime: cache.clock(), rules: cache.rules)
            keep(CacheEntry(target.key, partition: target.partition, stored: stored, content: entry.content))
        }
    }

    /// Asks for the bytes that an entry lacks, and answers with the whole. RFC 9111 §3.4.
    func completed(
        _ entry: CacheEntry, from start: Int, _ lookup: CacheLookup, _ send: Send
    ) async throws -> HTTPClientResponse {
        var question = request
        question.headerFields[.range] = ByteRange.field([.from(start)])
        for field in RepresentationIdentity(entry.stored.response).precondition {
            question.headerFields[field.name] = field.value
        }
        return try await asked(question, .partial, nil, lookup, send) { response, requestTime in
            let part = cache.rules.stored(
                response.head, to: selectingRequest, isAuthorized: isAuthorized, requestTime: requestTime,
                responseTime: cache.clock())
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
