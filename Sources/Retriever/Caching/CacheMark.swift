internal import HTTPSemantics

/// How a response passed the cache, shared by its copies.
final class CacheMark: Sendable {
    let status: CacheStatus

    init(_ status: CacheStatus) { self.status = status }
}

extension HTTPClientResponse {
    /// The response, with how a cache handled it: as a value, and as the field (RFC 9211).
    func marked(_ status: CacheStatus) -> HTTPClientResponse {
        var fields = headerFields
        fields.append(HTTPField(name: .cacheStatus, uncheckedValue: status.description))
        return with(headerFields: fields, mark: CacheMark(status))
    }
}
