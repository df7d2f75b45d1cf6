import CatalogAPI
import Databases
import Synchronization

/// A read-only connection with its statements.
///
/// Invariant behind `@unchecked`: a reader is used by whoever took it out of the pool, until it is put back.
final class Reader: @unchecked Sendable {
    private let database: Database
    private let jokeByID: Statement
    private let ratingByID: Statement
    private let vote: Statement
    private let best: Statement
    private let passwordHash: Statement

    init(path: String) throws(DatabaseError) {
        database = try Database(path: path, isWriter: false)
        jokeByID = try database.prepare(ReaderSQL.jokeByID)
        ratingByID = try database.prepare(ReaderSQL.ratingByID)
        vote = try database.prepare(ReaderSQL.vote)
        best = try database.prepare(ReaderSQL.best)
        passwordHash = try database.prepare("SELECT hash FROM users WHERE name = ?1")
    }

    func joke(id: Int, _ index: JokeIndex) throws(DatabaseError) -> StoredJoke? {
        try jokeByID.first([.integer(id)]) { row in
            StoredJoke(id: id, text: row.text(0), categories: index.names(in: UInt64(bitPattern: Int64(row.integer(1)))))
        }
    }

    func rating(ofJoke id: Int, for voter: VoterID?) throws(DatabaseError) -> Rating? {
        guard var rating = try ratingByID.first([.integer(id)], { Rating(id: id, up: $0.integer(0), down: $0.integer(1)) })
        else { return nil }
        if let voter {
            let vote = try vote.first([.integer(id), .blob(voter)]) { $0.integer(0) }
            rating.vote = vote.flatMap(Vote.init(rawValue:)) ?? .none
        }
        return rating
    }

    func topRated(limit: Int, _ index: JokeIndex) throws(DatabaseError) -> [RatedStoredJoke] {
        try best.rows([.integer(limit)]) { row in
            let id = row.integer(0)
            let categories = index.names(in: UInt64(bitPattern: Int64(row.integer(4))))
            return RatedStoredJoke(
                joke: StoredJoke(id: id, text: row.text(3), categories: categories),
                rating: Rating(id: id, up: row.integer(1), down: row.integer(2)))
        }
    }

    func passwordHash(ofUser name: String) throws(DatabaseError) -> String? {
        try passwordHash.first([.text(name)]) { $0.text(0) }
    }

    func userNames() throws(DatabaseError) -> [String] {
        try database.query("SELECT name FROM users ORDER BY name") { $0.text(0) }
    }

    /// How the database would run a statement, one step a line; for tests of what must not scan.
    func plan(of sql: String) throws(DatabaseError) -> [String] {
        try database.query("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
    }
}

/// The statements of a reader that must stay quick however large the tables are.
enum ReaderSQL {
    static let jokeByID = "SELECT text, categories FROM jokes WHERE id = ?1"
    static let ratingByID = """
        SELECT ifnull(up, 0), ifnull(down, 0) FROM jokes LEFT JOIN ratings ON joke_id = id WHERE id = ?1
        """
    static let vote = "SELECT vote FROM votes WHERE joke_id = ?1 AND voter = ?2"
    static let best = """
        SELECT joke_id, up, down, text, categories FROM ratings JOIN jokes ON id = joke_id WHERE up + down > 0
        ORDER BY score DESC, up DESC, joke_id LIMIT ?1
        """
}

/// The idle readers. Each thread takes one, so no reader waits for another or for the writer.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [Reader] = []
        var isClosed = false
    }

    private static let maximumIdle = 8
    private let path: String
    private let state = Mutex(State())

    init(path: String) { self.path = path }

    /// Lends a reader.
    func read<Value>(_ body: (Reader) throws -> Value) throws -> Value {
        let known = try state.withLock { state throws(StoreError) in
            guard !state.isClosed else { throw StoreError(code: .closed, message: "The catalogue is closed") }
            return state.idle.popLast()
        }
        let reader = try known ?? StoreError.translating { try Reader(path: path) }
        defer {
            state.withLock { if !$0.isClosed, $0.idle.count < Self.maximumIdle { $0.idle.append(reader) } }
        }
        return try StoreError.translating { try body(reader) }
    }

    /// Closes the idle readers; one that is lent out closes when it comes back.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.idle.removeAll()
        }
    }
}
