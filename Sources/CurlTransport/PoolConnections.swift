internal import CCurl

/// The connections of one pool on one loop, with the handles that use them. Lives on the loop's thread.
///
/// libcurl keeps connections, TLS sessions and resolved names in a share object here instead of in the loop's multi handle: pools
/// do not use each other's, and giving the share up closes them.
@safe final class PoolConnections {
    private let settings: ConnectionSettings
    /// What is left in connections that are closed. Lent to libcurl for as long as the share has connections.
    let unread: UnreadBytes
    private let share: UnsafeMutableRawPointer
    /// Connections whose server the client's own check does not trust. Their ends may be those of a newer connection later.
    private var distrusted: Set<ConnectionName> = []
    /// How servers have announced the end of connections; asked for as soon as the connection has ended.
    private var goAways: [ConnectionName: ActiveTransfer.GoAway] = [:]
    private static let goAwayLimit = 100
    /// Handles that ended and can be used again.
    private var idleHandles: [EasyHandle] = []
    private static let idleHandleLimit = 256

    private(set) var running = 0
    /// When the connections have been idle for as long as they may; `nil` while one is used.
    private(set) var idleUntil: Moment?

    init(settings: ConnectionSettings, unread: UnreadBytes) throws(TransferError) {
        guard let share = unsafe curl_share_init() else {
            throw TransferError(code: .other, phase: nil, message: "libcurl could not make room for connections")
        }
        self.settings = settings
        self.unread = unread
        unsafe self.share = share
        for data in [CURL_LOCK_DATA_CONNECT, CURL_LOCK_DATA_SSL_SESSION, CURL_LOCK_DATA_DNS] {
            // One thread uses the share, so it has no locks.
            guard unsafe ccurl_share_setopt_data(share, data) == CURLSHE_OK else {
                throw TransferError(code: .unsupported, phase: nil, message: "the installed libcurl cannot share connections")
            }
        }
    }

    deinit {
        idleHandles = []
        unsafe curl_share_cleanup(share)
    }

    /// Remembers how a server has announced the end of a connection.
    func remember(_ connection: ConnectionName, _ goAway: ActiveTransfer.GoAway) {
        if goAways.count >= Self.goAwayLimit { goAways = [:] }
        goAways[connection] = goAway
    }

    func goAway(of connection: ConnectionName) -> ActiveTransfer.GoAway? { goAways[connection] }

    /// Remembers what the client's own check says.
    func remember(_ connection: ConnectionName, isTrusted: Bool) {
        if isTrusted { distrusted.remove(connection) } else { distrusted.insert(connection) }
    }

    func isTrusted(_ connection: ConnectionName) -> Bool { !distrusted.contains(connection) }

    /// A handle for the next transfer.
    func takeHandle() throws(TransferError) -> EasyHandle {
        let handle =
            if let idle = idleHandles.popLast() { idle } else {
                try unsafe EasyHandle(settings: settings, share: share, unread: unread)
            }
        running += 1
        idleUntil = nil
        return handle
    }

    /// Takes a handle back; one that went through an error is not used again.
    func giveBack(_ handle: EasyHandle?, now: Moment) {
        running -= 1
        if running == 0 { idleUntil = now + settings.idleLifetime }
        if let handle, idleHandles.count < Self.idleHandleLimit { idleHandles.append(handle) }
    }
}
