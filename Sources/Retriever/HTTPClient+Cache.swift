internal import HTTPSemantics

extension HTTPClient {
    /// A response that is stored, fresh and the same for all requests, if nothing about the request needs more than a look: what most
    /// hits are. Others go the long way.
    @inline(never) func responseAtOnce(
        _ request: HTTPRequest, _ content: RequestContent?, _ options: RequestOptions
    ) throws -> HTTPClientResponse? {
        guard let cache = configuration.cache, answersAtOnce, content == nil, request.method == .get,
            options.cachePolicy == .standard, options.onMetrics == nil, options.credentials == nil, options.decodesContent,
            !request.url.hasCredentials, request.url.fragment == nil, request.url.isHTTP, !request.headerFields.concernCaches
        else { return nil }
        guard !Task.isCancelled else { throw HTTPClientError.cancelled }
        return cache.plainHit(request.url)
    }
}

extension HTTPClient.Configuration {
    /// Whether responses may be found by their URL alone.
    var answersAtOnce: Bool { strictTransport == nil && !headerFields.concernCaches }
}

extension HTTPFields {
    /// Whether a field says something to caches, or tells users apart.
    fileprivate var concernCaches: Bool { contains(any: Self.caching) }

    private static let caching: HTTPFieldNames = [
        .cacheControl, .pragma, .authorization, .range, .ifRange, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince,
        .acceptEncoding,
    ]
}
