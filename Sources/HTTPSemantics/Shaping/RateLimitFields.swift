/// What a server says about how many more requests it will take.
public struct RateLimit: Hashable, Sendable {
    /// How many requests are left.
    public var remaining: Int
    /// How long until there are more.
    public var reset: Duration

    /// A limit.
    public init(remaining: Int, reset: Duration) {
        self.remaining = remaining
        self.reset = reset
    }

    /// The tightest limit that a response names, or `nil` when it names none: by `RateLimit` (`"default";r=50;t=30`, IETF HTTPAPI
    /// working group, and its older form `limit=100, remaining=50, reset=30`), else by `RateLimit-Remaining` and `RateLimit-Reset`, with
    /// or without `X-` before them. A reset that is a time of day, as some services have it, is taken for one.
    ///
    /// - Parameter now: The time of day.
    public init?(_ response: HTTPResponse, now: HTTPDate) {
        let fields = response.headerFields
        let found =
            Self.items(fields[values: .init(unchecked: "RateLimit")])
            ?? Self.pair(fields, prefix: "RateLimit-") ?? Self.pair(fields, prefix: "X-RateLimit-")
        guard let (remaining, reset) = found else { return nil }
        let isTimeOfDay = reset > 1_000_000_000
        let seconds = isTimeOfDay ? max(0, reset - now.secondsSinceEpoch) : reset
        self.init(remaining: remaining, reset: .seconds(min(seconds, 1 << 30)))
    }

    private static func items(_ values: [String]) -> (remaining: Int, reset: Int)? {
        var tightest: (remaining: Int, reset: Int)?
        for value in values {
            // The older form is one item whose parameters are separated by commas.
            let isOlder = value.utf8.starts(with: "limit=".utf8) || !value.contains(";")
            for item in isOlder ? [value[...]] : value.split(separator: ",") {
                var parameters: [Substring: Int] = [:]
                for part in item.split(whereSeparator: { $0 == ";" || $0 == "," }) {
                    let halves = part.trimmingOptionalWhitespace.split(separator: "=", maxSplits: 1)
                    if halves.count == 2, let number = number(halves[1]) { parameters[halves[0]] = number }
                }
                guard let remaining = parameters["r"] ?? parameters["remaining"] else { continue }
                let reset = parameters["t"] ?? parameters["reset"] ?? 0
                if tightest.map({ (remaining, -reset) < ($0.remaining, -$0.reset) }) ?? true { tightest = (remaining, reset) }
            }
        }
        return tightest
    }

    private static func pair(_ fields: HTTPFields, prefix: String) -> (remaining: Int, reset: Int)? {
        func first(_ name: String) -> Int? {
            fields[values: .init(unchecked: prefix + name)].first.flatMap { number($0.prefix { $0 != "," }) }
        }
        guard let remaining = first("Remaining"), let reset = first("Reset") else { return nil }
        return (remaining, reset)
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        let text = text.trimmingOptionalWhitespace
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(text) ?? .max
    }
}

/// So many requests in a while, with some at once: a bucket that fills with tokens, of which each request takes one. No clock; times
/// come in.
public struct TokenBucket: Hashable, Sendable {
    private let rate: Double
    private let capacity: Double
    private var tokens: Double
    private var last = Duration.zero
    /// Nobody goes before this, because the server said so.
    private var closedUntil = Duration.zero

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - rate: Requests a second in the long run, above 0.
    ///   - burst: Requests at once after a quiet time, at least 1.
    public init(rate: Double, burst: Int) {
        self.rate = max(rate, .leastNormalMagnitude)
        capacity = Double(max(1, burst))
        tokens = capacity
    }

    /// Takes a token, which may be one of the future.
    ///
    /// - Parameter now: The time on a clock that never goes back.
    /// - Returns: How long to wait before it may be used.
    public mutating func take(now: Duration) -> Duration {
        let start = max(now, closedUntil)
        if start > last {
            tokens = min(capacity, tokens + (start - last) / .seconds(1) * rate)
            last = start
        }
        tokens -= 1
        let wait = tokens >= 0 ? .zero : Duration.seconds(min(-tokens / rate, 1e9))
        return last + wait - now
    }

    /// Lets nobody go for a while, such as when the server has said that none is left.
    public mutating func close(for duration: Duration, now: Duration) { closedUntil = max(closedUntil, now + duration) }
}
