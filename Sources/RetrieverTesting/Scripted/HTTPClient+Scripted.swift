public import Retriever

extension HTTPClient {
    /// A client that a script answers; nothing reaches the network.
    ///
    /// Redirects, challenges, retries, interceptors and the total time limit are as with any client. The other time limits and those for
    /// responses are the network's, and never pass here; an answer can fail as they do.
    public convenience init(scripted transport: ScriptedTransport, configuration: Configuration = Configuration()) {
        self.init(configuration: configuration, substitute: transport)
    }
}
