internal import CurlTransport

extension HTTPClient {
    /// Runs tasks on the threads that carry out the client's requests, so that a request needs no change of threads:
    ///
    ///     await withTaskExecutorPreference(client.executor) { … }
    ///
    /// For many small requests. Code that runs here must not block or compute for long: all transfers would wait for it.
    public var executor: any TaskExecutor { LoopExecutor.shared(loops: configuration.eventLoops) }
}
