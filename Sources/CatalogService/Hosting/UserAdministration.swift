package import CatalogStore
import Secrets

/// The users who may see private courses, as the operator manages them.
package struct UserAdministration: Sendable {
    private let catalog: any Catalog

    /// The users of a catalogue.
    package init(catalog: any Catalog) { self.catalog = catalog }

    /// Adds a user or replaces the password of one.
    ///
    /// - Throws: `ServiceError` when name or password cannot be used.
    package func add(_ name: String, password: String) async throws {
        // Basic credentials put a colon between the two. RFC 7617 §2.
        guard !name.isEmpty, !name.contains(":"), name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw ServiceError("A user name is not empty and holds neither colons nor control characters")
        }
        guard !password.isEmpty, password.utf8.count <= BasicCredentials.maximumPasswordSize else {
            throw ServiceError("A password has 1 to \(BasicCredentials.maximumPasswordSize) bytes")
        }
        guard let hash = PasswordHash(of: password) else { throw ServiceError("There is not enough memory to hash the password") }
        try await catalog.setPasswordHash(hash.text, ofUser: name)
    }

    /// Removes a user.
    ///
    /// - Throws: `ServiceError` when there is no such user.
    package func remove(_ name: String) async throws {
        guard try await catalog.removeUser(name) else { throw ServiceError("There is no user \(name)") }
    }

    /// The names of the users.
    package var names: [String] { get async throws { try await catalog.userNames() } }
}
