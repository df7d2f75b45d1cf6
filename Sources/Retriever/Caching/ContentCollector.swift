internal import Synchronization

/// Collects the content of one response for the cache, in memory while it is small, in a file when it is not and there is one.
final class ContentCollector: Sendable {
    /// There is more than is stored, or no place for it.
    private struct Excess: Error {}

    private enum Collected {
        case memory([UInt8])
        case file(ContentSpool)
        /// Too large, or broken off.
        case nothing
    }

    private let destination: CacheDestination
    private let collected = Mutex(Collected.memory([]))
    /// As many bytes are kept in memory.
    private let memoryLimit: Int
    /// As many bytes are stored at all.
    private let limit: Int
    /// How many bytes there will be, if that is known.
    private let expected: Int?
    /// - Parameter destination: Gets the whole, or is told that there will be none, once.
    init(_ destination: CacheDestination) {
        self.destination = destination
        memoryLimit = destination.cache.options.memoryEntryLimit
        limit = destination.cache.entryLimit
        expected = destination.stored.expectedCount
    }

    /// Whether there is known to be so little that waiting for it costs less than another connection.
    var isShort: Bool { expected.map { $0 <= 64 * 1024 } ?? false }

    /// Whether the content may be read faster than somebody takes it: while it is kept in memory anyway.
    var mayReadAhead: Bool {
        guard expected ?? 0 <= memoryLimit else { return false }
        return collected.withLock { if case .memory = $0 { true } else { false } }
    }

    /// Adds what has come.
    func add(_ chunk: [UInt8]) async {
        guard let spool = addToMemory(chunk) else { return }
        do {
            guard spool.size + chunk.count <= limit else { return giveUp(Excess()) }
            try await spool.write(chunk)
        } catch {
            giveUp(error)
        }
    }

    /// Keeps a chunk in memory if that is where it goes, else says in which file.
    private func addToMemory(_ chunk: [UInt8]) -> ContentSpool? {
        let (spool, isOver) = collected.withLock { collected -> (ContentSpool?, Bool) in
            switch collected {
            case .nothing: return (nil, false)
            case .file(let spool): return (spool, false)
            case .memory(let bytes) where bytes.isEmpty && chunk.count <= memoryLimit:
                collected = .memory(chunk)
                return (nil, false)
            case .memory(var bytes):
                collected = .nothing  // or the bytes would be copied
                if bytes.count + chunk.count <= memoryLimit {
                    bytes += chunk
                    collected = .memory(bytes)
                    return (nil, false)
                }
                guard bytes.count + chunk.count <= limit, let spool = destination.makeSpool() else { return (nil, true) }
                spool.begin(with: bytes)
                collected = .file(spool)
                return (spool, false)
            }
        }
        if isOver { destination.lose(Excess()) }
        return spool
    }

    /// Adds the rest.
    func finish(with rest: [UInt8]) async {
        let isAll = collected.withLock { collected in
            guard case .memory(let bytes) = collected, bytes.isEmpty, rest.count <= memoryLimit else { return false }
            collected = .nothing
            return true
        }
        if isAll { return await destination.store(.bytes(rest)) }
        await add(rest)
        await finish()
    }

    /// Says that this was all.
    func finish() async {
        let whole = take()
        switch whole {
        case .nothing: break
        case .memory(let bytes): await destination.store(.bytes(bytes))
        case .file(let spool):
            do { await destination.store(.file(try await spool.finish())) } catch { destination.lose(error) }
        }
    }

    /// Says that there will be no more; what has come is thrown away.
    func giveUp(_ error: (any Error)? = nil) {
        if case .nothing = take() { return }
        destination.lose(error)
    }

    private func take() -> Collected {
        collected.withLock { collected in
            defer { collected = .nothing }
            return collected
        }
    }
}
