public import HTTPSemantics

/// A request that was started with a callback.
public struct RetrievalToken: Sendable {
    private let task: Task<Void, Never>

    fileprivate init(_ task: Task<Void, Never>) { self.task = task }

    /// Stops the request; its callback is called with the error code `cancelled`, unless it was called already.
    public func cancel() { task.cancel() }
}

/// Requests for code that is not async. The call returns at once and never blocks; the callback is called exactly once.
extension HTTPClient {
    /// Makes a request, and calls back on the main actor.
    ///
    /// Parameters go to the query, or to form content when the method has content by its nature (POST, PUT, PATCH, QUERY).
    @discardableResult
    public func retrieve(
        _ target: some WebURLConvertible, method: HTTPRequest.Method = .get, parameters: FormParameters = [:],
        options: RequestOptions? = nil,
        completion: @escaping @MainActor @Sendable (Result<CollectedResponse, HTTPClientError>) -> Void
    ) -> RetrievalToken {
        RetrievalToken(
            Task { @MainActor in
                let result = await self.result(target, method, parameters, options)
                // Cancelled on its way here: the caller was promised not to see a result any more.
                completion(Task.isCancelled ? .failure(.cancelled) : result)
            })
    }

    /// Makes a request, and calls back on an executor of the caller's choice.
    @discardableResult
    public func retrieve(
        _ target: some WebURLConvertible, method: HTTPRequest.Method = .get, parameters: FormParameters = [:],
        options: RequestOptions? = nil, on executor: any TaskExecutor,
        completion: @escaping @Sendable (Result<CollectedResponse, HTTPClientError>) -> Void
    ) -> RetrievalToken {
        RetrievalToken(
            Task(executorPreference: executor) {
                let result = await self.result(target, method, parameters, options)
                completion(Task.isCancelled ? .failure(.cancelled) : result)
            })
    }

    private func result(
        _ target: some WebURLConvertible, _ method: HTTPRequest.Method, _ parameters: FormParameters, _ options: RequestOptions?
    ) async -> Result<CollectedResponse, HTTPClientError> {
        do {
            return .success(try await send(method, to: target, parameters: parameters, options: options).collected())
        } catch let error as HTTPClientError {
            return .failure(error)
        } catch {
            return .failure(HTTPClientError(.other, "the request failed: \(type(of: error))", cause: error))
        }
    }

    /// A request whose parameters go where the method has them: to the query or to form content.
    func send(
        _ method: HTTPRequest.Method, to target: some WebURLConvertible, parameters: FormParameters,
        headerFields: HTTPFields = [:], options: RequestOptions?
    ) async throws -> HTTPClientResponse {
        guard [.post, .put, .patch, .query].contains(method) else {
            return try await send(method, to: target, query: parameters, headerFields: headerFields, options: options)
        }
        return try await send(method, to: target, headerFields: headerFields, content: .form(parameters), options: options)
    }
}
