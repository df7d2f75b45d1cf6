import Retriever
import TestSupport
import Testing

@Suite("Who fetches which bytes")
struct SegmentLedgerTests {
    private let start = ContinuousClock.now

    /// What must be there.
    private func given<Value>(_ value: Value?) throws -> Value { try #require(value) }

    @Test("Ranges are kept sorted and joined") func ranges() {
        var list = RangeList([10..<20, 30..<40, 20..<25, 0..<1, 5..<5])
        #expect(list.ranges == [0..<1, 10..<25, 30..<40])
        #expect(list.count == 26)
        #expect(list.prefix == 1)
        #expect(list.firstGap(before: 100) == 1..<10)
        list.insert(1..<35)
        #expect(list.ranges == [0..<40])
        #expect(list.firstGap(before: 40) == nil)
        #expect(list.firstGap(before: 41) == 40..<41)
        list.cut(at: 7)
        #expect(list.ranges == [0..<7])
    }

    @Test("Random ranges agree with a set of numbers") func randomRanges() {
        var generator = SeededGenerator(6)
        for _ in 0..<200 {
            var list = RangeList()
            var set: Set<Int> = []
            for _ in 0..<20 {
                let lower = Int.random(in: 0..<100, using: &generator)
                let range = lower..<lower + Int.random(in: 0..<20, using: &generator)
                list.insert(range)
                set.formUnion(range)
            }
            #expect(list.ranges.flatMap { Array($0) } == set.sorted())
            #expect(zip(list.ranges, list.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        }
    }

    @Test("Gaps are given out first, then parts of others' work, as far as they are worth it") func taking() throws {
        var ledger = SegmentLedger(done: RangeList([100..<200]), completeLength: 1000, minimumSize: 100)
        #expect({ ledger.take(now: start)?.segment.missing }() == 0..<100)
        let large = try given(ledger.take(now: start)?.segment)
        #expect(large.missing == 200..<1000)
        let half = try given(ledger.take(now: start)?.segment)
        #expect(half.missing == 600..<1000)
        #expect(ledger.missing(in: large.id) == 200..<600)
        while ledger.take(now: start) != nil {}
        // Every piece is at least as large as the smallest that is worth a request.
        #expect(try #require(ledger.missing(in: large.id)).count >= 100)
        ledger.release(large.id)
        #expect({ ledger.take(now: start)?.segment.missing.lowerBound }() == 200)
    }

    @Test("The slowest is helped, by a part in proportion to its speed") func stealing() throws {
        var ledger = SegmentLedger(completeLength: 2000, minimumSize: 10)
        let first = try given(ledger.take(now: start)?.segment)
        let second = try given(ledger.take(now: start)?.segment)
        let later = start + .seconds(2) - .milliseconds(1)
        ledger.advance(first.id, to: 900, now: later)
        ledger.advance(second.id, to: 1100, now: later)
        // 100 bytes are missing from the fast one, 900 from the slow one, which is a tenth as fast.
        let stolen = try given(ledger.take(now: later)?.segment.missing)
        #expect(stolen.upperBound == 2000)
        #expect(stolen.count > 600)
        #expect(ledger.missing(in: second.id) == 1100..<stolen.lowerBound)
    }

    @Test("Who is stuck loses everything, and the next is given longer") func stuck() throws {
        var ledger = SegmentLedger(completeLength: 50, minimumSize: 100, patience: .seconds(2))
        let first = try given(ledger.take(now: start)?.segment)
        ledger.advance(first.id, to: 10, now: start + .seconds(1))
        #expect({ ledger.take(now: start + .seconds(2))?.segment.id }() == nil)
        let second = try given(ledger.take(now: start + .seconds(3)))
        #expect(second.revoked == first.id)
        #expect(second.segment.missing == 10..<50)
        #expect(ledger.missing(in: first.id) == nil)
        ledger.advance(first.id, to: 50, now: start + .seconds(3))  // too late, and of no consequence
        #expect(!ledger.isComplete)
        #expect({ ledger.take(now: start + .seconds(6))?.segment.id }() == nil)
        #expect({ ledger.take(now: start + .seconds(7))?.revoked }() == second.segment.id)
    }

    @Test("Without a size there is one segment, which ends where the content does") func unknownSize() throws {
        var ledger = SegmentLedger(minimumSize: 1)
        let segment = try given(ledger.take(now: start)?.segment)
        #expect(segment.missing == 0..<Int.max)
        #expect({ ledger.take(now: start + .seconds(1))?.segment.id }() == nil)
        ledger.advance(segment.id, to: 70, now: start)
        #expect(!ledger.isComplete)
        ledger.setCompleteLength(70)
        #expect(ledger.isComplete)
        #expect(ledger.missing(in: segment.id) == nil)
    }

    @Test("However segments are taken, lost and fetched, every byte comes once into the file") func randomWork() {
        var generator = SeededGenerator(7)
        for _ in 0..<100 {
            let size = Int.random(in: 0..<5000, using: &generator)
            var ledger = SegmentLedger(completeLength: size, minimumSize: Int.random(in: 1..<300, using: &generator))
            var now = start
            var active: [Int] = []
            while !ledger.isComplete {
                now += .milliseconds(Int.random(in: 0..<500, using: &generator))
                if let taken = ledger.take(now: now) {
                    active.removeAll { $0 == taken.revoked }
                    active.append(taken.segment.id)
                }
                for id in active {
                    guard let missing = ledger.missing(in: id) else { continue }
                    let reached = missing.lowerBound + Int.random(in: 0..<400, using: &generator)
                    ledger.advance(id, to: reached, now: now)
                    if Int.random(in: 0..<10, using: &generator) == 0 { ledger.release(id) }
                }
                active.removeAll { ledger.missing(in: $0) == nil }
                #expect(
                    zip(active, active.dropFirst()).allSatisfy { left, right in
                        !(ledger.missing(in: left) ?? 0..<0).overlaps(ledger.missing(in: right) ?? 0..<0)
                    })
            }
            #expect(ledger.done.count == size)
        }
    }
}
