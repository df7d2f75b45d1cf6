internal import HTTPSemantics
internal import Synchronization

/// Stored responses in memory, at most so many bytes. What has not been used since the last round goes first.
final class MemoryStore: Sendable {
    /// The stored responses of one URL.
    ///
    /// Invariant behind `@unchecked`: touched under the store's lock only.
    fileprivate final class Shelf: @unchecked Sendable {
        let key: CacheKey
        var entries: [CacheEntry] = []
        var size = 0
        var isUsed = true
        /// Where it stands in the round.
        var position: Int

        init(_ key: CacheKey, position: Int) {
            self.key = key
            self.position = position
        }
    }

    fileprivate struct State {
        var shelves: [CacheKey: Shelf] = [:]
        var round: [Shelf] = []
        /// Who is looked at next when there must be room.
        var hand = 0
        var size = 0
    }

    private let state = Mutex(State())
    private let capacity: Int
    /// As many variants of one target are kept.
    static let variantLimit = 64

    init(capacity: Int) { self.capacity = capacity }

    /// How many bytes are in use, about.
    var size: Int { state.withLock(\.size) }

    /// The entries of a URL, the latest last.
    func entries(_ key: CacheKey) -> [CacheEntry] {
        state.withLock { state in
            guard let shelf = state.shelves[key] else { return [] }
            shelf.isUsed = true
            return shelf.entries
        }
    }

    /// The entry of a URL that has only one.
    func plainEntry(_ key: CacheKey) -> CacheEntry? {
        state.withLock { state in
            guard let shelf = state.shelves[key], shelf.entries.count == 1 else { return nil }
            shelf.isUsed = true
            return shelf.entries[0]
        }
    }

    /// Puts an entry in the place of others.
    ///
    /// - Parameters:
    ///   - isReplaced: What gives way.
    ///   - keepsKnown: Whether the entry is left out where there is something in its place.
    ///   - isWanted: Asked when nobody else changes anything.
    func insert(
        _ entry: CacheEntry, replacing isReplaced: (CacheEntry) -> Bool, keepsKnown: Bool = false, if isWanted: () -> Bool
    ) {
        let size = entry.memorySize
        state.withLock { state in
            guard isWanted() else { return }
            // An open file for each response would be too many. What does not fit must not leave an older one behind either.
            guard case .bytes = entry.content, size <= capacity else { return state.remove(entry.key) }
            let shelf = state.shelf(entry.key)
            if keepsKnown, shelf.entries.contains(where: isReplaced) { return }
            if shelf.entries.count == 1, isReplaced(shelf.entries[0]) {
                shelf.entries[0] = entry
            } else {
                shelf.entries.removeAll(where: isReplaced)
                if shelf.entries.count >= Self.variantLimit { shelf.entries.removeFirst() }
                shelf.entries.append(entry)
            }
            shelf.isUsed = true
            state.measure(shelf)
            state.makeRoom(capacity, sparing: shelf)
        }
    }

    func remove(_ key: CacheKey) { state.withLock { $0.remove(key) } }

    func removeAll() { state.withLock { $0 = State() } }
}

extension MemoryStore.State {
    fileprivate mutating func shelf(_ key: CacheKey) -> MemoryStore.Shelf {
        if let known = shelves[key] { return known }
        let shelf = MemoryStore.Shelf(key, position: round.count)
        shelves[key] = shelf
        round.append(shelf)
        return shelf
    }

    fileprivate mutating func remove(_ key: CacheKey) {
        guard let shelf = shelves.removeValue(forKey: key) else { return }
        size -= shelf.size
        let last = round.removeLast()
        if last !== shelf {
            round[shelf.position] = last
            last.position = shelf.position
        }
    }

    fileprivate mutating func measure(_ shelf: MemoryStore.Shelf) {
        let newSize = shelf.entries.reduce(0) { $0 + $1.memorySize }
        size += newSize - shelf.size
        shelf.size = newSize
    }

    /// Goes round: what was used since the last time is spared once.
    fileprivate mutating func makeRoom(_ capacity: Int, sparing spared: MemoryStore.Shelf) {
        while size > capacity, round.count > 1 {
            if hand >= round.count { hand = 0 }
            let shelf = round[hand]
            if shelf.isUsed || shelf === spared {
                shelf.isUsed = false
                hand += 1
            } else {
                remove(shelf.key)
            }
        }
        while size > capacity, spared.entries.count > 1 {
            spared.entries.removeFirst()
            measure(spared)
        }
    }
}
