extension HTTPResponse {
    /// How long the server wants to be left alone, by `Retry-After`: seconds, or a date as seen from the response's own `Date`. Zero
    /// for a date in the past, `nil` when the field is missing or means nothing. RFC 9110 §10.2.3.
    ///
    /// - Parameter now: The date when the response has none.
    public func retryAfter(now: HTTPDate) -> Duration? {
        guard let value = headerFields[values: .retryAfter].first else { return nil }
        if !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) { return .seconds(min(Int(value) ?? .max, Self.longest)) }
        let sent = headerFields[values: .date].first.flatMap { HTTPDate($0) } ?? now
        guard let date = HTTPDate(value, now: sent) else { return nil }
        return .seconds(min(max(0, date.secondsSinceEpoch - sent.secondsSinceEpoch), Self.longest))
    }

    /// 34 years; the sum of such times cannot overflow.
    private static let longest = 1 << 30
}
