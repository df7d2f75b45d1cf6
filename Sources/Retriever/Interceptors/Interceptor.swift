public import HTTPSemantics

/// Stands between the caller and the network: sees requests, responses and errors, may change each, or answer by itself.
///
///     struct Timing: Interceptor {
///         func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
///             let start = ContinuousClock.now
///             defer { print(call.request.url, ContinuousClock.now - start) }
///             return try await next(call)
///         }
///     }
///
/// The interceptors of a client run in the order in which its configuration has them: the first sees the request first and the response
/// last. `next` may be called once, several times, or not at all. The body of a response streams through; wrap it to see its content.
public protocol Interceptor: Sendable {
    /// Asks the next interceptor, after the last the client or the network. A name for it, since the same type written out means
    /// something else in modules that run such functions on another executor by default.
    typealias Next = (InterceptedRequest) async throws -> HTTPClientResponse

    /// Answers a request, as a rule by asking `next`.
    func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse
}

/// A request on its way through interceptors.
public struct InterceptedRequest: Sendable {
    /// Method, URL and fields.
    public var request: HTTPRequest
    /// The content.
    public var content: RequestContent?
    /// How it is carried out.
    public var options: RequestOptions
    /// Which attempt it is, by the client's retries; the first is 1.
    public let attempt: Int

    /// Asks one interceptor after the other, and at last `last`.
    func pass(
        _ interceptors: ArraySlice<any Interceptor>, to last: (InterceptedRequest) async throws -> HTTPClientResponse
    ) async throws -> HTTPClientResponse {
        guard let first = interceptors.first else { return try await last(self) }
        return try await first.intercept(self) { try await $0.pass(interceptors.dropFirst(), to: last) }
    }
}
