/// Why SQLite could not do something.
package struct DatabaseError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure.
    package enum Code: Sendable {
        /// The file or its folder cannot be opened or written.
        case unavailable
        /// The file is damaged, or no database.
        case damaged
        /// Another process has kept it locked for too long.
        case busy
        /// The disk is full, a rule of the schema is broken, or something else.
        case failed
    }

    package let code: Code
    /// A sentence that names the file and holds no content.
    package let message: String

    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    package var description: String { message }
}
