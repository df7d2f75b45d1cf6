/// Bytes that differ from place to place, so that a part at the wrong place shows.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

extension AsyncStream<[UInt8]> {
    /// Bytes in chunks of a size.
    init(bytes: [UInt8], chunkSize: Int = 1 << 20) {
        self.init { continuation in
            for start in stride(from: 0, to: bytes.count, by: chunkSize) {
                continuation.yield(Array(bytes[start..<Swift.min(start + chunkSize, bytes.count)]))
            }
            continuation.finish()
        }
    }
}
