public import HTTPSemantics

/// Says in each request which trace it belongs to, with a `traceparent` field, unless the request has one. W3C Trace Context.
///
///     try await TraceInterceptor.$current.withValue(TraceContext(traceparent)) { try await client.get(url) }
public struct TraceInterceptor: Interceptor {
    /// The trace that requests of this task belong to; with none, each begins one of its own.
    @TaskLocal public static var current: TraceContext?

    private let isSampled: Bool

    /// - Parameter isSampled: Whether traces that begin here are recorded.
    public init(isSampled: Bool = true) { self.isSampled = isSampled }

    /// Adds the field, and asks `next`.
    public func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
        var call = call
        if !call.request.headerFields.contains(.traceparent) {
            let context = Self.current?.child() ?? TraceContext(isSampled: isSampled)
            call.request.headerFields[.traceparent] = context.description
        }
        return try await next(call)
    }
}
