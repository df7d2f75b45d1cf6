import Glibc
import Synchronization

/// The other end of one connection, and since when its next request has been awaited.
final class Peer: Sendable {
    let descriptor: Int32
    let address: String
    private let awaitedSince: Atomic<UInt64>

    /// A connection that was opened at `tick`.
    init(descriptor: Int32, tick: UInt64) {
        self.descriptor = descriptor
        address = Self.numericAddress(of: descriptor)
        awaitedSince = Atomic(tick)
    }

    /// The whole request is here: from now on only we can be slow.
    func requestArrived() { awaitedSince.store(.max, ordering: .relaxed) }

    /// The answer is out: the next request is awaited from `tick` on.
    func answerSent(tick: UInt64) { awaitedSince.store(tick, ordering: .relaxed) }

    /// Whether the request has been awaited since before `tick`.
    func isLate(at tick: UInt64) -> Bool { awaitedSince.load(ordering: .relaxed) < tick }

    /// Ends both directions; the server's thread then sees the end of the stream and closes. Call only while the descriptor is
    /// known to be open.
    func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func numericAddress(of descriptor: Int32) -> String {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &address) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                guard unsafe getpeername(descriptor, pointer, &size) == 0,
                    unsafe getnameinfo(pointer, size, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0
                else { return "" }
                return String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
    }
}
