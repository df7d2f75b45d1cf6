internal import HTTPSemantics
internal import Synchronization

/// The connections of one client: how they are made, how many there may be, and who waits for one. The connections themselves
/// belong to the loops that the pool's transfers run on; they are closed when the pool is gone.
package final class ConnectionPool: Sendable {
    package let settings: ConnectionSettings
    private let queue: Mutex<HostQueue>
    private let loops: [EventLoop]

    package init(settings: ConnectionSettings) {
        var settings = settings
        settings.connectionsPerHost = max(1, settings.connectionsPerHost)
        settings.totalConnections = settings.totalConnections.map { max(1, $0) }
        loops = EventLoop.shared(atMost: settings.eventLoops)
        settings.eventLoops = loops.count
        self.settings = settings
        queue = Mutex(HostQueue(settings: settings))
    }

    deinit {
        for loop in loops where loop.isStarted { loop.submit(.drop(ObjectIdentifier(self))) }
    }

    /// Starts a transfer as soon as the limits allow it. From one of the pool's loops it runs on that loop.
    package func start(_ request: consuming TransferRequest) -> Transfer {
        let transfer = Transfer(request, pool: self)
        let current = loops.firstIndex { $0.isCurrent }
        if let index = queue.withLock({ $0.admit(transfer, current: current) }) {
            transfer.assign(to: loops[index])
            loops[index].submit(.start(transfer))
        }
        return transfer
    }

    // MARK: - For the loops

    /// Gives a running transfer's place up and answers the transfers that have it now, to be started on the same loop.
    func leave(_ transfer: Transfer, loop: EventLoop, connection: ConnectionState) -> [Transfer] {
        guard let index = loops.firstIndex(where: { $0 === loop }) else { return [] }
        return queue.withLock { $0.leave(transfer, loop: index, connection: connection) }
    }

    /// Whether the transfer's origin carries several exchanges on one connection; `nil` when it has not shown yet.
    func isMultiplexed(_ transfer: Transfer) -> Bool? { queue.withLock { $0.isMultiplexed(transfer) } }

    func overdue(_ now: Moment) -> [Transfer] { queue.withLock { $0.overdue(now) } }
}
