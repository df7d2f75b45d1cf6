/// What a cache may store and for how long it is fresh. RFC 9111 §3, §4.2.
package struct CachingRules: Sendable {
    /// Whether several users share the cache.
    package var isShared = false
    /// Fields that stand in for `Cache-Control` when they are there, the first that is. RFC 9213.
    package var targets: [HTTPField.Name] = []
    /// Seconds for which a response may be taken for fresh that does not say so itself. §4.2.2.
    package var heuristicLimit = 86_400

    /// No age is larger: 2³¹ seconds (RFC 9111 §1.2.2).
    static let ageLimit = 1 << 31

    private let parser: URLParser

    package init(parser: URLParser) { self.parser = parser }

    /// The directives that count, and whether they are of a field for caches like this, beside which `Expires` means nothing.
    func control(_ fields: HTTPFields) -> (CacheControl, isTargeted: Bool) {
        for target in targets {
            let lines = fields[values: target]
            if !lines.isEmpty, let control = CacheControl(targeted: lines) { return (control, true) }
        }
        return (CacheControl(fields), false)
    }

    /// §4.2.1.
    ///
    /// - Parameter date: When the response was made.
    func freshnessLifetime(of response: HTTPResponse, control: CacheControl, isTargeted: Bool, date: Int) -> Int {
        if isShared, let seconds = control.sharedMaxAge { return seconds }
        if let seconds = control.maxAge { return seconds }
        let fields = response.headerFields
        if !isTargeted, let expires = fields[.expires] {
            // A value that is no date, such as 0, is in the past (§5.3).
            guard let expiry = HTTPDate(expires) else { return 0 }
            return max(0, expiry.secondsSinceEpoch - date)
        }
        guard Self.heuristicStatuses.contains(response.status.code) || control.public,
            let modified = fields[.lastModified].flatMap({ HTTPDate($0) })
        else { return 0 }
        // A tenth of the time that it had not changed for (§4.2.2).
        return min(max(0, date - modified.secondsSinceEpoch) / 10, heuristicLimit)
    }

    /// Whether a response says itself how long it is fresh.
    private func isExplicit(_ fields: HTTPFields, _ control: CacheControl, isTargeted: Bool) -> Bool {
        control.maxAge != nil || isShared && control.sharedMaxAge != nil || !isTargeted && fields.contains(.expires)
    }

    /// What to store of a response, without its content; `nil` when it must not be stored, or could answer nothing. §3.
    ///
    /// - Parameter isAuthorized: Whether credentials went out with the request, in whatever way.
    package func stored(
        _ response: HTTPResponse, to request: HTTPRequest, isAuthorized: Bool = false, requestTime: Int, responseTime: Int
    ) -> StoredResponse? {
        let (control, isTargeted) = control(response.headerFields)
        guard isStorable(response, to: request, control, isTargeted: isTargeted),
            mayShare(control) || !isAuthorized && !request.headerFields.contains(.authorization),
            let selectingFields = SelectingFields(response.headerFields, of: request.headerFields)
        else { return nil }
        var kept = HTTPResponse(status: response.status, headerFields: storedFields(response.headerFields, control))
        var positions: Range<Int>?
        if response.status == 206 {
            guard let part = Part(response.headerFields) else { return nil }
            positions = part.isWhole ? nil : part.positions
            if part.isWhole {
                kept.status = 200
                kept.headerFields[.contentRange] = nil
                kept.headerFields[.contentLength] = "\(part.positions.count)"
            }
        }
        return StoredResponse(
            response: kept, requestTime: requestTime, responseTime: responseTime, selectingFields: selectingFields,
            positions: positions, control, isTargeted: isTargeted, rules: self)
    }

    /// What a 206 has: one range of content that is not encoded, or else positions would mean other bytes than the stored ones.
    private struct Part {
        let positions: Range<Int>
        let isWhole: Bool

        init?(_ fields: HTTPFields) {
            guard let range = fields[.contentRange].flatMap({ ContentRange($0) }), let positions = range.positions,
                !fields.contains(.contentEncoding)
            else { return nil }
            self.positions = positions
            isWhole = range.completeLength.map { positions == 0..<$0 } ?? false
        }
    }

    /// Whether what was asked for with credentials may be kept: in a cache of one user always. §3.5.
    private func mayShare(_ control: CacheControl) -> Bool {
        !isShared || control.public || control.mustRevalidate || control.sharedMaxAge != nil
    }

    /// Whether a stored response may be kept with the fields that it has got by an update.
    package func mayKeep(_ stored: StoredResponse) -> Bool {
        !stored.control.noStore && !(isShared && stored.control.private == .response)
            && SelectingFields(stored.response.headerFields, of: [:]) != nil
    }

    private func isStorable(
        _ response: HTTPResponse, to request: HTTPRequest, _ control: CacheControl, isTargeted: Bool
    ) -> Bool {
        let fields = response.headerFields
        let status = response.status.code
        // What is about the request's own conditions answers no other request.
        guard status >= 200, ![304, 412, 416, 417].contains(status),
            isStorable(request, fields, control, isTargeted: isTargeted)
        else { return false }
        if control.mustUnderstand ? !Self.understoodStatuses.contains(status) : control.noStore { return false }
        if CacheControl(request: request.headerFields).noStore { return false }
        if isShared, control.private == .response { return false }
        return control.public || isExplicit(fields, control, isTargeted: isTargeted) || Self.heuristicStatuses.contains(status)
    }

    /// The answer to a POST is stored as one to GET when it says that it is that, and for how long. RFC 9110 §9.3.3.
    private func isStorable(_ request: HTTPRequest, _ fields: HTTPFields, _ control: CacheControl, isTargeted: Bool) -> Bool {
        if request.method == .get { return true }
        guard request.method == .post, isExplicit(fields, control, isTargeted: isTargeted),
            let location = fields[.contentLocation]
        else { return false }
        return (try? parser.parse(location, base: request.url))?.withoutFragment == request.url.withoutFragment
    }

    /// The fields without those that are for one connection, and those that must not be used again unseen. §3.1, §5.2.2.4, §5.2.2.7.
    func storedFields(_ fields: HTTPFields, _ control: CacheControl) -> HTTPFields {
        var named: [HTTPField.Name] = []
        fields.forEachValue(.connection) { value in
            // What is named most often names no field.
            guard !value.isWord("keep-alive"), !value.isWord("close") else { return }
            named += value.text.split(separator: ",").compactMap { HTTPField.Name(String($0.trimmingOptionalWhitespace)) }
        }
        for scope in [control.noCache, isShared ? control.private : nil] {
            if case .fields(let names) = scope { named += names }
        }
        var fields = fields
        fields.remove(Self.connectionFields + named)
        return fields
    }

    /// The URLs whose stored responses are worth nothing after a request, the target's own included. §4.4.
    package func invalidated(by response: HTTPResponse, to request: HTTPRequest) -> [WebURL] {
        guard !request.method.isSafe, [.successful, .redirection].contains(response.status.kind) else { return [] }
        let others = [HTTPField.Name.location, .contentLocation].compactMap { name in
            response.headerFields.urlReference(name).flatMap { try? parser.parse($0, base: request.url) }
        }
        // Another origin's are not this server's to throw away.
        return [request.url] + others.filter { $0.origin == request.url.origin && $0 != request.url }
    }

    private static let connectionFields: HTTPFieldNames = [
        .connection, .keepAlive, .proxyAuthenticate, .proxyAuthenticationInfo, .proxyAuthorization, .proxyConnection, .te,
        .transferEncoding, .upgrade,
    ]

    /// RFC 9110 §15.1.
    private static let heuristicStatuses: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]
    /// The final statuses of RFC 9110 §15 and RFC 6585, whose meaning for caching is known here.
    private static let understoodStatuses = Set([200...206, 300...308, 400...417, 500...505].joined()).union([
        421, 422, 426, 428, 429, 431, 451, 511,
    ]).subtracting([306])
}
