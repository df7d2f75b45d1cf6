/// What holds the parts of one representation together: its validators and its complete length. RFC 9110 §8.8, §15.3.7.3.
public struct RepresentationIdentity: Hashable, Sendable {
    /// `ETag`.
    public var eTag: EntityTag?
    /// `Last-Modified` as it came: servers compare the text.
    public var lastModified: String?
    /// Whether nothing can have changed within the second that `lastModified` names. RFC 9110 §8.8.2.2.
    public var isLastModifiedStrong: Bool
    /// How many bytes the whole has; `nil` when nobody has said.
    public var completeLength: Int?

    /// An identity from its parts.
    public init(
        eTag: EntityTag? = nil, lastModified: String? = nil, isLastModifiedStrong: Bool = false, completeLength: Int? = nil
    ) {
        self.eTag = eTag
        self.lastModified = lastModified
        self.isLastModifiedStrong = isLastModifiedStrong
        self.completeLength = completeLength
    }

    /// What a 200 or 206 response says of its representation.
    public init(_ response: HTTPResponse) {
        let fields = response.headerFields
        let modified = fields[.lastModified].flatMap { HTTPDate($0) }
        let date = fields[.date].flatMap { HTTPDate($0) }
        self.init(
            eTag: fields[.eTag].flatMap { EntityTag($0) }, lastModified: modified.flatMap { _ in fields[.lastModified] },
            isLastModifiedStrong: modified.flatMap { modified in date.map { modified < $0 } } ?? false)
        completeLength =
            response.status == 206
            ? fields[.contentRange].flatMap { ContentRange($0) }?.completeLength
            : fields.contains(.transferEncoding) ? nil : fields[values: .contentLength].first.flatMap { Int(digits: $0) }
    }

    /// Whether parts that were received at different times can be proved to belong together.
    public var isStrong: Bool {
        if let eTag, !eTag.isWeak { return true }
        return lastModified != nil && isLastModifiedStrong
    }

    /// The precondition for asking for another part. RFC 9110 §13.1.4, §13.1.5: `If-Range` takes a strong entity tag, or a date when
    /// there is no tag at all; beside a weak tag the date goes into `If-Unmodified-Since`.
    public var precondition: HTTPFields {
        if let eTag, !eTag.isWeak { return [.ifRange: eTag.description] }
        guard let lastModified, isLastModifiedStrong else { return [:] }
        return eTag == nil ? [.ifRange: lastModified] : [.ifUnmodifiedSince: lastModified]
    }

    /// Whether `other` is another representation for sure. What only one of them says proves nothing.
    public func contradicts(_ other: RepresentationIdentity) -> Bool {
        func differ<Value>(_ left: Value?, _ right: Value?, _ isSame: (Value, Value) -> Bool) -> Bool {
            guard let left, let right else { return false }
            return !isSame(left, right)
        }
        return differ(eTag, other.eTag) { $0.weaklyMatches($1) } || differ(lastModified, other.lastModified, ==)
            || differ(completeLength, other.completeLength, ==)
    }
}
