internal import HTTPSemantics

/// Decides which transfers may run: so many at once to an origin on HTTP/1.1, where each needs a connection of its own; as many
/// as come once an origin has shown that it multiplexes (HTTP/2).
///
/// libcurl can limit connections too, but only for all clients of a loop alike, and it counts waiting as connecting.
struct HostQueue {
    private struct Key: Hashable {
        let pool: Int
        let origin: WebURL.Origin

        init(_ transfer: Transfer) {
            pool = transfer.request.options.pool
            origin = transfer.request.request.url.origin
        }
    }

    /// In a class, so that a change does not copy the transfers that wait.
    private final class Host {
        var running = 0
        var isMultiplexed = false
        /// Those before `first` have left. One that ended while it waited stays until its turn, and is then passed over.
        var waiting: [Transfer] = []
        var first = 0

        var next: Transfer? {
            guard first < waiting.count else { return nil }
            defer {
                first += 1
                if first * 2 > waiting.count {
                    waiting.removeFirst(first)
                    first = 0
                }
            }
            return waiting[first]
        }
    }

    private var hosts: [Key: Host] = [:]
    private var waitingCount = 0

    var isEmpty: Bool { waitingCount == 0 }

    private mutating func host(_ key: Key) -> Host {
        if let host = hosts[key] { return host }
        let host = Host()
        hosts[key] = host
        return host
    }

    /// Whether the transfer may start now; otherwise it waits.
    mutating func admit(_ transfer: Transfer) -> Bool {
        let host = host(Key(transfer))
        if host.isMultiplexed || host.running < transfer.request.options.connectionsPerHost {
            host.running += 1
            return true
        }
        waitingCount += 1
        host.waiting.append(transfer)
        return false
    }

    /// Takes a running transfer out and answers those that may start instead.
    mutating func leave(_ transfer: Transfer) -> [Transfer] {
        let key = Key(transfer)
        guard let host = hosts[key] else { return [] }
        host.running -= 1
        var started: [Transfer] = []
        while host.isMultiplexed || host.running < transfer.request.options.connectionsPerHost, let next = host.next {
            waitingCount -= 1
            guard !next.hasEnded else { continue }
            started.append(next)
            host.running += 1
        }
        if host.running == 0, !host.isMultiplexed { hosts[key] = nil }
        return started
    }

    /// Remembers whether the transfer's origin carries several exchanges on one connection.
    func note(isMultiplexed: Bool, for transfer: Transfer) { hosts[Key(transfer)]?.isMultiplexed = isMultiplexed }

    /// The waiting transfers whose total time is over. They are to be ended; they leave the queue at their turn.
    func overdue(_ now: ContinuousClock.Instant) -> [Transfer] {
        guard waitingCount > 0 else { return [] }
        return hosts.values.flatMap { host in
            host.waiting[host.first...].filter { ($0.request.options.deadline.map { $0 <= now } ?? false) && !$0.hasEnded }
        }
    }
}
