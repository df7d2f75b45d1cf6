public import HTTPSemantics

// Where a literal such as ["a": "1"] could be either, it is meant as parameters, which keep their order.

extension RequestContent {
    /// A value with members as `application/x-www-form-urlencoded`.
    ///
    /// - Throws: ``HTTPClientError`` with code `encoding` when the value cannot be encoded.
    @_disfavoredOverload
    public static func form(
        _ value: some Encodable, encoder: URLEncodedForm.Encoder = URLEncodedForm.Encoder()
    ) throws -> Self {
        Self(try encoder.encode(value).utf8, contentType: "application/x-www-form-urlencoded")
    }
}

extension HTTPClient {
    /// Sends a value with members as a web form does.
    @_disfavoredOverload
    public func post(
        _ target: some WebURLConvertible, form value: some Encodable, encoder: URLEncodedForm.Encoder = URLEncodedForm.Encoder(),
        headerFields: HTTPFields = [:], options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        try await post(target, content: .form(value, encoder: encoder), headerFields: headerFields, options: options)
    }
}

extension FormParameters {
    /// The members of a value, for a query or a form.
    ///
    /// - Throws: ``HTTPClientError`` with code `encoding` when the value cannot be encoded.
    public init(encoding value: some Encodable, by encoder: URLEncodedForm.Encoder = URLEncodedForm.Encoder()) throws {
        self = try encoder.parameters(value)
    }
}

extension WebURL {
    /// The URL with the members of a value added to its query.
    ///
    /// - Throws: ``HTTPClientError`` with code `encoding` when the value cannot be encoded.
    @_disfavoredOverload
    public func appending(
        query value: some Encodable, encoder: URLEncodedForm.Encoder = URLEncodedForm.Encoder()
    ) throws -> WebURL {
        appending(query: try encoder.parameters(value), spaces: encoder.spaces ?? .percent20)
    }
}
