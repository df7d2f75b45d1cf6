public import HTTPSemantics

/// One call for each common request. All of them throw ``HTTPClientError``.
extension HTTPClient {
    /// Makes a request with any method.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The URL, seen from the client's ``HTTPClient/Configuration/baseURL`` when it is relative.
    ///   - query: Added to the query that `target` has.
    ///   - headerFields: The request's fields; those of the client are added.
    ///   - content: The content, if there is any.
    ///   - options: Instead of the client's.
    public func send(
        _ method: HTTPRequest.Method, to target: some WebURLConvertible, query: FormParameters = [:],
        headerFields: HTTPFields = [:], content: RequestContent? = nil, options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        let request = HTTPRequest(method: method, url: try url(target).appending(query: query), headerFields: headerFields)
        return try await perform(request, content: content, options: options)
    }

    /// The URL that is meant.
    ///
    /// - Throws: ``HTTPClientError`` with code `badURL`.
    func url(_ target: some WebURLConvertible) throws -> WebURL {
        do {
            guard let base = configuration.baseURL else { return try target.webURL() }
            return try target.webURL(base: base)
        } catch {
            throw HTTPClientError(.badURL, error.description, cause: error)
        }
    }

    /// Reads. RFC 9110 §9.3.1.
    public func get(
        _ target: some WebURLConvertible, query: FormParameters = [:], headerFields: HTTPFields = [:],
        options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        try await send(.get, to: target, query: query, headerFields: headerFields, options: options)
    }

    /// Reads the header section only. RFC 9110 §9.3.2.
    public func head(
        _ target: some WebURLConvertible, query: FormParameters = [:], headerFields: HTTPFields = [:],
        options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        try await send(.head, to: target, query: query, headerFields: headerFields, options: options)
    }

    /// Removes. RFC 9110 §9.3.5.
    public func delete(
        _ target: some WebURLConvertible, query: FormParameters = [:], headerFields: HTTPFields = [:],
        options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        try await send(.delete, to: target, query: query, headerFields: headerFields, options: options)
    }

    /// Sends content to be processed. RFC 9110 §9.3.3.
    public func post(
        _ target: some WebURLConvertible, content: RequestContent? = nil, headerFields: HTTPFields = [:],
        options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        try await send(.post, to: target, headerFields: headerFields, content: content, options: options)
    }

    /// Sends parameters as a web form does.
    public func post(
        _ target: some WebURLConvertible, form: FormParameters, headerFields: HTTPFields = [:],
        options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        try await post(target, content: .form(form), headerFields: headerFields, options: options)
    }

    /// Sends a value as JSON.
    public func post(
        _ target: some WebURLConvertible, json value: some Encodable, headerFields: HTTPFields = [:],
        options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        try await post(target, content: .json(value), headerFields: headerFields, options: options)
    }

    /// Creates or replaces. RFC 9110 §9.3.4.
    public func put(
        _ target: some WebURLConvertible, content: RequestContent? = nil, headerFields: HTTPFields = [:],
        options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        try await send(.put, to: target, headerFields: headerFields, content: content, options: options)
    }

    /// Changes a part. RFC 5789.
    public func patch(
        _ target: some WebURLConvertible, content: RequestContent? = nil, headerFields: HTTPFields = [:],
        options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        try await send(.patch, to: target, headerFields: headerFields, content: content, options: options)
    }
}
