internal import CCurl
internal import HTTPSemantics

/// Transfers whose readers may have something to read. They are woken once each round, so that a head, content and an end
/// that come together cost the reader one wake-up.
final class ReadableTransfers {
    /// Unchecked: only these two functions touch it, and what they call does not come back here.
    @exclusivity(unchecked) private var transfers: [Transfer] = []

    func append(_ transfer: Transfer) {
        if unsafe transfers.last !== transfer { unsafe transfers.append(transfer) }
    }

    var isEmpty: Bool { unsafe transfers.isEmpty }

    func wakeAll() {
        guard !isEmpty else { return }
        for transfer in unsafe transfers { transfer.wakeReader() }
        unsafe transfers.removeAll(keepingCapacity: true)
    }
}

/// What the loop's thread owns and does.
final class LoopCore {
    private let multi: MultiHandle
    private let loop: EventLoop
    private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    private var pools: [ObjectIdentifier: PoolConnections] = [:]
    private let readable = ReadableTransfers()
    private let unread = UnreadBytes()
    private var nextCheck: Moment

    init(multi: MultiHandle, loop: EventLoop) {
        self.multi = multi
        self.loop = loop
        nextCheck = Moment.now
    }

    func run() -> Never {
        while true {
            carryOutInbox()
            multi.perform()
            while let (transfer, result) = multi.nextFinished() { finish(transfer, result) }
            unread.forget()
            checkTimes()
            readable.wakeAll()
            runTasks([])
            loop.publish(load: active.count)
            if readable.isEmpty, loop.mayFallAsleep() { multi.poll(milliseconds: pollTimeout) }
        }
    }

    /// A function of its own, so that nothing that came in is kept while the thread sleeps: a client could not go.
    private func carryOutInbox() {
        let inbox = loop.takeInbox()
        for command in inbox.commands { carryOut(command) }
        runTasks(inbox.jobs)
    }

    /// Runs tasks that prefer this thread, those that they and their transfers make ready, too, so that what they send leaves
    /// in one go.
    private func runTasks(_ jobs: [EventLoop.Job]) {
        for job in jobs { job.run() }
        for _ in 0..<Self.turnsOfTasks {
            let own = loop.takeOwn()
            if own.isEmpty { return }
            for command in own.commands { carryOut(command) }
            for job in own.jobs { job.run() }
        }
    }

    /// After so many turns the transfers have their turn again, however much the tasks have to do.
    private static let turnsOfTasks = 8

    private func carryOut(_ command: EventLoop.Command) {
        switch command {
        case .start(let transfer):
            start([transfer])
        case .cancel(let transfer):
            if let running = active[ObjectIdentifier(transfer)] { end(running, reusing: false) }
        case .resume(let transfer):
            active[ObjectIdentifier(transfer)]?.resume()
        case .drop(let pool):
            pools[pool] = nil
        }
    }

    /// Starts transfers, and instead of each that cannot run the next ones that wait for its place.
    private func start(_ transfers: [Transfer]) {
        var transfers = transfers
        var position = 0
        while position < transfers.count {
            let transfer = transfers[position]
            if !start(transfer) { transfers += transfer.pool.leave(transfer, loop: loop, connection: .unknown) }
            position += 1
        }
    }

    /// Whether the transfer runs now.
    private func start(_ transfer: Transfer) -> Bool {
        transfer.assign(to: loop)
        guard !transfer.hasEnded else {
            transfer.deliverMetricsOfWaiting(error: .cancelled)
            return false
        }
        do throws(TransferError) {
            let connections = try connections(of: transfer.pool)
            let handle = try connections.takeHandle()
            do throws(TransferError) {
                let running = ActiveTransfer(
                    transfer, handle: handle, connections: connections, readable: readable, now: Moment.now)
                try running.configure()
                guard multi.add(handle) else {
                    throw TransferError(code: .other, phase: nil, message: "libcurl did not take the transfer")
                }
                active[ObjectIdentifier(transfer)] = running
                return true
            } catch {
                connections.giveBack(nil, now: Moment.now)
                throw error
            }
        } catch {
            transfer.deliverMetricsOfWaiting(error: error)
            transfer.finish(.failure(error))
            readable.append(transfer)
            return false
        }
    }

    private func connections(of pool: ConnectionPool) throws(TransferError) -> PoolConnections {
        if let connections = pools[ObjectIdentifier(pool)] { return connections }
        let connections = try PoolConnections(settings: pool.settings, unread: unread)
        pools[ObjectIdentifier(pool)] = connections
        return connections
    }

    private func finish(_ running: ActiveTransfer, _ result: CURLcode) {
        let transfer = running.transfer
        let outcome = running.outcome(of: result)
        running.deliverMetrics(outcome)
        transfer.finish(outcome)
        readable.append(transfer)
        let connection = running.handle.isMultiplexed ? ConnectionState.multiplexed : result == CURLE_OK ? .idle : .unknown
        end(running, reusing: result == CURLE_OK && !running.sendsTrailers, connection: connection)
    }

    /// Takes a transfer out of the loop; a handle that went through an error is not used again.
    private func end(_ running: ActiveTransfer, reusing: Bool, connection: ConnectionState = .unknown) {
        let transfer = running.transfer
        running.deliverMetrics(.failure(.cancelled))
        active[ObjectIdentifier(transfer)] = nil
        multi.remove(running.handle)
        if reusing { running.release() }
        running.connections.giveBack(reusing ? running.handle : nil, now: Moment.now)
        start(transfer.pool.leave(transfer, loop: loop, connection: connection))
    }

    // MARK: - Time

    /// Stalls and total timeouts are looked for a few times a second: often enough, and nothing a request pays for.
    private static let checkInterval = Duration.milliseconds(100)

    /// How long to sleep when nothing comes.
    private var pollTimeout: CInt {
        if !active.isEmpty { return 100 }
        let now = Moment.now
        return CInt(pools.values.compactMap { $0.idleUntil.map { ($0 - now).milliseconds } }.min() ?? 3_600_000)
    }

    private func checkTimes() {
        let now = Moment.now
        guard now >= nextCheck else { return }
        nextCheck = now + Self.checkInterval  // after a longer sleep there is more to do at once
        for running in active.values {
            running.readLog()
            guard running.isOverdue(now) else { continue }
            let outcome = Result<Void, TransferError>.failure(running.timeout())
            running.deliverMetrics(outcome)
            running.transfer.finish(outcome)
            readable.append(running.transfer)
            end(running, reusing: false)
        }
        var seen: Set<ObjectIdentifier> = []
        for pool in active.values.map(\.transfer.pool) where seen.insert(ObjectIdentifier(pool)).inserted {
            for transfer in pool.overdue(now) {
                let error = transfer.timeoutInQueue(now)
                transfer.deliverMetricsOfWaiting(error: error)
                transfer.finish(.failure(error))
                readable.append(transfer)
            }
        }
        pools = pools.filter { $0.value.idleUntil.map { $0 > now } ?? true }
    }
}
