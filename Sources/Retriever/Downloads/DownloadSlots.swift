internal import HTTPSemantics
internal import Synchronization

/// Says how many connections all downloads of a client have to a server together.
///
/// Each download is entitled to one. What is left serves their further segments, which give way when a download has none.
final class DownloadSlots: Sendable {
    /// The permission to have a connection. Given back with the last reference.
    final class Lease: Sendable {
        private let slots: DownloadSlots
        private let origin: WebURL.Origin

        fileprivate init(_ slots: DownloadSlots, _ origin: WebURL.Origin) {
            self.slots = slots
            self.origin = origin
        }

        deinit { slots.giveBack(origin) }

        /// Whether a download without any connection waits for one.
        var isWanted: Bool { slots.hosts.withLock { $0[origin]?.waiting.contains(where: \.isFirst) ?? false } }
    }

    private struct Waiter {
        let id: Int
        let isFirst: Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Host {
        var used = 0
        var waiting: [Waiter] = []
    }

    private let limit: Int
    private let hosts = Mutex<[WebURL.Origin: Host]>([:])
    private let lastID = Atomic(0)

    init(limit: Int) { self.limit = max(1, limit) }

    /// Waits for a connection to an origin.
    ///
    /// - Parameter isFirst: Whether the download has none yet; it is served before others then.
    /// - Throws: `CancellationError`.
    func lease(_ origin: WebURL.Origin, isFirst: Bool) async throws -> Lease {
        let id = lastID.add(1, ordering: .relaxed).newValue
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = hosts.withLock { hosts in
                    if Task.isCancelled { return false }
                    if hosts[origin, default: Host()].used < limit {
                        hosts[origin, default: Host()].used += 1
                        return true
                    }
                    hosts[origin]?.waiting.append(Waiter(id: id, isFirst: isFirst, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = hosts.withLock { hosts -> Waiter? in
                guard let index = hosts[origin]?.waiting.firstIndex(where: { $0.id == id }) else { return nil }
                return hosts[origin]?.waiting.remove(at: index)
            }
            waiter?.continuation.resume(returning: false)
        }
        guard isGranted else { throw CancellationError() }
        return Lease(self, origin)
    }

    /// Hands the connection to who waits for one, or counts it as free.
    private func giveBack(_ origin: WebURL.Origin) {
        let next = hosts.withLock { hosts -> Waiter? in
            guard let waiting = hosts[origin]?.waiting, !waiting.isEmpty else {
                hosts[origin]?.used -= 1
                if hosts[origin]?.used == 0 { hosts[origin] = nil }
                return nil
            }
            return hosts[origin]?.waiting.remove(at: waiting.firstIndex(where: \.isFirst) ?? 0)
        }
        next?.continuation.resume(returning: true)
    }
}
