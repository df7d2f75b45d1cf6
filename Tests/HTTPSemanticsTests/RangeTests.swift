import HTTPSemantics
import Testing

@Suite("Ranges and validators, RFC 9110 §8.8 and §14")
struct RangeTests {
    @Test(
        "Range is read and written, and means positions in 1,000 bytes",
        arguments: [
            ("bytes=0-499", [0..<500]), ("bytes=500-", [500..<1000]), ("bytes=-500", [500..<1000]),
            ("bytes=0-0, -1", [0..<1, 999..<1000]),
            ("Bytes=0-5000", [0..<1000]), ("bytes= 1-1 ,, 2-2", [1..<2, 2..<3]), ("bytes=-5000", [0..<1000]),
            ("bytes=0-99999999999999999999999", [0..<1000]),
        ] as [(String, [Range<Int>])])
    func rangeField(value: String, positions: [Range<Int>]) throws {
        let ranges = try #require(ByteRange.parse(field: value))
        #expect(ranges.map { $0.positions(in: 1000) } == positions)
        #expect(ByteRange.parse(field: ByteRange.field(ranges)) == ranges)
    }

    @Test(
        "A Range nobody can satisfy",
        arguments: ["bytes=1000-", "bytes=1000-1001", "bytes=-0", "bytes=99999999999999999999999-"])
    func unsatisfiable(value: String) throws {
        #expect(try #require(ByteRange.parse(field: value)?.first).positions(in: 1000) == nil)
    }

    @Test("Ranges made of anything do not trap", arguments: [Int.min, -1, 0, 1, Int.max])
    func extremes(number: Int) {
        for length in [0, 1, Int.max] {
            for range in [ByteRange.closed(first: number, last: number), .from(number), .suffix(max(0, number))] {
                let positions = range.positions(in: length)
                #expect(positions.map { $0.upperBound <= length } ?? true)
            }
        }
    }

    @Test(
        "What is no Range is ignored",
        arguments: [
            "", "bytes", "bytes=", "lines=1-2", "bytes=2-1", "bytes=a-b", "bytes=1", "bytes=-", "bytes=1-2-3", "bytes=+1-2",
        ])
    func malformedRange(value: String) {
        #expect(ByteRange.parse(field: value) == nil)
    }

    @Test(
        "Content-Range is read and written",
        arguments: [
            ("bytes 42-1233/1234", 42..<1234, 1234), ("bytes 42-1233/*", 42..<1234, nil), ("bytes */1234", nil, 1234),
            ("bytes */0", nil, 0), ("bytes 0-9223372036854775806/9223372036854775807", 0..<Int.max, Int.max),
        ] as [(String, Range<Int>?, Int?)])
    func contentRange(value: String, positions: Range<Int>?, completeLength: Int?) throws {
        let range = try #require(ContentRange(value))
        #expect(range.positions == positions)
        #expect(range.completeLength == completeLength)
        #expect(range.description == value)
    }

    @Test(
        "What is no Content-Range",
        arguments: [
            "", "bytes", "bytes 0-9", "bytes 9-0/10", "bytes 0-10/10", "bytes */*", "lines 0-9/10", "bytes 0-9/-1", "bytes -9/10",
            "bytes 0-9223372036854775807/*", "bytes 0-9/99999999999999999999", "bytes=0-9/10", "bytes 0-9/10/11",
        ])
    func malformedContentRange(value: String) {
        #expect(ContentRange(value) == nil)
    }

    @Test(
        "Comparison of entity tags, §8.8.3.2",
        arguments: [
            (#"W/"1""#, #"W/"1""#, false, true), (#"W/"1""#, #"W/"2""#, false, false), (#"W/"1""#, #""1""#, false, true),
            (#""1""#, #""1""#, true, true), (#""""#, #""""#, true, true),
        ])
    func entityTags(left: String, right: String, strongly: Bool, weakly: Bool) throws {
        let tags = (try #require(EntityTag(left)), try #require(EntityTag(right)))
        #expect(tags.0.stronglyMatches(tags.1) == strongly)
        #expect(tags.0.weaklyMatches(tags.1) == weakly)
        #expect("\(tags.0) \(tags.1)" == "\(left) \(right)")
    }

    @Test("What is no entity tag", arguments: ["", "1", "\"", "w/\"1\"", "W/1", "\"a b\"", "\"a\"b\"", "\"a", "*"])
    func malformedEntityTag(value: String) {
        #expect(EntityTag(value) == nil)
    }
}
