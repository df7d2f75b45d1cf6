internal import CurlTransport

extension HTTPClient {
    /// Runs tasks on the threads that carry out the client's requests, so that a request needs no change of threads:
    ///
    ///     await withTaskExecutorPreference(client.executor) { … }
    ///
    /// For many small requests. Code that runs here must not block or compute for long: all transfers would wait for it.
    public var executor: any TaskExecutor { LoopExecutor.shared(loops: configuration.eventLoops) }

    /// Gives the calling thread to the clients, for good, and begins with a task on it; for a command that makes one request and
    /// ends with the process. To be called before any request is made.
    ///
    /// - Throws: ``HTTPClientError`` when there is a thread for requests already, or no memory for it.
    package static func giveThread(to first: @escaping @Sendable () async -> Void) throws -> Never {
        do { try EventLoop.takeThread(first: first) } catch { throw HTTPClientError(error) }
    }
}
