internal import Databases
internal import HTTPSemantics

/// The table of stored responses, through one connection; used by one thread at a time.
final class DiskDatabase {
    private let database: Database
    private let found: Statement
    private let inserted: Statement
    private let deleted: Statement

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
        let content: [UInt8]
        let digest: [UInt8]
    }

    /// - Throws: ``DatabaseError``; code `unavailable` for a file that belongs to another program.
    init(path: String, isWriter: Bool) throws(DatabaseError) {
        database = try Database(path: path, isWriter: isWriter)
        if isWriter { try Self.prepare(database) }
        found = try database.prepare("SELECT id, record, content, digest FROM responses WHERE key = ?1 ORDER BY id")
        inserted = try database.prepare(
            "INSERT INTO responses(key, used, size, record, content, file, digest) VALUES(?1, ?2, ?3, ?4, ?5, nullif(?6, ''), ?7)"
        )
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
        try found.rows([.integer(key)]) { row in
            Row(id: row.integer(0), record: row.blob(1), content: row.blob(2), digest: row.blob(3))
        }
    }

    func insert(
        key: Int, used: Int, record: [UInt8], content: [UInt8], file: DiskRecord.File?
    ) throws(DatabaseError) {
        let size = record.count + content.count + (file?.size ?? 0) + 128
        try inserted.run([
            .integer(key), .integer(used), .integer(size), .blob(record), .blob(content), .text(file?.name ?? ""),
            .blob(DiskRecord.digest(record, content)),
        ])
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
        var files: [String] = []
        while try Self.number("SELECT size FROM totals", database) > capacity {
            let gone = try database.query(
                """
                DELETE FROM responses WHERE id IN (SELECT id FROM responses ORDER BY used, id LIMIT 64) RETURNING ifnull(file, '')
                """
            ) { $0.text(0) }
            if gone.isEmpty { break }
            files += gone.filter { !$0.isEmpty }
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
