import Databases

/// Why the store could not do something.
package struct StoreError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure; an open set.
    package struct Code: Hashable, Sendable {
        let name: String
        /// The file or its folder cannot be opened or written.
        package static let unavailable = Self(name: "unavailable")
        /// The file is damaged, or no database, or another program's.
        package static let notACatalog = Self(name: "notACatalog")
        /// The file was written by a newer version.
        package static let newerSchema = Self(name: "newerSchema")
        /// The content to add breaks a rule of the catalogue.
        package static let invalidContent = Self(name: "invalidContent")
        /// The disk is full, or an operation failed in some other way; nothing of it was stored.
        package static let failed = Self(name: "failed")
        /// The store was closed.
        package static let closed = Self(name: "closed")
    }

    /// What kind of failure.
    package var code: Code
    /// A sentence for the person who runs the service; holds no content.
    package var message: String
    /// The sentence.
    package var description: String { message }

    /// An error.
    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension StoreError {
    init(_ error: DatabaseError) {
        let code: Code =
            switch error.code {
            case .unavailable: .unavailable
            case .damaged: .notACatalog
            case .busy, .failed: .failed
            }
        self.init(code: code, message: error.message)
    }

    /// Does something with a database, whose errors become those of the store.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }
}
