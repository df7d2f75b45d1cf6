import Databases

/// The tables, and how an older database becomes one of this version.
enum Schema {
    /// Marks the file as a catalogue ("RtrC"), so that another program's database is not taken for an empty one.
    static let applicationID = 0x5274_7243
    /// Each entry leads from the version of its index to the next. Never change one that was released: append.
    static let migrations = [
        """
        CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE categories(bit INTEGER PRIMARY KEY CHECK(bit BETWEEN 0 AND 63), name TEXT NOT NULL UNIQUE);
        -- categories: a mask of bits, since the whole set is read into memory and never searched here
        CREATE TABLE jokes(id INTEGER PRIMARY KEY, text TEXT NOT NULL, categories INTEGER NOT NULL);
        CREATE INDEX jokes_categories ON jokes(categories);
        CREATE TABLE ratings(
            joke_id INTEGER PRIMARY KEY REFERENCES jokes(id),
            up INTEGER NOT NULL CHECK(up >= 0), down INTEGER NOT NULL CHECK(down >= 0), score REAL NOT NULL);
        CREATE INDEX ratings_best ON ratings(score DESC, up DESC, joke_id);
        CREATE TABLE votes(
            joke_id INTEGER NOT NULL REFERENCES jokes(id), voter BLOB NOT NULL,
            vote INTEGER NOT NULL CHECK(vote IN (-1, 1)),
            PRIMARY KEY(joke_id, voter)) WITHOUT ROWID;
        CREATE TABLE courses(slug TEXT PRIMARY KEY, position INTEGER NOT NULL, document BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE users(name TEXT PRIMARY KEY, hash TEXT NOT NULL) WITHOUT ROWID;
        INSERT INTO meta VALUES('voter-key', randomblob(32));
        """
    ]

    /// Brings a database to this version.
    ///
    /// - Throws: `StoreError` when the file is another program's or a newer version's.
    static func prepare(_ database: Database) throws {
        let path = database.path
        // A read of the header comes first: it finds out whether the file is a database before anything is written.
        let version = try number("PRAGMA user_version", database)
        let owner = try number("PRAGMA application_id", database)
        let tableCount = try number("SELECT count(*) FROM sqlite_schema", database)
        guard owner == applicationID || owner == 0 && tableCount == 0 else {
            throw StoreError(code: .notACatalog, message: "The database \(path) belongs to another program")
        }
        guard version >= 0 else {
            throw StoreError(code: .notACatalog, message: "The database \(path) belongs to another program")
        }
        guard version <= migrations.count else {
            throw StoreError(
                code: .newerSchema,
                message: "The database \(path) has version \(version); this program knows versions up to \(migrations.count)")
        }
        try database.execute("PRAGMA journal_mode = WAL")
        guard version < migrations.count else { return }
        try database.transaction {
            // Two programs may start at once: the second finds the work done.
            let version = try number("PRAGMA user_version", database)
            for migration in migrations.dropFirst(max(0, version)) { try database.execute(migration) }
            try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(migrations.count)")
        }
    }

    private static func number(_ sql: String, _ database: Database) throws(DatabaseError) -> Int {
        try database.query(sql) { $0.integer(0) }.first ?? 0
    }
}
