/// Which bytes of a file are there, who fetches which of the others, and what someone without work fetches. Without any input or
/// output; the time is a parameter.
package struct SegmentLedger: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// A part that somebody fetches.
    package struct Segment: Sendable {
        /// Tells it from others.
        package let id: Int
        /// What is still to come. The upper end is `Int.max` while the file's size is unknown.
        package fileprivate(set) var missing: Range<Int>
        fileprivate let start: Instant
        fileprivate var lastArrival: Instant
        fileprivate var received = 0
        /// When nothing has come for so long, somebody else tries; doubled each time, for servers that are slow to answer anybody.
        fileprivate var patience: Duration
    }

    /// The bytes that are there.
    package private(set) var done: RangeList
    /// How many bytes the file has, once that is known.
    package private(set) var completeLength: Int?
    /// Less than this is not worth a request of its own.
    private let minimumSize: Int
    private var active: [Segment] = []
    private var lastID = 0

    private let patience: Duration

    /// - Parameter patience: Somebody who has got nothing for so long is stuck.
    package init(done: RangeList = RangeList(), completeLength: Int? = nil, minimumSize: Int, patience: Duration = .seconds(2)) {
        self.done = done
        self.completeLength = completeLength
        self.minimumSize = max(1, minimumSize)
        self.patience = patience
    }

    /// Whether every byte is there.
    package var isComplete: Bool { completeLength.map { done.firstGap(before: $0) == nil } ?? false }

    /// What a segment still misses; `nil` when it has all, or when somebody else has taken it over.
    package func missing(in id: Int) -> Range<Int>? { active.first { $0.id == id }?.missing }

    /// Says how long the file is. What was to be fetched beyond is forgotten.
    package mutating func setCompleteLength(_ length: Int) {
        completeLength = length
        done.cut(at: length)
        for index in active.indices where active[index].missing.upperBound > length {
            active[index].missing = min(active[index].missing.lowerBound, length)..<length
        }
        active.removeAll(where: \.missing.isEmpty)
    }

    /// Gives work to somebody: the first bytes that are missing and that nobody fetches, or else a part of somebody's work. `nil`
    /// when there is nothing to do, or nothing worth a request.
    ///
    /// - Returns: The segment, and the one that somebody is to give up because it is stuck.
    package mutating func take(now: Instant) -> (segment: Segment, revoked: Int?)? {
        var taken = done
        for segment in active { taken.insert(segment.missing) }
        if let gap = taken.firstGap(before: completeLength ?? .max) { return (add(gap, now: now), nil) }
        return steal(now: now)
    }

    /// Notes the arrival of a segment's bytes up to a position.
    package mutating func advance(_ id: Int, to position: Int, now: Instant) {
        guard let index = active.firstIndex(where: { $0.id == id }) else { return }
        let missing = active[index].missing
        let position = min(max(position, missing.lowerBound), missing.upperBound)
        done.insert(missing.lowerBound..<position)
        active[index].received += position - missing.lowerBound
        active[index].lastArrival = now
        active[index].missing = position..<missing.upperBound
        if active[index].missing.isEmpty { active.remove(at: index) }
    }

    /// Takes a segment back; what it misses is for others.
    package mutating func release(_ id: Int) { active.removeAll { $0.id == id } }

    /// Takes all segments back.
    package mutating func releaseAll() { active = [] }

    private mutating func add(_ range: Range<Int>, now: Instant, patience: Duration? = nil) -> Segment {
        lastID += 1
        let segment = Segment(
            id: lastID, missing: range, start: now, lastArrival: now, patience: patience ?? self.patience)
        active.append(segment)
        return segment
    }

    /// Splits the segment that would be ready last, so that both parts are ready at the same time.
    private mutating func steal(now: Instant) -> (segment: Segment, revoked: Int?)? {
        guard completeLength != nil else { return nil }
        if let index = active.firstIndex(where: { now - $0.lastArrival >= $0.patience }) {
            let victim = active.remove(at: index)
            return (add(victim.missing, now: now, patience: victim.patience * 2), victim.id)
        }
        let mean = meanRate(now: now)
        func duration(_ segment: Segment) -> Double { Double(segment.missing.count) / rate(of: segment, mean: mean, now: now) }
        let candidates = active.indices.filter { active[$0].missing.count / 2 >= minimumSize }
        guard let index = candidates.max(by: { duration(active[$0]) < duration(active[$1]) }) else { return nil }
        let missing = active[index].missing
        let own = rate(of: active[index], mean: mean, now: now)
        let kept = Int(Double(missing.count) * own / (own + mean))
        let middle = missing.lowerBound + min(max(kept, minimumSize), missing.count - minimumSize)
        active[index].missing = missing.lowerBound..<middle
        return (add(middle..<missing.upperBound, now: now), nil)
    }

    /// Bytes a second; the mean for a segment too young to tell.
    private func rate(of segment: Segment, mean: Double, now: Instant) -> Double {
        let seconds = (now - segment.start).seconds
        return seconds < 1 ? mean : max(1, Double(segment.received) / seconds)
    }

    private func meanRate(now: Instant) -> Double {
        let seconds = active.reduce(0) { $0 + (now - $1.start).seconds }
        let bytes = active.reduce(0) { $0 + $1.received }
        return max(1, seconds > 0 ? Double(bytes) / seconds : 1)
    }
}

extension Duration {
    /// In seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
