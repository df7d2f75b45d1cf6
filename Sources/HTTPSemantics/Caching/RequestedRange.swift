/// Which bytes of a stored response a request wants. RFC 9110 §14.2, §13.1.5.
package enum RequestedRange: Hashable, Sendable {
    /// All of them.
    case whole
    /// These.
    case positions(Range<Int>)
    /// Only the server can say.
    case unknown

    package init(_ request: HTTPRequest, of stored: StoredResponse) {
        guard let value = request.headerFields[.range], request.method == .get else {
            self = .whole
            return
        }
        if let condition = request.headerFields[.ifRange], !Self.holds(condition, stored.response) {
            self = .whole
            return
        }
        let length = RepresentationIdentity(stored.response).completeLength
        guard stored.response.status == 200 || stored.response.status == 206, stored.hasPlainContent,
            let ranges = ByteRange.parse(field: value), ranges.count == 1, let range = ranges.first,
            let positions = length.map({ range.positions(in: $0) }) ?? range.closedPositions
        else {
            self = .unknown
            return
        }
        self = .positions(positions)
    }

    /// Whether an `If-Range` names the stored representation: strong tags compare, dates by their text.
    private static func holds(_ condition: String, _ response: HTTPResponse) -> Bool {
        if let tag = EntityTag(condition) {
            return response.headerFields[.eTag].flatMap { EntityTag($0) }?.stronglyMatches(tag) ?? false
        }
        return response.headerFields[.lastModified] == condition
    }
}

extension ByteRange {
    /// The positions from the first to the last, where both are named.
    fileprivate var closedPositions: Range<Int>? {
        guard case .closed(let first, let last) = self, last < .max else { return nil }
        return first..<last + 1
    }
}
