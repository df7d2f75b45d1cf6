import Synchronization

/// Identifiers and categories of all jokes in memory, so that any of a million is found at once: 12 bytes a joke.
final class JokeIndex: Sendable {
    /// Categories are bits of a word.
    static let maximumCategories = 64
    /// How many selections are remembered; enough for every pair of a handful of categories.
    private static let maximumSubsets = 32

    /// The names of the categories, at the place of their bit.
    let categories: [String]
    private let ids: [Int32]
    private let masks: [UInt64]
    private let subsets = Mutex<[Filter: [Int32]]>([:])

    private struct Filter: Hashable {
        var any: UInt64?
        var none: UInt64
    }

    /// An index over jokes by rising identifier.
    init(ids: [Int32], masks: [UInt64], categories: [String]) {
        self.ids = ids
        self.masks = masks
        self.categories = categories
    }

    /// The identifiers of the jokes in a selection, rising.
    func ids(in selection: JokeSelection) -> [Int32] {
        if selection == .all { return ids }
        let filter = Filter(any: selection.limitTo.map(mask(of:)), none: mask(of: selection.exclude))
        if let known = subsets.withLock({ $0[filter] }) { return known }
        // Outside the lock: a scan of a million takes milliseconds, and two threads may as well both do it.
        let subset = zip(ids, masks).compactMap { id, mask in
            mask & filter.none == 0 && filter.any.map { mask & $0 != 0 } ?? true ? id : nil
        }
        subsets.withLock { subsets in
            if subsets.count >= Self.maximumSubsets { subsets.removeAll() }
            subsets[filter] = subset
        }
        return subset
    }

    /// `count` different identifiers of a selection in random order, or all when there are less.
    func sample(
        _ count: Int, in selection: JokeSelection, using generator: inout some RandomNumberGenerator
    ) -> [Int32] {
        let pool = ids(in: selection)
        guard count < pool.count else { return pool.shuffled(using: &generator) }
        // Floyd's algorithm: as many draws as jokes wanted, however many there are.
        var chosen: Set<Int> = []
        for upper in pool.count - max(0, count)..<pool.count {
            let draw = Int.random(in: 0...upper, using: &generator)
            if !chosen.insert(draw).inserted { chosen.insert(upper) }
        }
        return chosen.map { pool[$0] }.shuffled(using: &generator)
    }

    /// The names behind the bits of a mask, in alphabetical order.
    func names(in mask: UInt64) -> [String] {
        if mask == 0 { return [] }
        if mask & (mask - 1) == 0 {
            let bit = mask.trailingZeroBitCount
            return bit < categories.count ? [categories[bit]] : []
        }
        return categories.indices.filter { mask >> UInt64($0) & 1 == 1 }.map { categories[$0] }.sorted()
    }

    private func mask(of names: Set<String>) -> UInt64 {
        categories.indices.reduce(0) { names.contains(categories[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
}
