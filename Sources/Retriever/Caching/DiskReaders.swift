internal import Databases
internal import Synchronization

/// Idle connections that read. Each thread takes one, so that no reader waits for another or for the writer.
final class DiskReaders: Sendable {
    /// Invariant behind `@unchecked`: used by whoever has taken it out, until it is put back.
    private final class Reader: @unchecked Sendable {
        let database: DiskDatabase
        let generation: Int

        init(path: String, generation: Int) throws(DatabaseError) {
            database = try DiskDatabase(path: path, isWriter: false)
            self.generation = generation
        }
    }

    private struct State {
        var idle: [Reader] = []
        /// Connections of an earlier one are to a file that is gone.
        var generation = 0
    }

    private static let maximumIdle = 8
    private let folder: DiskFolder
    private let state = Mutex(State())

    init(_ folder: DiskFolder) { self.folder = folder }

    /// Lends a connection.
    func read<Value>(_ body: (DiskDatabase) throws -> Value) throws -> Value {
        let (known, generation) = state.withLock { ($0.idle.popLast(), $0.generation) }
        let reader = try known ?? Reader(path: folder.database, generation: generation)
        defer {
            state.withLock { state in
                if reader.generation == state.generation, state.idle.count < Self.maximumIdle { state.idle.append(reader) }
            }
        }
        return try body(reader.database)
    }

    /// Closes all connections, since the database will be another; those that are lent out close when they come back.
    func close() {
        state.withLock { state in
            state.idle = []
            state.generation += 1
        }
    }
}
