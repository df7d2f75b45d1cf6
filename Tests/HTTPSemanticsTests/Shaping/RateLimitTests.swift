import HTTPSemantics
import Testing

@Suite("How much a server takes")
struct RateLimitTests {
    private let now = HTTPDate(secondsSinceEpoch: 1_800_000_000)

    private func limit(_ fields: [(String, String)]) throws -> RateLimit? {
        let fields = try fields.map { name, value in
            let name = try #require(HTTPField.Name(name))
            return try #require(HTTPField(name: name, value: value))
        }
        return RateLimit(HTTPResponse(status: 200, headerFields: HTTPFields(fields)), now: now)
    }

    @Test(
        "RateLimit, new and old",
        arguments: [
            ("\"default\";r=50;t=30", 50, 30), ("\"default\";r=50", 50, 0), ("default; r=50 ; t=30", 50, 30),
            ("\"a\";r=9;t=1, \"b\";r=2;t=7", 2, 7), ("\"a\";r=0;t=1, \"b\";r=0;t=7", 0, 7), ("\"a,b\";r=3;t=4", 3, 4),
            ("\"x\";pk=:YQ==:;r=5;t=6", 5, 6), ("limit=100, remaining=50, reset=30", 50, 30),
            ("limit=100,remaining=0,reset=30", 0, 30), ("remaining=7, reset=2", 7, 2),
            ("limit=100;w=60, remaining=8, reset=9", 8, 9),
            ("\"d\";r=99999999999999999999;t=99999999999999999999", .max, 1 << 30),
        ])
    func rateLimit(value: String, remaining: Int, reset: Int) throws {
        #expect(try limit([("RateLimit", value)]) == RateLimit(remaining: remaining, reset: .seconds(reset)))
    }

    @Test("Several lines are one list") func lines() throws {
        #expect(
            try limit([("RateLimit", "\"a\";r=9;t=1"), ("ratelimit", "\"b\";r=1;t=2")])
                == RateLimit(remaining: 1, reset: .seconds(2)))
    }

    @Test(
        "What means nothing is none",
        arguments: [
            "", "\"default\"", "r=x;t=1", "\"d\";r=-1;t=3", "\"d\";r=1.5;t=3", "remaining=, reset=1", ";;,,==",
            "\"d\";r\u{301}=1;t=1",
        ])
    func meaningless(value: String) throws { #expect(try limit([("RateLimit", value)]) == nil) }

    @Test(
        "Fields of their own, with X- and without, in seconds or as a time of day",
        arguments: ["RateLimit-", "X-RateLimit-", "x-ratelimit-"])
    func pairs(prefix: String) throws {
        func pair(_ remaining: String, _ reset: String) throws -> RateLimit? {
            try limit([(prefix + "Limit", "100"), (prefix + "Remaining", remaining), (prefix + "Reset", reset)])
        }
        #expect(try pair("3", "20") == RateLimit(remaining: 3, reset: .seconds(20)))
        #expect(try pair("3, 4", "20") == RateLimit(remaining: 3, reset: .seconds(20)))
        #expect(try pair("0", "1800000042") == RateLimit(remaining: 0, reset: .seconds(42)))
        #expect(try pair("0", "1700000000") == RateLimit(remaining: 0, reset: .zero), "in the past")
        #expect(try pair("0", "99999999999999999999") == RateLimit(remaining: 0, reset: .seconds(1 << 30)))
        #expect(try pair("x", "1") == nil)
        #expect(try pair("1", "soon") == nil)
        #expect(try limit([(prefix + "Remaining", "1")]) == nil)
    }

    @Test("The field of the standard counts before those of old") func precedence() throws {
        #expect(
            try limit([("X-RateLimit-Remaining", "1"), ("X-RateLimit-Reset", "1"), ("RateLimit", "\"d\";r=5;t=6")])
                == RateLimit(remaining: 5, reset: .seconds(6)))
    }
}

@Suite("Token bucket")
struct TokenBucketTests {
    @Test("Some go at once, then so many in a while, and no token is lost") func rate() {
        var bucket = TokenBucket(rate: 2, burst: 3)
        func take(at seconds: Double) -> Duration { bucket.take(now: .seconds(seconds)) }
        #expect((0..<5).map { _ in take(at: 0) } == [.zero, .zero, .zero, .milliseconds(500), .seconds(1)])
        #expect(take(at: 1) == .milliseconds(500))
        #expect(take(at: 10) == .zero)
        #expect((0..<3).map { _ in take(at: 10) } == [.zero, .zero, .milliseconds(500)], "it holds no more than its burst")
    }

    @Test("Nobody goes while it is closed, and afterwards as many as its burst") func closing() {
        var bucket = TokenBucket(rate: 1, burst: 2)
        bucket.close(for: .seconds(10), now: .seconds(5))
        bucket.close(for: .seconds(1), now: .seconds(6))
        #expect((0..<3).map { _ in bucket.take(now: .seconds(6)) } == [.seconds(9), .seconds(9), .seconds(10)])
        #expect(!bucket.isFull(now: .seconds(14)))
        #expect(bucket.isFull(now: .seconds(18)))
    }

    @Test("A new bucket is as good as a full one") func full() {
        var bucket = TokenBucket(rate: 1, burst: 1)
        #expect(bucket.isFull(now: .zero))
        _ = bucket.take(now: .seconds(1))
        #expect(!bucket.isFull(now: .seconds(1)) && bucket.isFull(now: .seconds(2)))
    }

    @Test("Odd rates do no harm", arguments: [0, -1, .nan, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func oddRates(rate: Double) {
        var bucket = TokenBucket(rate: rate, burst: .min)
        #expect(bucket.take(now: .zero) == .zero)
        #expect(bucket.take(now: .zero) >= .zero)
        #expect(bucket.take(now: .seconds(1 << 30)) >= .zero)
        bucket.close(for: .seconds(1 << 30), now: .seconds(1 << 30))
        #expect(bucket.take(now: .zero) >= .seconds(1 << 30))
    }
}
