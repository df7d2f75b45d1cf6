import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// An HTTP/1.1 server: libmicrohttpd's threads, this package's routes and limits.
///
/// It starts listening when it is made. Stop it with ``stop(gracePeriod:)``; a server that is only forgotten keeps running.
package final class Server: Sendable {
    let configuration: ServerConfiguration
    let router: Router
    let present: @Sendable (Refusal) -> ServerResponse
    let peers: PeerRegistry
    let activeExchanges = Atomic<Int>(0)
    let isStopping = Atomic<Bool>(false)
    let daemon: Daemon

    /// The host as it was configured.
    package var host: String { configuration.host }
    /// The port the server listens on.
    package let port: UInt16
    /// `host:port`, an IPv6 address in brackets.
    package var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Starts to listen and to answer.
    ///
    /// - Parameter present: Makes the response of the server's own refusals: 404, 405, 413, 414, 431.
    /// - Throws: `ServerError` when the address cannot be had.
    package init(
        _ configuration: ServerConfiguration, router: Router,
        presenting present: @escaping @Sendable (Refusal) -> ServerResponse = { $0.plainResponse }
    ) throws(ServerError) {
        self.configuration = configuration
        self.router = router
        self.present = present
        peers = PeerRegistry(timeout: configuration.requestTimeout)
        let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
        port = socket.port
        daemon = Daemon()
        try daemon.start(on: socket, for: self)
    }

    /// Stops listening, lets the requests that have arrived finish, then closes every connection.
    ///
    /// - Parameter gracePeriod: How long to wait for requests that have arrived.
    package func stop(gracePeriod: Duration = .seconds(10)) async {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        daemon.stopListening()
        let deadline = ContinuousClock.now + gracePeriod
        while activeExchanges.load(ordering: .sequentiallyConsistent) > 0, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(5))
        }
        // A connection that has been woken counts as suspended for a moment longer, though its exchange may be over.
        while !daemon.refuseSuspension(), ContinuousClock.now < deadline { try? await Task.sleep(for: .milliseconds(5)) }
        // The library aborts when it is stopped with a suspended connection; a handler that outlasts the grace period keeps its
        // thread until the process ends.
        guard daemon.refuseSuspension() else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [daemon] in
                daemon.stop()
                continuation.resume()
            }
        }
    }

    /// Answers an exchange whose handler runs in a task.
    ///
    /// - Returns: Whether the connection may go on; no when the server is about to stop.
    func answerLater(
        _ exchange: Exchange, on connection: ConnectionHandle, with response: @escaping @Sendable () async -> ServerResponse?
    ) -> Bool {
        exchange.isSuspended = true
        guard daemon.suspend(connection) else { return false }
        Task { [daemon] in
            let response = await response()
            exchange.response.withLock { $0 = response }
            daemon.resume(connection)
        }
        return true
    }
}
