/// A stored response without its content, and what follows from its fields: all that decisions about it need. RFC 9111 §3, §4.2.
package final class StoredResponse: Sendable {
    /// Status and fields, without those that are for one connection.
    package let response: HTTPResponse
    /// When the request was sent, by the machine's clock, in seconds since 1970.
    package let requestTime: Int
    /// When the response came.
    package let responseTime: Int
    /// What requests it answers.
    package let selectingFields: SelectingFields
    /// Which bytes of the representation are stored; `nil` for the whole.
    package let positions: Range<Int>?
    /// How many seconds it is fresh from its generation. §4.2.1.
    package let freshnessLifetime: Int
    /// How old it was when it came. §4.2.3.
    private let initialAge: Int
    /// What it says about its use.
    package let control: CacheControl
    /// Whether it may never be used when stale.
    let mustRevalidate: Bool
    /// How many bytes of content there must be; `nil` when nobody has said, or what was said is about encoded content.
    package let expectedCount: Int?

    /// What follows from the parts; `rules` say for what kind of cache.
    package convenience init(
        response: HTTPResponse, requestTime: Int, responseTime: Int, selectingFields: SelectingFields,
        positions: Range<Int>? = nil, rules: CachingRules
    ) {
        let (control, isTargeted) = rules.control(response.headerFields)
        self.init(
            response: response, requestTime: requestTime, responseTime: responseTime, selectingFields: selectingFields,
            positions: positions, control, isTargeted: isTargeted, rules: rules)
    }

    init(
        response: HTTPResponse, requestTime: Int, responseTime: Int, selectingFields: SelectingFields,
        positions: Range<Int>?, _ control: CacheControl, isTargeted: Bool, rules: CachingRules
    ) {
        self.response = response
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.selectingFields = selectingFields
        self.positions = positions
        self.control = control
        mustRevalidate = control.mustRevalidate || rules.isShared && (control.proxyRevalidate || control.sharedMaxAge != nil)
        let fields = response.headerFields
        expectedCount = positions?.count ?? (Self.isPlain(fields) ? Self.contentLength(fields) : nil)
        let date = fields.date(.date)?.secondsSinceEpoch ?? responseTime
        freshnessLifetime = rules.freshnessLifetime(of: response, control: control, isTargeted: isTargeted, date: date)
        // §4.2.3: by the clocks of both, and by what caches on the way say.
        initialAge = max(
            responseTime - date, Self.ageValue(fields) + max(0, responseTime - requestTime), 0)
    }

    /// How old the response is. When the clock has been set back behind its coming, nobody knows: it counts as old as can be.
    package func age(at now: Int) -> Int {
        guard now >= responseTime else { return CachingRules.ageLimit }
        return min(initialAge + now - responseTime, CachingRules.ageLimit)
    }

    /// For how many seconds it stays fresh; negative when it is stale.
    package func remainingFreshness(at now: Int) -> Int { freshnessLifetime - age(at: now) }

    /// Whether others could be answered by it, when it came, without asking.
    package var mayAnswerOthers: Bool { control.noCache != .response && freshnessLifetime > initialAge }

    /// `ETag` and `Last-Modified` to validate with.
    package var conditions: HTTPFields {
        var fields: HTTPFields = [:]
        guard response.headerFields.contains(any: Self.validators) else { return fields }
        if let tag = response.headerFields[.eTag], EntityTag(tag) != nil { fields[.ifNoneMatch] = tag }
        if let modified = response.headerFields[.lastModified], HTTPDate(modified) != nil { fields[.ifModifiedSince] = modified }
        return fields
    }

    private static let validators: HTTPFieldNames = [.eTag, .lastModified]

    /// Whether the stored bytes are those of the representation, so that ranges mean them.
    package var hasPlainContent: Bool { Self.isPlain(response.headerFields) }

    private static func isPlain(_ fields: HTTPFields) -> Bool {
        fields[.contentEncoding]?.equalsIgnoringASCIICase("identity") ?? true
    }

    private static func contentLength(_ fields: HTTPFields) -> Int? {
        var length: Int??
        fields.forEachValue(.contentLength) { length = length ?? Int(digits: $0) }
        return length ?? nil
    }

    /// The field `Age`: of several values the first (§5.1); one that is no number means nothing.
    private static func ageValue(_ fields: HTTPFields) -> Int {
        guard let first = fields.first(.age)?.split(separator: ",", omittingEmptySubsequences: false).first else { return 0 }
        let digits = first.trimmingOptionalWhitespace
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return 0 }
        return min(Int(digits) ?? .max, CachingRules.ageLimit)
    }
}
