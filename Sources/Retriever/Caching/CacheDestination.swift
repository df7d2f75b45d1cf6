internal import HTTPSemantics

/// Where a response goes whose content is coming: a place in the cache, and those who wait for it.
final class CacheDestination: Sendable {
    let cache: HTTPCache
    let url: String
    let partition: String
    /// What the request's fields were.
    let selecting: HTTPFields
    let stored: StoredResponse
    /// What has been thrown away before it was asked for.
    let removalCount: Int
    let flight: (key: HTTPCache.FlightKey, flight: CacheFlight)?

    init(
        _ cache: HTTPCache, url: String, partition: String, selecting: HTTPFields, stored: StoredResponse,
        removalCount: Int, flight: (key: HTTPCache.FlightKey, flight: CacheFlight)?
    ) {
        self.cache = cache
        self.url = url
        self.partition = partition
        self.selecting = selecting
        self.stored = stored
        self.removalCount = removalCount
        self.flight = flight
    }

    /// Stores the response with all its content.
    func store(_ content: StoredContent) async {
        let entry = CacheEntry(url: url, partition: partition, stored: stored, content: content)
        land(await cache.store(entry, for: selecting, since: removalCount) ? .stored : .notStored)
    }

    /// Says that the content has broken off, is too much, or cannot be written, for the reason that is given then.
    func lose(_ error: (any Error)?) {
        if error != nil { cache.disk?.noteFailure() }
        land(error == nil ? .givenUp : .notStored)
    }

    /// A file for large content; `nil` when there is no place for one.
    func makeSpool() -> ContentSpool? { cache.disk?.makeSpool() }

    private func land(_ end: CacheFlight.End) {
        if let flight { cache.land(flight.key, flight.flight, end) }
    }
}
