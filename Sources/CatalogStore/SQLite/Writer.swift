import CatalogAPI
import Databases
import Dispatch
import Synchronization

/// The one connection that writes, on its own queue.
///
/// Votes are committed in groups: all that wait when the queue gets to them share one transaction and one wait for the disk, and
/// are answered after it. Under load a commit serves hundreds; alone a vote waits for nobody.
///
/// Invariant behind `@unchecked`: `ballot` and `database` are touched only on `queue`.
final class Writer: @unchecked Sendable {
    private struct Pending: Sendable {
        var ballot: Ballot.Entry
        var answer: CheckedContinuation<Rating?, any Error>
    }

    private let queue = DispatchQueue(label: "retriever.catalog.writer")
    private var database: Database?
    private var ballot: Ballot?
    private let pending = Mutex<[Pending]>([])
    private let commits = Atomic<Int>(0)

    init(_ database: sending Database) throws(DatabaseError) {
        ballot = try Ballot(database)
        self.database = database
    }

    /// How many transactions of votes were committed; for tests and measurements.
    var commitCount: Int { commits.load(ordering: .relaxed) }

    /// Stores a vote; returns after the commit.
    func store(_ entry: Ballot.Entry) async throws -> Rating? {
        try await withCheckedThrowingContinuation { continuation in
            let isFirst = pending.withLock { pending in
                pending.append(Pending(ballot: entry, answer: continuation))
                return pending.count == 1
            }
            // Whoever starts a new group wakes the queue; the others ride along.
            if isFirst { queue.async { self.commitPending() } }
        }
    }

    private func commitPending() {
        let group = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        do {
            guard let database, let ballot else { throw StoreError(code: .closed, message: "The catalogue is closed") }
            var ratings: [Rating?] = []
            try StoreError.translating {
                try database.transaction { for vote in group { ratings.append(try ballot.cast(vote.ballot)) } }
            }
            commits.wrappingAdd(1, ordering: .relaxed)
            for (vote, rating) in zip(group, ratings) { vote.answer.resume(returning: rating) }
        } catch {
            for vote in group { vote.answer.resume(throwing: error) }
        }
    }

    /// Runs `body` in a transaction of its own.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result {
                        guard let database = self.database else {
                            throw StoreError(code: .closed, message: "The catalogue is closed")
                        }
                        var value: Value?
                        try StoreError.translating { try database.transaction { value = try body(database) } }
                        guard let value else { preconditionFailure("A transaction that did not throw has run its body") }
                        return value
                    })
            }
        }
    }

    /// Finishes what waits, then lets go of the file.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.commitPending()
                try? self.database?.execute("PRAGMA optimize")
                self.ballot = nil
                self.database = nil
                continuation.resume()
            }
        }
    }
}
