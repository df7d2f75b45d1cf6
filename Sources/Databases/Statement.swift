internal import CSQLite

/// A value to put in the place of a parameter.
package enum SQLValue {
    case integer(Int)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A prepared statement. Its rows are read inside one call, so it never stays in the middle of a result, which would keep a reader
/// at an old state of the database.
@safe package final class Statement {
    private let raw: OpaquePointer
    private let database: Database  // a statement must not outlive its connection

    init(raw: OpaquePointer, database: Database) {
        unsafe self.raw = raw
        self.database = database
    }

    deinit { unsafe sqlite3_finalize(raw) }

    /// Runs the statement with `values` for its parameters.
    package func run(_ values: [SQLValue] = []) throws(DatabaseError) { _ = try rows(values) { _ in } }

    /// Runs the statement and returns what `read` makes of its first row, or `nil` when there is none.
    package func first<Value>(_ values: [SQLValue] = [], _ read: (borrowing Row) -> Value) throws(DatabaseError) -> Value? {
        defer { unsafe sqlite3_reset(raw) }
        try bind(values)
        return try step() ? read(unsafe Row(raw: raw)) : nil
    }

    /// Runs the statement and returns what `read` makes of each row.
    package func rows<Value>(_ values: [SQLValue] = [], _ read: (borrowing Row) -> Value) throws(DatabaseError) -> [Value] {
        defer { unsafe sqlite3_reset(raw) }
        try bind(values)
        var result: [Value] = []
        while try step() { result.append(read(unsafe Row(raw: raw))) }
        return result
    }

    private func step() throws(DatabaseError) -> Bool {
        let result = unsafe sqlite3_step(raw)
        try database.check(result)
        return result == SQLITE_ROW
    }

    private func bind(_ values: [SQLValue]) throws(DatabaseError) {
        for (offset, value) in values.enumerated() { try database.check(bind(value, at: Int32(offset + 1))) }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .integer(let number): return unsafe sqlite3_bind_int64(raw, index, Int64(number))
        case .real(let number): return unsafe sqlite3_bind_double(raw, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) {
                    unsafe csqlite_bind_text(raw, index, $0.baseAddress, Int32(clamping: $0.count))
                }
            }
        case .blob(let blob):
            return unsafe blob.withUnsafeBytes { unsafe csqlite_bind_blob(raw, index, $0.baseAddress, Int32(clamping: $0.count)) }
        }
    }
}

/// The row a statement stands at; good only inside the closure that gets it.
@safe package struct Row: ~Copyable {
    private let raw: OpaquePointer

    init(raw: OpaquePointer) { unsafe self.raw = raw }

    package func integer(_ column: Int32) -> Int { Int(unsafe sqlite3_column_int64(raw, column)) }

    package func text(_ column: Int32) -> String {
        let size = Int(unsafe sqlite3_column_bytes(raw, column))
        guard let start = unsafe sqlite3_column_text(raw, column) else { return "" }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: size), as: UTF8.self)
    }

    package func blob(_ column: Int32) -> [UInt8] {
        let size = Int(unsafe sqlite3_column_bytes(raw, column))
        guard let start = unsafe sqlite3_column_blob(raw, column) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: size))
    }
}
