internal import Databases
internal import HTTPSemantics

/// The table of stored responses, through one connection; used by one thread at a time.
final class DiskDatabase {
    private let database: Database
    private let found: Statement
    private let contents: Statement
    private let inserted: Statement
    private let deleted: Statement
    private let indexed: Statement

    /// Marks the file as a cache ("RtrH"), so that another program's database is not taken for one.
    static let applicationID = 0x5274_7248
    private static let version = 1
    /// Triggers keep the sum, since several processes write.
    private static let schema = """
        CREATE TABLE responses(
            id INTEGER PRIMARY KEY, key INTEGER NOT NULL, used INTEGER NOT NULL, size INTEGER NOT NULL,
            record BLOB NOT NULL, content BLOB, file TEXT, digest BLOB NOT NULL);
        CREATE INDEX responses_key ON responses(key);
        CREATE INDEX responses_used ON responses(used);
        CREATE INDEX responses_file ON responses(file) WHERE file IS NOT NULL;
        CREATE TABLE totals(size INTEGER NOT NULL);
        INSERT INTO totals VALUES(0);
        CREATE TRIGGER grown AFTER INSERT ON responses BEGIN UPDATE totals SET size = size + new.size; END;
        CREATE TRIGGER shrunk AFTER DELETE ON responses BEGIN UPDATE totals SET size = size - old.size; END;
        """

    /// One stored response as it was read.
    struct Row {
        let id: Int
        let record: [UInt8]
    }

    /// The content of one, and the digest of both.
    struct Content {
        let bytes: [UInt8]
        let digest: [UInt8]
    }

    /// - Throws: ``DatabaseError``; code `unavailable` for a file that belongs to another program.
    init(path: String, isWriter: Bool) throws(DatabaseError) {
        database = try Database(path: path, isWriter: isWriter)
        if isWriter { try Self.prepare(database) }
        found = try database.prepare("SELECT id, record FROM responses WHERE key = ?1 ORDER BY id")
        contents = try database.prepare("SELECT content, digest FROM responses WHERE id = ?1")
        inserted = try database.prepare(
            "INSERT INTO responses(key, used, size, record, content, file, digest) VALUES(?1, ?2, ?3, ?4, ?5, nullif(?6, ''), ?7)"
        )
        indexed = try database.prepare("SELECT id FROM responses INDEXED BY responses_key WHERE key = ?1 AND id = ?2")
        deleted = try database.prepare("DELETE FROM responses WHERE id = ?1 RETURNING ifnull(file, '')")
    }

    private static func prepare(_ database: Database) throws(DatabaseError) {
        let owner = try number("PRAGMA application_id", database)
        let version = try number("PRAGMA user_version", database)
        let tableCount = try number("SELECT count(*) FROM sqlite_schema", database)
        guard owner == applicationID || owner == 0 && tableCount == 0 else {
            throw DatabaseError(code: .unavailable, message: "The database \(database.path) belongs to another program")
        }
        // NORMAL: a power cut may lose the last responses, and leaves the others whole.
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        guard version != Self.version || tableCount == 0 else { return }
        guard version == 0, tableCount == 0 else {
            throw DatabaseError(code: .damaged, message: "The database \(database.path) is of another version")
        }
        do {
            try database.transaction {
                // Two programs may start at once: the second finds the work done.
                guard try number("SELECT count(*) FROM sqlite_schema", database) == 0 else { return }
                try database.execute(schema)
                try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(Self.version)")
            }
        } catch let error as DatabaseError {
            throw error
        } catch {
            throw DatabaseError(code: .failed, message: "\(error)")
        }
    }

    private static func number(_ sql: String, _ database: Database) throws(DatabaseError) -> Int {
        try database.query(sql) { $0.integer(0) }.first ?? 0
    }

    func transaction(_ body: () throws -> Void) throws { try database.transaction(body) }

    func rows(_ key: Int) throws(DatabaseError) -> [Row] {
        try found.rows([.integer(key)]) { Row(id: $0.integer(0), record: $0.blob(1)) }
    }

    /// The content of a row; `nil` when it has gone.
    func content(_ id: Int) throws(DatabaseError) -> Content? {
        try contents.first([.integer(id)]) { Content(bytes: $0.blob(0), digest: $0.blob(1)) }
    }

    func insert(
        key: Int, used: Int, record: [UInt8], content: [UInt8], file: DiskRecord.File?
    ) throws(DatabaseError) {
        let size = record.count + content.count + (file?.size ?? 0) + 128
        try inserted.run([
            .integer(key), .integer(used), .integer(size), .blob(record), .blob(content), .text(file?.name ?? ""),
            .blob(DiskRecord.digest(record, content)),
        ])
        // In a damaged index what was inserted need not be found again, and SQLite does not say so.
        guard try indexed.first([.integer(key), .integer(Int(database.lastInsertedID))], { $0.integer(0) }) != nil else {
            throw DatabaseError(code: .damaged, message: "An index of the database \(database.path) is damaged")
        }
    }

    /// Deletes a row; the name of its file, if it has one.
    func delete(_ id: Int) throws(DatabaseError) -> String? {
        try deleted.rows([.integer(id)]) { $0.text(0) }.first { !$0.isEmpty }
    }

    func touch(_ ids: Set<Int>, at now: Int) throws(DatabaseError) {
        let statement = try database.prepare("UPDATE responses SET used = ?1 WHERE id = ?2")
        for id in ids { try statement.run([.integer(now), .integer(id)]) }
    }

    /// Deletes what has not been used for longest until no more than `capacity` bytes are left; the names of the files.
    func shrink(to capacity: Int) throws(DatabaseError) -> [String] {
        var excess = try Self.number("SELECT size FROM totals", database) - capacity
        var files: [String] = []
        while excess > 0 {
            let oldest = try database.query("SELECT id, size FROM responses ORDER BY used, id LIMIT 64") {
                (id: $0.integer(0), size: $0.integer(1))
            }
            if oldest.isEmpty { break }
            for row in oldest where excess > 0 {
                if let file = try delete(row.id) { files.append(file) }
                excess -= row.size
            }
        }
        return files
    }

    /// Whether a row has a file of that name.
    func isKnown(_ file: String) throws(DatabaseError) -> Bool {
        try !database.query("SELECT 1 FROM responses WHERE file = ?1", [.text(file)]) { $0.integer(0) }.isEmpty
    }

    func deleteAll() throws(DatabaseError) -> [String] {
        try database.query("DELETE FROM responses RETURNING ifnull(file, '')") { $0.text(0) }.filter { !$0.isEmpty }
    }
}
