extension StoredResponse {
    /// Whether a 304 is about this response. RFC 9111 §4.3.4: a validator decides.
    ///
    /// - Parameter wasAskedAbout: Whether the question was made from this response: then it is meant when the answer has no validator.
    package func isMeant(by notModified: HTTPResponse, wasAskedAbout: Bool) -> Bool {
        let (own, other) = (response.headerFields, notModified.headerFields)
        if let tag = other[.eTag].flatMap({ EntityTag($0) }) {
            return own[.eTag].flatMap { EntityTag($0) }?.weaklyMatches(tag) ?? false
        }
        guard let modified = other[.lastModified], let known = own[.lastModified] else { return wasAskedAbout }
        return modified == known
    }

    /// The response with the fields of a 304, or of the answer to HEAD. RFC 9111 §3.2: all but those that say how the stored bytes
    /// are to be read.
    package func updated(
        by head: HTTPResponse, requestTime: Int, responseTime: Int, rules: CachingRules
    ) -> StoredResponse {
        var fields = response.headerFields
        // An `Age` that is not there any more would make the response older than it is.
        fields[.age] = nil
        let news = rules.storedFields(head.headerFields, rules.control(head.headerFields).0)
        for name in Set(news.lazy.map(\.name)) where !name.staysAsStored { fields[values: name] = news[values: name] }
        return StoredResponse(
            response: HTTPResponse(status: response.status, headerFields: fields), requestTime: requestTime,
            responseTime: responseTime, selectingFields: selectingFields, positions: positions, rules: rules)
    }

    /// Whether the answer to HEAD is about the stored representation. RFC 9111 §4.3.5.
    package func isConfirmed(by head: HTTPResponse) -> Bool {
        guard head.status == response.status else { return false }
        return !RepresentationIdentity(response).contradicts(RepresentationIdentity(head))
    }

    /// This part together with another of the same representation; `nil` when they are of different ones, or leave a gap.
    /// RFC 9111 §3.4.
    ///
    /// - Parameter part: What a 206 said that came later; its fields win.
    package func combined(with part: StoredResponse, rules: CachingRules) -> StoredResponse? {
        let identity = RepresentationIdentity(response)
        guard let own = positions, let other = part.positions, own.lowerBound <= other.upperBound,
            other.lowerBound <= own.upperBound, identity.isSame(as: RepresentationIdentity(part.response))
        else { return nil }
        let union = min(own.lowerBound, other.lowerBound)..<max(own.upperBound, other.upperBound)
        let isWhole = identity.completeLength.map { union == 0..<$0 } ?? false
        let latest = updated(by: part.response, requestTime: part.requestTime, responseTime: part.responseTime, rules: rules)
        var fields = latest.response.headerFields
        fields[.contentRange] =
            isWhole ? nil : ContentRange(positions: union, completeLength: identity.completeLength)?.description
        fields[.contentLength] = "\(union.count)"
        return StoredResponse(
            response: HTTPResponse(status: isWhole ? 200 : 206, headerFields: fields), requestTime: part.requestTime,
            responseTime: part.responseTime, selectingFields: part.selectingFields, positions: isWhole ? nil : union, rules: rules
        )
    }
}

extension RepresentationIdentity {
    /// Whether both are proved to be of one representation: a validator that promises the same bytes is the same.
    fileprivate func isSame(as other: RepresentationIdentity) -> Bool {
        guard !contradicts(other), completeLength == other.completeLength else { return false }
        if let eTag, let otherTag = other.eTag { return eTag.stronglyMatches(otherTag) }
        return isLastModifiedStrong && other.isLastModifiedStrong && lastModified == other.lastModified
    }
}

extension HTTPField.Name {
    fileprivate var staysAsStored: Bool {
        [.contentLength, .contentEncoding, .contentRange].contains(self)
    }
}
