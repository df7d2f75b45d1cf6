internal import CurlTransport

extension InterceptedRequest {
    /// Lets somebody else than the network answer, in the time that the request has.
    ///
    /// - Throws: ``HTTPClientError`` with code `timedOut` at the deadline, `cancelled` when the task is; else what `substitute` throws.
    func answer(by substitute: any Interceptor, until deadline: Moment?) async throws -> HTTPClientResponse {
        let noNetwork: @Sendable (InterceptedRequest) async throws -> HTTPClientResponse = { _ in
            throw HTTPClientError(.configuration, "this client has no network; something else has to answer its requests")
        }
        do {
            guard let deadline else { return try await substitute.intercept(self, next: noNetwork) }
            return try await withThrowingTaskGroup(of: HTTPClientResponse?.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await substitute.intercept(self, next: noNetwork) }
                group.addTask {
                    try await Task.sleep(for: deadline - .now)
                    return nil
                }
                if let first = try await group.next(), let response = first { return response }
                throw HTTPClientError.totalTimeout(request.url.authority)
            }
        } catch is CancellationError {
            throw HTTPClientError.cancelled
        }
    }
}
