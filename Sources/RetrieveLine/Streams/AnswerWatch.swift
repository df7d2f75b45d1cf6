internal import Retriever
internal import Synchronization

/// Notices whether a server has answered, which is when a session is kept.
final class AnswerWatch: Interceptor {
    private let seen = Atomic(false)

    var hasSeenOne: Bool { seen.load(ordering: .relaxed) }

    func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
        let response = try await next(call)
        seen.store(true, ordering: .relaxed)
        return response
    }
}
