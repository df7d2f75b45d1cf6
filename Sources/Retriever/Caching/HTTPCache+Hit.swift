internal import HTTPSemantics
internal import Synchronization

extension HTTPCache {
    /// The answer for a URL when one is in memory that is fresh and the same for all requests.
    func plainHit(_ url: WebURL) -> HTTPClientResponse? {
        guard let entry = memory.plainEntry(CacheKey(url)), entry.isPlain else { return nil }
        let now = clock()
        guard let hit = entry.hit(at: now, name: options.name) else { return nil }
        count { $0.hits += 1 }
        return HTTPClientResponse(
            head: hit.head, url: url, body: ResponseBody(StoredContentSource(entry.content, 0..<entry.content.count)),
            mark: hit.mark)
    }
}

extension CacheEntry {
    /// Whether any GET is answered with all of it while it is fresh, and there is nothing more to do about it.
    var isPlain: Bool {
        stored.response.status.kind == .successful && partition.isEmpty && stored.selectingFields.isEmpty
            && stored.positions == nil && stored.control.noCache != .response
    }

    /// What goes out with a hit; the same for all of one second.
    struct Hit: Sendable {
        let time: Int
        let head: HTTPResponse
        let mark: CacheMark
    }

    /// - Returns: `nil` when it is stale.
    func hit(at now: Int, name: String) -> Hit? {
        if let known = lastHit.withLock(\.self), known.time == now { return known }
        let remaining = stored.remainingFreshness(at: now)
        guard remaining > 0 else { return nil }
        var status = CacheStatus(cache: name)
        status.isHit = true
        status.isStoredResponse = true
        status.timeToLive = remaining
        var head = stored.response
        head.headerFields[.age] = "\(stored.age(at: now))"
        let mark = CacheMark(status)
        head.headerFields.append(mark.field)
        let hit = Hit(time: now, head: head, mark: mark)
        lastHit.withLock { $0 = hit }
        return hit
    }
}
