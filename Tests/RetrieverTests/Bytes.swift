/// Bytes that differ from place to place, so that a part at the wrong place shows.
func pattern(_ count: Int) -> [UInt8] {
    // Twice as long each time, and shifted by one: a byte at a time would take seconds without optimisation.
    var bytes: [UInt8] = [1]
    while bytes.count < count { bytes += [UInt8(truncatingIfNeeded: bytes.count)] + bytes }
    return Array(bytes.prefix(count))
}

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
