@unsafe @preconcurrency import Dispatch  // its sources may be used from any thread; their protocols do not say so
import Synchronization

/// The open connections, so that late ones can be cut.
///
/// Time is counted in ticks of a sixteenth of the timeout: a request costs no clock call.
final class PeerRegistry: Sendable {
    private static let ticksPerTimeout: UInt64 = 16
    private let peers = Mutex<[ObjectIdentifier: Peer]>([:])
    private let ticks = Atomic<UInt64>(PeerRegistry.ticksPerTimeout)
    private let timer: any DispatchSourceTimer

    init(timeout: Duration) {
        let (seconds, attoseconds) = timeout.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        let interval = DispatchTimeInterval.nanoseconds(max(nanoseconds / Int(Self.ticksPerTimeout), 1_000_000))
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "retriever.server.peers"))
        timer.schedule(deadline: .now() + interval, repeating: interval, leeway: interval)
        timer.setEventHandler { [weak self] in self?.advance() }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Now.
    var tick: UInt64 { ticks.load(ordering: .relaxed) }

    func add(_ peer: Peer) { peers.withLock { $0[ObjectIdentifier(peer)] = peer } }

    /// Must happen before the descriptor is closed, or a stranger's connection could be cut.
    func remove(_ peer: Peer) { _ = peers.withLock { $0.removeValue(forKey: ObjectIdentifier(peer)) } }

    private func advance() {
        let now = ticks.wrappingAdd(1, ordering: .relaxed).newValue
        peers.withLock { peers in
            for peer in peers.values where peer.isLate(at: now - Self.ticksPerTimeout) { peer.cut() }
        }
    }
}
