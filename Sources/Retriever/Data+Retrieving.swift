internal import Dispatch
public import FoundationEssentials
public import HTTPSemantics
internal import Synchronization

extension Data {
    /// The content at a URL, fetched while the calling thread waits. For scripts and threads of one's own: a precondition refuses
    /// it inside a task, where the waiting thread is one that other tasks need.
    ///
    /// Caches on the way are bypassed, and all of it may take 30 seconds.
    ///
    /// - Parameter parameters: Go to the query, or to form content with POST, PUT, PATCH and QUERY.
    /// - Throws: ``HTTPClientError``, also for a status that is not 2xx.
    public init(
        retrieving target: some WebURLConvertible, method: HTTPRequest.Method = .get, parameters: FormParameters = [:],
        client: HTTPClient = .shared
    ) throws {
        let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
        precondition(
            !isInTask, "Data(retrieving:) would block a thread that tasks share; use `await client.get(…)` in async code")
        var options = client.configuration.options
        options.totalTimeout = .seconds(30)
        let request = BlockingRequest { [options] in
            try await client.send(
                method, to: target, parameters: parameters, headerFields: [.cacheControl: "no-cache"], options: options
            ).successful().collected().data
        }
        self = try request.wait()
    }
}

/// Carries the result of a task to a thread that waits for it.
private final class BlockingRequest: Sendable {
    private let result = Mutex<Result<Data, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () async throws -> Data) {
        Task.detached {
            let result: Result<Data, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            self.result.withLock { $0 = result }
            self.done.signal()
        }
    }

    func wait() throws -> Data {
        done.wait()
        guard let result = result.withLock(\.self) else { preconditionFailure("signalled without a result") }
        return try result.get()
    }
}
