internal import HTTPSemantics

/// What is known of a connection after a transfer.
enum ConnectionState {
    /// Nothing: there was none, or it broke.
    case unknown
    /// It can carry the next transfer.
    case idle
    /// It carries several transfers at once.
    case multiplexed
}

/// Decides which transfers of a pool may run, and on which loop: so many at once to an origin on HTTP/1.1, where each needs a
/// connection of its own; as many as come once an origin has shown that it multiplexes (HTTP/2).
///
/// libcurl can limit connections too, but only for all clients of a loop alike, and it counts waiting as connecting.
struct HostQueue {
    /// One loop's connections to an origin.
    private struct Share {
        var running = 0
        /// Connections that ought to be open for the next transfer. Those that the server has closed meanwhile count, too, until
        /// they are asked for.
        var idle = 0
    }

    /// In a class, so that a change does not copy the transfers that wait.
    private final class Host {
        /// Any URL of the host.
        let url: WebURL
        var shares: [Share]
        var running = 0
        /// `nil` when it has not shown yet.
        var isMultiplexed: Bool?
        var waiting = WaitingTransfers()

        init(_ url: WebURL, loops: Int) {
            self.url = url
            shares = Array(repeating: Share(), count: loops)
        }
    }

    private let settings: ConnectionSettings
    private var hosts: [WebURL.Origin: Host] = [:]
    /// The host that was asked for last; often it is the next one, too.
    private var recent: Host?
    private var running = 0
    private var waitingCount = 0
    private var nextLoop = 0
    /// With so many hosts those that nobody uses are forgotten.
    private var hostLimit = 1024

    init(settings: ConnectionSettings) { self.settings = settings }

    /// The loop on which the transfer may start now, `current` if nothing speaks against it; `nil` when it has to wait.
    mutating func admit(_ transfer: Transfer, current: Int?) -> Int? {
        let host = host(transfer)
        guard mayStart(host) else {
            host.waiting.append(transfer)
            waitingCount += 1
            return nil
        }
        return start(on: host, current: current)
    }

    /// Takes a running transfer out and answers those that may start instead, each on the same loop.
    mutating func leave(_ transfer: Transfer, loop: Int, connection: ConnectionState) -> [Transfer] {
        let host = host(transfer)
        if connection != .unknown { host.isMultiplexed = connection == .multiplexed }
        host.running -= 1
        host.shares[loop].running -= 1
        running -= 1
        if connection == .idle { host.shares[loop].idle += 1 }
        guard waitingCount > 0 else { return [] }
        var started = startWaiting(host, on: loop)
        // The limit for all hosts may have held others back.
        if settings.totalConnections != nil {
            for other in hosts.values where other !== host { started += startWaiting(other, on: loop) }
        }
        return started
    }

    private mutating func startWaiting(_ host: Host, on loop: Int) -> [Transfer] {
        var started: [Transfer] = []
        while mayStart(host), let next = host.waiting.next() {
            waitingCount -= 1
            guard !next.hasEnded else { continue }
            _ = start(on: host, current: loop)
            started.append(next)
        }
        return started
    }

    private func mayStart(_ host: Host) -> Bool {
        (host.isMultiplexed ?? false || host.running < settings.connectionsPerHost)
            && running < settings.totalConnections ?? .max
    }

    private mutating func start(on host: Host, current: Int?) -> Int {
        let loop = current ?? choose(for: host)
        host.running += 1
        host.shares[loop].running += 1
        if host.shares[loop].idle > 0 { host.shares[loop].idle -= 1 }
        running += 1
        return loop
    }

    /// The loop with an idle connection, else the one that carries least of this origin, in turns.
    private mutating func choose(for host: Host) -> Int {
        guard host.shares.count > 1 else { return 0 }
        nextLoop = (nextLoop + 1) % host.shares.count
        return host.shares.indices.map { ($0 + nextLoop) % host.shares.count }
            .min { left, right in
                let (left, right) = (host.shares[left], host.shares[right])
                return left.running != right.running ? left.running < right.running : left.idle > right.idle
            } ?? 0
    }

    private mutating func host(_ transfer: Transfer) -> Host {
        if let recent, recent.url.hasSameOrigin(as: transfer.request.request.url) { return recent }
        let host = host(transfer.request.request.url)
        recent = host
        return host
    }

    private mutating func host(_ url: WebURL) -> Host {
        let origin = url.origin
        if let host = hosts[origin] { return host }
        if hosts.count >= hostLimit {
            hosts = hosts.filter { $0.value.running > 0 || !$0.value.waiting.isEmpty }
            hostLimit = max(hostLimit, hosts.count * 2)
        }
        let host = Host(url, loops: max(1, settings.eventLoops))
        hosts[origin] = host
        return host
    }

    /// Whether the transfer's origin carries several exchanges on one connection; `nil` when it has not shown yet.
    mutating func isMultiplexed(_ transfer: Transfer) -> Bool? { host(transfer).isMultiplexed }

    /// The waiting transfers whose time is over. They are to be ended; they leave the queue at their turn.
    func overdue(_ now: Moment) -> [Transfer] {
        guard waitingCount > 0 else { return [] }
        return hosts.values.flatMap { $0.waiting.filter { $0.isOverdueInQueue(now) } }
    }
}

/// Transfers in the order in which they are to start: by priority, then as they came. One that ended while it waited stays
/// until its turn, and is then passed over by whoever takes it.
struct WaitingTransfers: Sequence {
    /// Those before `first` have left.
    private struct Line {
        var transfers: [Transfer] = []
        var first = 0
    }

    private var lines = [Line](repeating: Line(), count: TransferPriority.allCases.count)

    var isEmpty: Bool { lines.allSatisfy { $0.first == $0.transfers.count } }

    mutating func append(_ transfer: Transfer) {
        lines[transfer.request.options.priority.rawValue].transfers.append(transfer)
    }

    /// Takes the next one out.
    mutating func next() -> Transfer? {
        guard let index = lines.firstIndex(where: { $0.first < $0.transfers.count }) else { return nil }
        let transfer = lines[index].transfers[lines[index].first]
        lines[index].first += 1
        if lines[index].first * 2 > lines[index].transfers.count {
            lines[index].transfers.removeFirst(lines[index].first)
            lines[index].first = 0
        }
        return transfer
    }

    func makeIterator() -> some IteratorProtocol<Transfer> {
        lines.lazy.flatMap { $0.transfers[$0.first...] }.makeIterator()
    }
}
