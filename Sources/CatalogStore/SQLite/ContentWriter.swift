import Databases
import JSONCoding

/// Adds jokes, courses and the hero, inside a transaction of the writer.
enum ContentWriter {
    static func add(_ content: NewContent, to database: Database) throws {
        try addJokes(content.jokes, to: database)
        try addCourses(content.courses, to: database)
        if let hero = content.hero {
            try database.prepare("INSERT OR REPLACE INTO meta VALUES('hero', ?1)").run([.blob(JSON.Encoder().encode(hero))])
        }
    }

    private static func addJokes(_ jokes: [NewContent.Joke], to database: Database) throws {
        var bits: [String: Int] = [:]
        for (name, bit) in try database.query("SELECT name, bit FROM categories", [], { ($0.text(0), $0.integer(1)) }) {
            bits[name] = bit
        }
        let insertCategory = try database.prepare("INSERT INTO categories VALUES(?1, ?2)")
        let insertJoke = try database.prepare("INSERT INTO jokes(text, categories) VALUES(?1, ?2)")
        for joke in jokes {
            var mask: UInt64 = 0
            for name in joke.categories {
                let bit = bits[name] ?? bits.count
                guard bit < JokeIndex.maximumCategories else {
                    throw StoreError(
                        code: .invalidContent, message: "There can be \(JokeIndex.maximumCategories) categories at most")
                }
                if bits.updateValue(bit, forKey: name) == nil { try insertCategory.run([.integer(bit), .text(name)]) }
                mask |= 1 << UInt64(bit)
            }
            try insertJoke.run([.text(joke.text), .integer(Int(Int64(bitPattern: mask)))])
            guard database.lastInsertedID <= Int64(Int32.max) else {
                throw StoreError(code: .invalidContent, message: "There can be \(Int32.max) jokes at most")
            }
        }
    }

    private static func addCourses(_ courses: [StoredCourse], to database: Database) throws {
        let insert = try database.prepare(
            """
            INSERT INTO courses VALUES(?1, (SELECT ifnull(max(position), 0) + 1 FROM courses), ?2)
            ON CONFLICT(slug) DO UPDATE SET document = excluded.document
            """)
        for course in courses { try insert.run([.text(course.slug), .blob(JSON.Encoder().encode(course))]) }
    }
}
