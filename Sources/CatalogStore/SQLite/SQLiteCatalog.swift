package import CatalogAPI
import Databases
import Dispatch
import Synchronization

/// A catalogue in one SQLite file, written ahead and synchronised at every commit.
///
/// Jokes that another process adds to the file are seen after the next start; users at once.
package final class SQLiteCatalog: Catalog {
    private let writer: Writer
    let readers: ReaderPool
    private let readQueue = DispatchQueue(label: "retriever.catalog.reader")
    private let snapshot: Mutex<Snapshot>
    private let recentJokes = JokeCache()
    private let dice = Mutex(SplitMix64())
    /// The key that signs voter tokens.
    package let voterKey: [UInt8]

    /// Opens a file, made when it is missing; its folder must exist.
    ///
    /// - Throws: ``StoreError`` with a sentence that names the file: it cannot be written, is no catalogue, or is a newer version's.
    package init(path: String) throws {
        do {
            let database = try Database(path: path, isWriter: true)
            try Schema.prepare(database)
            // FULL: an acknowledged vote is on the disk, not in a cache that a power cut empties.
            try database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
            // A write that changes nothing: finds out now, not at the first vote, whether the file can be written.
            try database.execute("BEGIN IMMEDIATE; PRAGMA application_id = \(Schema.applicationID); COMMIT")
            snapshot = Mutex(try Snapshot(database))
            voterKey = try database.query("SELECT value FROM meta WHERE name = 'voter-key'") { $0.blob(0) }.first ?? []
            writer = try Writer(database)
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
        readers = ReaderPool(path: path)
    }

    private var index: JokeIndex { snapshot.withLock { $0.index } }
    /// The names of all categories.
    package var categories: [String] { index.categories.sorted() }
    /// The courses.
    package var courses: [StoredCourse] { snapshot.withLock { $0.courses } }
    /// The page about the hero.
    package var hero: StoredHero? { snapshot.withLock { $0.hero } }
    /// How many transactions of votes were committed; for tests and measurements.
    package var voteCommitCount: Int { writer.commitCount }

    /// How many jokes a selection holds.
    package func jokeCount(in selection: JokeSelection) -> Int { index.ids(in: selection).count }

    /// Any joke of a selection.
    package func randomJoke(in selection: JokeSelection) throws -> StoredJoke? {
        let index = index
        let ids = index.ids(in: selection)
        guard let id = dice.withLock({ ids.randomElement(using: &$0) }) else { return nil }
        return try joke(id: Int(id), index)
    }

    /// The joke with an identifier.
    package func joke(id: Int) throws -> StoredJoke? { try joke(id: id, index) }

    private func joke(id: Int, _ index: JokeIndex) throws -> StoredJoke? {
        if let known = recentJokes[id] { return known }
        let joke = try readers.read { try $0.joke(id: id, index) }
        if let joke { recentJokes.insert(joke) }
        return joke
    }

    /// Different jokes of a selection in random order.
    package func randomJokes(_ count: Int, in selection: JokeSelection) async throws -> [StoredJoke] {
        let index = index
        return try await read { reader in
            var generator = SystemRandomNumberGenerator()
            return try index.sample(count, in: selection, using: &generator).compactMap { try reader.joke(id: Int($0), index) }
        }
    }

    /// The jokes of a selection.
    package func jokes(in selection: JokeSelection) async throws -> [StoredJoke] {
        let index = index
        return try await read { reader in
            try index.ids(in: selection).compactMap { try reader.joke(id: Int($0), index) }
        }
    }

    /// Sets the vote of a voter, durably.
    package func setVote(_ vote: Vote, onJoke id: Int, by voter: VoterID) async throws -> Rating? {
        try await writer.store(Ballot.Entry(joke: id, voter: voter, vote: vote))
    }

    /// The rating of a joke.
    package func rating(ofJoke id: Int, for voter: VoterID?) async throws -> Rating? {
        try await read { try $0.rating(ofJoke: id, for: voter) }
    }

    /// The best-rated jokes.
    package func topRated(limit: Int) async throws -> [RatedStoredJoke] {
        let index = index
        return try await read { try $0.topRated(limit: limit, index) }
    }

    /// Adds content, all or nothing.
    package func add(_ content: NewContent) async throws {
        let new = try await writer.write { database in
            try ContentWriter.add(content, to: database)
            return try Snapshot(database)
        }
        snapshot.withLock { $0 = new }
    }

    /// The names of the users.
    package func userNames() async throws -> [String] { try await read { try $0.userNames() } }

    /// The stored hash of a user's password.
    package func passwordHash(ofUser name: String) async throws -> String? {
        try await read { try $0.passwordHash(ofUser: name) }
    }

    /// Adds a user or replaces the password of one.
    package func setPasswordHash(_ hash: String, ofUser name: String) async throws {
        try await writer.write { database in
            try database.prepare("INSERT OR REPLACE INTO users VALUES(?1, ?2)").run([.text(name), .text(hash)])
        }
    }

    /// Removes a user.
    package func removeUser(_ name: String) async throws -> Bool {
        try await writer.write { database in
            try database.prepare("DELETE FROM users WHERE name = ?1").run([.text(name)])
            return database.changedRowCount > 0
        }
    }

    /// Finishes what was begun and lets go of the file.
    package func close() async {
        readers.close()  // first: the last connection to close folds the log into the file, and only the writer can
        await writer.close()
    }

    /// Reads on a thread that may wait for the disk.
    private func read<Value: Sendable>(_ body: @escaping @Sendable (Reader) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            readQueue.async { continuation.resume(with: Result { try self.readers.read(body) }) }
        }
    }
}
