internal import CCurl
internal import HTTPSemantics

/// Transfers whose readers may have something to read. They are woken once each round, so that a head, content and an end
/// that come together cost the reader one wake-up.
final class ReadableTransfers {
    private var transfers: [Transfer] = []

    func append(_ transfer: Transfer) {
        if transfers.last !== transfer { transfers.append(transfer) }
    }

    func wakeAll() {
        for transfer in transfers { transfer.wakeReader() }
        transfers.removeAll(keepingCapacity: true)
    }
}

/// What the loop's thread owns and does.
final class LoopCore {
    private let multi: MultiHandle
    private let loop: EventLoop
    private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    private var queue = HostQueue()
    /// Handles that ended and can be used again, by the TLS settings they were made with.
    private var idleHandles: [TLSSettings: [EasyHandle]] = [:]
    private let readable = ReadableTransfers()
    private let clock = ContinuousClock()
    private var nextCheck: ContinuousClock.Instant

    private static let idleHandleLimit = 256

    init(multi: MultiHandle, loop: EventLoop) {
        self.multi = multi
        self.loop = loop
        nextCheck = clock.now
    }

    func run() -> Never {
        while true {
            for command in loop.takeCommands() { carryOut(command) }
            multi.perform()
            while let (transfer, result) = multi.nextFinished() { finish(transfer, result) }
            checkTimeouts()
            readable.wakeAll()
            if loop.mayFallAsleep() { multi.poll(milliseconds: pollTimeout) }
        }
    }

    private func carryOut(_ command: EventLoop.Command) {
        switch command {
        case .start(let transfer):
            if queue.admit(transfer) { start([transfer]) }
        case .cancel(let transfer):
            // One that waits for a connection is passed over when its turn comes.
            if let running = active[ObjectIdentifier(transfer)] { end(running, reusing: false) }
        case .resume(let transfer):
            active[ObjectIdentifier(transfer)]?.resume()
        }
    }

    /// Starts transfers, and instead of each that cannot run the next ones that wait for its place.
    private func start(_ transfers: [Transfer]) {
        var transfers = transfers
        var position = 0
        while position < transfers.count {
            if !start(transfers[position]) { transfers += queue.leave(transfers[position]) }
            position += 1
        }
    }

    /// Whether the transfer runs now.
    private func start(_ transfer: Transfer) -> Bool {
        guard !transfer.hasEnded else { return false }
        do throws(TransferError) {
            let tls = transfer.request.options.tls
            let handle = try idleHandle(for: tls)
            let running = ActiveTransfer(transfer, handle: handle, readable: readable, now: clock.now)
            try running.configure()
            guard multi.add(handle) else {
                throw TransferError(code: .other, phase: nil, message: "libcurl did not take the transfer")
            }
            active[ObjectIdentifier(transfer)] = running
            return true
        } catch {
            transfer.finish(.failure(error))
            readable.append(transfer)
            return false
        }
    }

    private func idleHandle(for tls: TLSSettings) throws(TransferError) -> EasyHandle {
        if let handle = idleHandles[tls]?.popLast() { return handle }
        return try EasyHandle(tls: tls)
    }

    private func finish(_ running: ActiveTransfer, _ result: CURLcode) {
        running.transfer.finish(running.outcome(of: result))
        readable.append(running.transfer)
        queue.note(isMultiplexed: running.handle.isMultiplexed, for: running.transfer)
        end(running, reusing: result == CURLE_OK)
    }

    /// Takes a transfer out of the loop; a handle that went through an error is not used again.
    private func end(_ running: ActiveTransfer, reusing: Bool) {
        active[ObjectIdentifier(running.transfer)] = nil
        multi.remove(running.handle)
        let tls = running.transfer.request.options.tls
        if reusing, idleHandles[tls, default: []].count < Self.idleHandleLimit {
            running.release()
            idleHandles[tls, default: []].append(running.handle)
        }
        start(queue.leave(running.transfer))
    }

    // MARK: - Time

    /// Stalls and total timeouts are looked for a few times a second: often enough, and nothing a request pays for.
    private static let checkInterval = Duration.milliseconds(100)

    private var pollTimeout: CInt { active.isEmpty && queue.isEmpty ? 3_600_000 : 100 }

    private func checkTimeouts() {
        let now = clock.now
        guard now >= nextCheck else { return }
        nextCheck = now + Self.checkInterval
        for running in active.values where running.isOverdue(now) {
            running.transfer.finish(.failure(running.timeout()))
            readable.append(running.transfer)
            end(running, reusing: false)
        }
        for transfer in queue.overdue(now) {
            let host = transfer.request.request.url.authority
            let message = "timed out while \(TransferError.Phase.waitingForConnection.rawValue) (\(host))"
            transfer.finish(.failure(TransferError(code: .timedOut, phase: .waitingForConnection, message: message)))
            readable.append(transfer)
        }
    }
}
