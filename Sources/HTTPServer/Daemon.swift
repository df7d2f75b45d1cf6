import CMicroHTTPD
import Glibc
import Synchronization

/// A connection of the library, alive from the handler's call until the exchange is complete.
@safe struct ConnectionHandle: @unchecked Sendable {  // only suspend and resume, which are thread-safe, cross threads
    let raw: OpaquePointer
}

/// The library's daemon: started once, stopped once.
///
/// Invariant behind `@unchecked`: `raw` and `callbacks` are set by `start`, before any other thread knows the daemon, and taken
/// away by `stop`, after which nobody calls.
@safe final class Daemon: @unchecked Sendable {
    private var raw: OpaquePointer?
    private var callbacks: UnsafeMutablePointer<cmhd_callbacks>?
    private var listeningSocket: Int32?
    private let suspended = Atomic<Int>(0)
    private let isRefusing = Atomic<Bool>(false)

    /// The callbacks borrow `server` until `stop`, so it is kept alive by a retain that `stop` releases.
    func start(on socket: ListeningSocket, for server: Server) throws(ServerError) {
        let configuration = server.configuration
        let owner = unsafe Unmanaged.passRetained(server)
        let callbacks = UnsafeMutablePointer<cmhd_callbacks>.allocate(capacity: 1)
        unsafe callbacks.initialize(
            to: cmhd_callbacks(
                owner: owner.toOpaque(), open: openExchange, handle: handleExchange, complete: completeExchange,
                watch: watchConnection))
        let settings = cmhd_settings(
            socket: socket.descriptor, threads: UInt32(clamping: configuration.threads),
            connection_limit: UInt32(clamping: DescriptorLimit.connections(atMost: configuration.maximumConnections)),
            idle_seconds: UInt32(clamping: max(1, configuration.idleTimeout.components.seconds)),
            // Twice the head: the library keeps the parsed head and the read and write buffers in one pool.
            connection_memory: 2 * configuration.maximumHeadSize + configuration.maximumTargetSize)
        guard let raw = unsafe cmhd_start(settings, callbacks) else {
            unsafe callbacks.deallocate()
            unsafe owner.release()
            close(socket.descriptor)
            throw ServerError(code: .outOfResources, message: "Cannot start the server's threads")
        }
        unsafe self.raw = raw
        unsafe self.callbacks = callbacks
    }

    /// No new connections from now on.
    func stopListening() {
        guard let raw = unsafe raw, listeningSocket == nil else { return }
        listeningSocket = unsafe MHD_quiesce_daemon(raw)
    }

    /// Closes every connection and joins the threads. No connection may be suspended.
    func stop() {
        guard let raw = unsafe raw, let callbacks = unsafe callbacks else { return }
        unsafe self.raw = nil
        unsafe self.callbacks = nil
        unsafe MHD_stop_daemon(raw)
        if let listeningSocket { close(listeningSocket) }
        unsafe Unmanaged<Server>.fromOpaque(callbacks.pointee.owner).release()
        unsafe callbacks.deallocate()
    }

    /// Lets a connection rest.
    ///
    /// - Returns: Whether it may; no once the daemon is about to stop.
    func suspend(_ connection: ConnectionHandle) -> Bool {
        // Counted before the question, as `refuseSuspension` asks before it counts: one of the two sees the other.
        suspended.wrappingAdd(1, ordering: .sequentiallyConsistent)
        guard !isRefusing.load(ordering: .sequentiallyConsistent) else {
            suspended.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            return false
        }
        unsafe MHD_suspend_connection(connection.raw)
        return true
    }

    /// Lets no connection rest any more.
    ///
    /// - Returns: Whether none does, so that the daemon can be stopped.
    func refuseSuspension() -> Bool {
        isRefusing.store(true, ordering: .sequentiallyConsistent)
        return suspended.load(ordering: .sequentiallyConsistent) == 0
    }

    func resume(_ connection: ConnectionHandle) {
        unsafe MHD_resume_connection(connection.raw)
        suspended.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    }
}
