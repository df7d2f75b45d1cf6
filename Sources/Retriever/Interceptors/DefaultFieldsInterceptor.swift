public import HTTPSemantics

/// Adds fields that a request does not have, for what ``HTTPClient/Configuration/headerFields`` cannot do: fields that depend on the request,
/// or on the moment.
public struct DefaultFieldsInterceptor: Interceptor {
    private let fields: @Sendable (HTTPRequest) async throws -> HTTPFields

    /// - Parameter fields: The fields for a request. Take care that secrets go only where they belong, by looking at its URL.
    public init(_ fields: @escaping @Sendable (HTTPRequest) async throws -> HTTPFields) { self.fields = fields }

    /// Adds the fields, and asks `next`.
    public func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
        var call = call
        let own = call.request.headerFields
        for field in try await fields(call.request) where !own.contains(field.name) { call.request.headerFields.append(field) }
        return try await next(call)
    }
}
