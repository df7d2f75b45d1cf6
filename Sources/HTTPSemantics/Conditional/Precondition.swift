/// What must hold for a request to be carried out: the server answers 412 (Precondition Failed) when it does not, or 304 (Not Modified) to
/// a GET that asks for something new. RFC 9110 §13.
///
///     try await client.put(url, content: text, headerFields: .requiring(.unchanged(since: page.head)))
public struct Precondition: Hashable, Sendable {
    /// The fields that say so.
    public let headerFields: HTTPFields

    private init(_ name: HTTPField.Name, _ value: String) { headerFields = [name: value] }

    private static func list(_ tags: [EntityTag]) -> String { tags.map(\.description).joined(separator: ", ") }

    /// The representation has one of these tags. Weak ones match nothing: the content must be the same byte for byte. RFC 9110 §13.1.1.
    public static func ifMatch(_ tag: EntityTag, _ others: EntityTag...) -> Self { Self(.ifMatch, list([tag] + others)) }

    /// There is a representation. RFC 9110 §13.1.1.
    public static let ifExists = Self(.ifMatch, "*")

    /// The representation has none of these tags, weak or not. RFC 9110 §13.1.2.
    public static func ifNoneMatch(_ tag: EntityTag, _ others: EntityTag...) -> Self { Self(.ifNoneMatch, list([tag] + others)) }

    /// There is no representation: a PUT creates one, and never replaces what somebody else has created. RFC 9110 §13.1.2.
    public static let ifAbsent = Self(.ifNoneMatch, "*")

    /// The representation is newer than that. RFC 9110 §13.1.3.
    public static func ifModifiedSince(_ date: HTTPDate) -> Self { Self(.ifModifiedSince, date.description) }

    /// The representation is not newer than that. RFC 9110 §13.1.4.
    public static func ifUnmodifiedSince(_ date: HTTPDate) -> Self { Self(.ifUnmodifiedSince, date.description) }

    /// The representation is another than the one in `response`; without condition when the response tells nothing to know it by.
    public static func changed(since response: HTTPResponse) -> Self {
        let identity = RepresentationIdentity(response)
        var fields: HTTPFields = [:]
        fields[.ifNoneMatch] = identity.eTag?.description
        // For servers that know no tags; those that do pass over it.
        fields[.ifModifiedSince] = identity.lastModified
        return Self(fields)
    }

    /// The representation is still the one in `response`, so that nothing is lost that somebody else has changed meanwhile.
    ///
    /// - Throws: When the response has neither a strong entity tag nor a date of its last change.
    public static func unchanged(since response: HTTPResponse) throws(MissingValidator) -> Self {
        let identity = RepresentationIdentity(response)
        if let tag = identity.eTag, !tag.isWeak { return .ifMatch(tag) }
        guard let date = identity.lastModified else { throw MissingValidator() }
        return Self(.ifUnmodifiedSince, date)
    }

    private init(_ headerFields: HTTPFields) { self.headerFields = headerFields }
}

/// A response by which a later state of what it represents cannot be told from its own.
public struct MissingValidator: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is missing.
    public var description: String { "the response has neither a strong entity tag nor a date of its last change" }
}

extension HTTPFields {
    /// The fields for a precondition.
    public static func requiring(_ precondition: Precondition) -> HTTPFields { precondition.headerFields }

    /// Adds a precondition, in place of one of the same kind.
    public mutating func require(_ precondition: Precondition) {
        for field in precondition.headerFields { self[field.name] = field.value }
    }
}

extension HTTPResponse.Status {
    /// 304: the representation is still the one that the client has. RFC 9110 §15.4.5.
    public static let notModified: Self = 304
    /// 412: what the request requires does not hold. RFC 9110 §15.5.13.
    public static let preconditionFailed: Self = 412
}
