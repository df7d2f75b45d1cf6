internal import HTTPSemantics

/// Where a response goes whose content is coming: a place in the cache, and those who wait for it.
struct CacheDestination: Sendable {
    let cache: HTTPCache
    let target: CacheTarget
    let stored: StoredResponse
    /// What had been thrown away before it was asked for.
    let removalCount: Int
    let flight: CacheFlight?

    /// Stores the response with all its content.
    func store(_ content: StoredContent) async {
        let entry = CacheEntry(target.key, partition: target.partition, stored: stored, content: content)
        land(await cache.store(entry, for: target, since: removalCount) ? .stored : .notStored)
    }

    /// Says that the content has broken off, is too much, or cannot be written, for the reason that is given then.
    func lose(_ error: (any Error)?) {
        if error != nil { cache.disk?.noteFailure() }
        land(error == nil ? .givenUp : .notStored)
    }

    /// A file for large content; `nil` when there is no place for one.
    func makeSpool() -> ContentSpool? { cache.disk?.makeSpool() }

    private func land(_ end: CacheFlight.End) {
        if let flight { cache.land(flight, end) }
    }
}
