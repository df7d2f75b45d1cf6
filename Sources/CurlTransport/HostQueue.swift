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

    private struct Host {
        var running = 0
        var isMultiplexed = false
        var waiting: [Waiting] = []
    }

    private struct Waiting {
        let transfer: Transfer
        let deadline: ContinuousClock.Instant?
    }

    private var hosts: [Key: Host] = [:]
    private var waitingCount = 0

    var isEmpty: Bool { waitingCount == 0 }

    /// Whether the transfer may start now; otherwise it waits.
    mutating func admit(_ transfer: Transfer) -> Bool {
        let options = transfer.request.options
        let key = Key(transfer)
        let host = hosts[key] ?? Host()
        if host.isMultiplexed || host.running < options.connectionsPerHost {
            hosts[key, default: Host()].running += 1
            return true
        }
        waitingCount += 1
        hosts[key, default: Host()].waiting.append(
            Waiting(transfer: transfer, deadline: options.totalTimeout.map { ContinuousClock.now + $0 }))
        return false
    }

    /// Takes a running transfer out and answers those that may start instead.
    mutating func leave(_ transfer: Transfer) -> [Transfer] {
        let key = Key(transfer)
        guard var host = hosts[key] else { return [] }
        host.running -= 1
        var next: [Transfer] = []
        while !host.waiting.isEmpty, host.isMultiplexed || host.running < transfer.request.options.connectionsPerHost {
            next.append(host.waiting.removeFirst().transfer)
            host.running += 1
            waitingCount -= 1
        }
        hosts[key] = host.running == 0 && !host.isMultiplexed ? nil : host
        return next
    }

    /// Remembers whether the transfer's origin carries several exchanges on one connection.
    mutating func note(isMultiplexed: Bool, for transfer: Transfer) { hosts[Key(transfer)]?.isMultiplexed = isMultiplexed }

    /// Takes a transfer out that does not run.
    mutating func remove(_ transfer: Transfer) { remove(from: Key(transfer)) { $0.transfer === transfer } }

    /// Takes out the waiting transfers whose total time is over.
    mutating func removeOverdue(_ now: ContinuousClock.Instant) -> [Transfer] {
        guard waitingCount > 0 else { return [] }
        return hosts.keys.flatMap { key in
            remove(from: key) { $0.deadline.map { $0 <= now } ?? false }
        }
    }

    @discardableResult
    private mutating func remove(from key: Key, where condition: (Waiting) -> Bool) -> [Transfer] {
        let removed = hosts[key]?.waiting.filter(condition).map(\.transfer) ?? []
        hosts[key]?.waiting.removeAll(where: condition)
        waitingCount -= removed.count
        return removed
    }
}
