import Databases
import JSONCoding

/// The content that is kept in memory: all but texts of jokes and votes.
struct Snapshot: Sendable {
    var index: JokeIndex
    var courses: [StoredCourse]
    var hero: StoredHero?

    /// Reads it from a database.
    init(_ database: Database) throws {
        var categories: [String] = []
        for name in try database.query("SELECT name FROM categories ORDER BY bit", [], { $0.text(0) }) { categories.append(name) }
        var ids: [Int32] = []
        var masks: [UInt64] = []
        _ = try database.query("SELECT id, categories FROM jokes ORDER BY id") { row in
            ids.append(Int32(truncatingIfNeeded: row.integer(0)))
            masks.append(UInt64(bitPattern: Int64(row.integer(1))))
        }
        index = JokeIndex(ids: ids, masks: masks, categories: categories)
        let decoder = JSON.Decoder()
        courses = try database.query("SELECT document FROM courses ORDER BY position", [], { $0.blob(0) })
            .map { try decoder.decode(StoredCourse.self, from: $0) }
        hero = try database.query("SELECT value FROM meta WHERE name = 'hero'", [], { $0.blob(0) }).first
            .map { try decoder.decode(StoredHero.self, from: $0) }
    }
}
