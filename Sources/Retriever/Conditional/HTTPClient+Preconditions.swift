public import HTTPSemantics

extension HTTPClient {
    /// Reads what has changed since an earlier response. RFC 9110 §13.1.2, §13.1.3.
    ///
    /// - Parameters:
    ///   - target: The URL, seen from the client's ``HTTPClient/Configuration/baseURL`` when it is relative.
    ///   - earlier: The head of a response for the same URL; its entity tag and date are what the server is asked with.
    ///   - query: Added to the query that `target` has.
    ///   - headerFields: The request's fields; those of the client are added.
    ///   - options: Instead of the client's.
    /// - Returns: The response; `nil` when the server says that it would be the same (304).
    public func get(
        _ target: some WebURLConvertible, ifChangedSince earlier: HTTPResponse, query: FormParameters = [:],
        headerFields: HTTPFields = [:], options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse? {
        var fields = headerFields
        fields.require(.changed(since: earlier))
        let response = try await get(target, query: query, headerFields: fields, options: options)
        return response.status == .notModified ? nil : response
    }
}

extension CollectedResponse {
    /// Status and fields.
    public var head: HTTPResponse { HTTPResponse(status: status, headerFields: headerFields) }
}
