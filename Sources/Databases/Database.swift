internal import CSQLite

/// A connection to an SQLite database; used by one thread at a time.
@safe package final class Database {
    private let raw: OpaquePointer

    /// Opens a file, made when it is missing and `isWriter`.
    ///
    /// - Throws: `DatabaseError` with a sentence that names the file.
    package init(path: String, isWriter: Bool) throws(DatabaseError) {
        var handle: OpaquePointer?
        let access = isWriter ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        // No mutex: the owner sees to it that one thread at a time uses the connection.
        let result = unsafe sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard result == SQLITE_OK, let handle = unsafe handle else {
            let reason = unsafe handle.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "no memory"
            unsafe sqlite3_close_v2(handle)
            throw DatabaseError(code: .unavailable, message: "Cannot open the database \(path): \(reason)")
        }
        unsafe raw = handle
        // With a log that is written ahead nobody waits to read, unless it is being recovered.
        unsafe sqlite3_busy_timeout(raw, isWriter ? 5000 : 500)
    }

    deinit { unsafe sqlite3_close_v2(raw) }

    /// The path of the file.
    package var path: String { unsafe sqlite3_db_filename(raw, nil).map { unsafe String(cString: $0) } ?? "" }

    /// The identifier of the row that was inserted last.
    package var lastInsertedID: Int64 { unsafe sqlite3_last_insert_rowid(raw) }

    /// How many rows the last statement changed.
    package var changedRowCount: Int { Int(unsafe sqlite3_changes64(raw)) }

    /// Runs statements that have no parameters and whose rows nobody wants.
    package func execute(_ sql: String) throws(DatabaseError) { try check(unsafe sqlite3_exec(raw, sql, nil, nil, nil)) }

    /// Prepares one statement for many runs.
    package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        var handle: OpaquePointer?
        try check(unsafe sqlite3_prepare_v3(raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil))
        guard let handle = unsafe handle else { preconditionFailure("No statement in \(sql)") }
        return unsafe Statement(raw: handle, database: self)
    }

    /// Runs one statement once and returns what `read` makes of its rows.
    package func query<Value>(_ sql: String, _ values: [SQLValue] = [], _ read: (borrowing Row) -> Value) throws(DatabaseError)
        -> [Value]
    {
        try prepare(sql).rows(values, read)
    }

    /// Runs `body` in a transaction: all of it or, when it throws, nothing.
    package func transaction(_ body: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Throws what a result code means, if it is not success.
    func check(_ result: Int32) throws(DatabaseError) {
        guard result != SQLITE_OK, result != SQLITE_ROW, result != SQLITE_DONE else { return }
        let reason = unsafe String(cString: sqlite3_errmsg(raw))
        switch result & 0xFF {
        case SQLITE_IOERR where result == csqlite_ioerr_short_read:
            throw DatabaseError(code: .damaged, message: "The database \(path) is damaged: it ends too soon")
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM:
            throw DatabaseError(code: .unavailable, message: "Cannot write the database \(path): \(reason)")
        case SQLITE_NOTADB, SQLITE_CORRUPT:
            throw DatabaseError(code: .damaged, message: "The database \(path) is damaged or no database: \(reason)")
        case SQLITE_BUSY, SQLITE_LOCKED:
            throw DatabaseError(code: .busy, message: "The database \(path) is in use: \(reason)")
        default: throw DatabaseError(code: .failed, message: "The database \(path) failed: \(reason)")
        }
    }
}
