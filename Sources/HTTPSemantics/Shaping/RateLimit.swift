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
        // Structured fields are ASCII (RFC 9651 §2.1.3); what is not is no such field.
        for value in values where value.utf8.allSatisfy({ $0 < 0x80 }) {
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
