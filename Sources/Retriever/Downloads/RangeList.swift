/// Positions of a file: sorted ranges that neither overlap nor touch.
package struct RangeList: Hashable, Sendable {
    /// The ranges.
    package private(set) var ranges: [Range<Int>] = []

    package init(_ ranges: [Range<Int>] = []) {
        for range in ranges { insert(range) }
    }

    /// How many positions there are.
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }
    /// How many there are from 0 on without a gap.
    package var prefix: Int { ranges.first.flatMap { $0.lowerBound == 0 ? $0.upperBound : nil } ?? 0 }

    /// Adds positions.
    package mutating func insert(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let first = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.endIndex
        let end = ranges[first...].firstIndex { $0.lowerBound > range.upperBound } ?? ranges.endIndex
        let lower = first < end ? min(range.lowerBound, ranges[first].lowerBound) : range.lowerBound
        let upper = first < end ? max(range.upperBound, ranges[end - 1].upperBound) : range.upperBound
        ranges.replaceSubrange(first..<end, with: CollectionOfOne(lower..<upper))
    }

    /// Removes all positions from `end` on.
    package mutating func cut(at end: Int) {
        ranges = ranges.compactMap { $0.lowerBound < end ? $0.lowerBound..<min($0.upperBound, end) : nil }
    }

    /// The first positions below `end` that are missing.
    package func firstGap(before end: Int) -> Range<Int>? {
        var lower = 0
        for range in ranges {
            if range.lowerBound > lower { return lower < end ? lower..<min(range.lowerBound, end) : nil }
            lower = range.upperBound
        }
        return lower < end ? lower..<end : nil
    }
}
