import HTTPSemantics

extension FuzzTarget {
    /// `Range` and `Content-Range`.
    static let ranges = FuzzTarget(name: "ranges") { bytes in
        let text = text(bytes)
        if let ranges = ByteRange.parse(field: text) {
            try promise(ByteRange.parse(field: ByteRange.field(ranges)) == ranges, "not the same when written: \(ranges)")
            for length in [0, 1, 100, Int.max] {
                for positions in ranges.compactMap({ $0.positions(in: length) }) {
                    try promise(!positions.isEmpty && (0..<length).contains(positions), "\(positions) of \(length)")
                }
            }
        }
        if let range = ContentRange(text) {
            try promise(ContentRange(range.description) == range, "not the same when written: \(range)")
            let positions = range.positions ?? 0..<0
            try promise(positions.lowerBound >= 0 && positions.upperBound <= range.completeLength ?? .max, "\(range)")
        }
    }

    /// `ETag` and dates, which tell states of a representation apart.
    static let validators = FuzzTarget(name: "validators") { bytes in
        let text = text(bytes)
        if let tag = EntityTag(text) {
            try promise(EntityTag(tag.description) == tag && tag.weaklyMatches(tag), "not the same when written: \(tag)")
            try promise(HTTPField.isValid(value: tag.description), "a tag that could not be sent: \(tag)")
        }
        let now = HTTPDate(secondsSinceEpoch: 1_796_000_000)
        for date in [HTTPDate(text), HTTPDate(text, now: now)] {
            guard let date else { continue }
            try promise(HTTPDate(date.description) == date, "not the same when written: \(date)")
        }
    }
}
