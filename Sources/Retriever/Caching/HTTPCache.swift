internal import Digests
internal import Files
internal import Glibc
public import HTTPSemantics
internal import Synchronization

/// Remembers responses, and answers with them as long as that is right. RFC 9111.
///
///     var configuration = HTTPClient.Configuration()
///     configuration.cache = HTTPCache()
///     let client = HTTPClient(configuration: configuration)
///
/// Clients of one user may share one. Responses to requests with different `Authorization`, ``RequestOptions/credentials`` or passwords in
/// their URLs are kept apart; what a client's stores and tokens add is not seen: give different users different caches, or a shared one.
public final class HTTPCache: Sendable {
    /// How a cache works.
    public struct Options: Sendable {
        /// How many bytes of memory it takes at most, about.
        public var memoryCapacity = 32 << 20
        /// How many bytes of content one response in memory may have; larger ones are kept on the disk only.
        public var memoryEntryLimit = 1 << 20
        /// Whether several users get their responses from it: then what is private is not stored, and `s-maxage` counts.
        public var isShared = false
        /// Fields that count instead of `Cache-Control` when a response has them, the first first. RFC 9213.
        public var targetedFields: [HTTPField.Name] = []
        /// For how long, at most, a response is taken for fresh that does not say so: a tenth of the time since its last change.
        /// RFC 9111 §4.2.2.
        public var heuristicLimit: Duration = .seconds(86_400)
        /// What it calls itself in `Cache-Status`: a token.
        public var name = "Retriever"
        /// Whether a stale response answers when there is no way to the server.
        public var answersWhenUnreachable = false

        /// The defaults.
        public init() {}
    }

    /// What a cache has done since it was made.
    public struct Statistics: Sendable, Hashable {
        /// How often a stored response was the answer.
        public var hits = 0
        /// How often the server said that a stored response still holds.
        public var validations = 0
        /// How often the server had to answer.
        public var misses = 0
        /// How many responses were stored.
        public var insertions = 0
        /// How many responses could not be stored on the disk, because it is full or for another reason.
        public var failures = 0
    }

    /// How it works.
    public let options: Options
    let rules: CachingRules
    let marks: ForwardMarks
    let memory: MemoryStore
    let disk: DiskStore?
    /// Seconds since 1970.
    let clock: @Sendable () -> Int
    private let counts = Mutex(Statistics())
    private let offline = Atomic(false)
    private let flights = Mutex(Flights())
    /// By parts of all URLs.
    private let removals = Mutex([Int](repeating: 0, count: slots))

    private struct Flights {
        /// Requests that are under way, by what they ask for.
        var underWay: [CacheTarget: CacheFlight] = [:]
        /// URLs whose last response was of use for one request only: nobody waits for the next.
        var unshared: Set<CacheKey> = []
    }

    /// More are not remembered; then everybody waits once more.
    private static let unsharedLimit = 4096

    /// A cache in memory.
    ///
    /// - Parameter options: How it works.
    public convenience init(options: Options = Options()) { self.init(options: options, disk: nil) { time(nil) } }

    /// A cache in memory and in a folder, which is made when it is missing and should be used for nothing else. Several processes
    /// may share it. What is damaged there is thrown away.
    ///
    /// - Parameters:
    ///   - folder: Its path; the folder around it must exist. What is made there is for its owner only.
    ///   - diskCapacity: How many bytes it takes at most, about; a tenth of that for one response.
    ///   - options: How it works besides.
    /// - Throws: ``HTTPClientError`` with code `configuration` when the folder cannot be used.
    public convenience init(folder: String, diskCapacity: Int = 256 << 20, options: Options = Options()) throws {
        let clock: @Sendable () -> Int = { time(nil) }
        do {
            let disk = try DiskStore(folder: folder, capacity: diskCapacity, rules: options.rules, clock: clock)
            self.init(options: options, disk: disk, clock: clock)
        } catch {
            throw HTTPClientError(.configuration, "the cache in \(folder) cannot be used: \(error)", cause: error)
        }
    }

    /// Waits until everything that has been stored so far is in the folder. What a program does not wait for is stored a little later,
    /// or not at all when the program ends before.
    public func flush() async { await disk?.flush() }

    /// - Parameter clock: Seconds since 1970.
    init(options: Options, disk: DiskStore?, clock: @escaping @Sendable () -> Int) {
        precondition(options.name.isToken, "The name of a cache is a token, not “\(options.name)”")
        self.options = options
        self.disk = disk
        self.clock = clock
        rules = options.rules
        marks = ForwardMarks(name: options.name)
        memory = MemoryStore(capacity: options.memoryCapacity)
    }

    /// What it has done.
    public var statistics: Statistics {
        var result = counts.withLock(\.self)
        result.failures = disk?.failureCount ?? 0
        return result
    }

    func count(_ change: (inout Statistics) -> Void) { counts.withLock { change(&$0) } }

    /// Whether servers are left alone, as on a train: what is stored answers, stale or not, and what is not is an error with code
    /// `notStored`.
    public var isOffline: Bool {
        get { offline.load(ordering: .relaxed) }
        set { offline.store(newValue, ordering: .relaxed) }
    }

    /// Forgets everything.
    public func removeAll() {
        removals.withLock { counts in for slot in counts.indices { counts[slot] += 1 } }
        memory.removeAll()
        disk?.removeAll()
    }

    /// Forgets what is stored for a URL.
    ///
    /// - Parameter target: The URL; its fragment means nothing.
    /// - Throws: `URLParsingError` when it is none.
    public func remove(_ target: some WebURLConvertible) throws { remove(try target.webURL()) }

    func remove(_ url: WebURL) {
        let key = CacheKey(url)
        removals.withLock { $0[Self.slot(key)] += 1 }
        memory.remove(key)
        disk?.remove(key.url)
    }

    // MARK: - Entries

    private static let slots = 256
    private static func slot(_ key: CacheKey) -> Int { Int(UInt(bitPattern: key.hash) % UInt(slots)) }

    /// How often something like a URL has been thrown away: what is older than the last time must not be stored any more.
    func removalCount(_ key: CacheKey) -> Int { removals.withLock { $0[Self.slot(key)] } }

    /// What is stored for a URL; from the disk only when nothing in memory answers the request.
    func entries(for target: CacheTarget) async -> [CacheEntry] {
        let key = target.key
        let known = memory.entries(key).filter { $0.partition == target.partition }
        guard let disk, !known.contains(where: { $0.isFor(target) }) else { return known }
        let count = removalCount(key)
        guard let found = await disk.entry(for: target) else { return known }
        memory.insert(found, replacing: { $0.isFor(target) }, keepsKnown: true) { removalCount(key) == count }
        guard removalCount(key) == count else { return [] }
        // Something newer may have come meanwhile.
        let latest = memory.entries(key).filter { $0.partition == target.partition }
        return latest.contains { $0.isFor(target) } ? latest : latest + [found]
    }

    /// Stores a response in the place of those that answer the same request.
    ///
    /// - Parameter count: What ``removalCount(_:)`` was when the response was asked for.
    func insert(_ entry: CacheEntry, for target: CacheTarget, since count: Int) {
        self.count { $0.insertions += 1 }
        let isWanted = { self.removalCount(entry.key) == count }
        memory.insert(entry, replacing: { $0.isFor(target) }, if: isWanted)
        disk?.insert(entry, for: target.fields, if: isWanted)
    }

    // MARK: - Requests under way

    /// The request to wait for, or a new one which others may wait for.
    func flight(_ target: CacheTarget) -> (CacheFlight, isNew: Bool) {
        flights.withLock { flights in
            if let known = flights.underWay[target] { return (known, false) }
            let flight = CacheFlight(target)
            flights.underWay[target] = flight
            return (flight, true)
        }
    }

    /// Says how a request went.
    func land(_ flight: CacheFlight, _ end: CacheFlight.End) {
        flights.withLock { flights in
            if flights.underWay[flight.target] === flight { flights.underWay[flight.target] = nil }
        }
        flight.end(end)
    }

    /// Whether a response for the URL is worth waiting for.
    func isShared(_ key: CacheKey) -> Bool { flights.withLock { !$0.unshared.contains(key) } }

    /// Remembers whether the last response for the URL was.
    func note(_ key: CacheKey, isShared: Bool) {
        flights.withLock { flights in
            if isShared {
                if !flights.unshared.isEmpty { flights.unshared.remove(key) }
            } else {
                if flights.unshared.count >= Self.unsharedLimit { flights.unshared = [] }
                flights.unshared.insert(key)
            }
        }
    }
}

extension HTTPCache.Options {
    var rules: CachingRules {
        var rules = CachingRules(parser: .standard)
        rules.isShared = isShared
        rules.targets = targetedFields
        rules.heuristicLimit = Int(heuristicLimit.components.seconds)
        return rules
    }
}
