package import CatalogStore
import FoundationEssentials

/// Opens the catalogue of a service.
package enum CatalogFile {
    /// Opens a database file; makes it, and the folders around it, when they are missing. An empty catalogue gets the built-in
    /// content.
    ///
    /// - Throws: `ServiceError` or `StoreError` with a sentence that names the file.
    package static func open(_ path: String) async throws -> SQLiteCatalog {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ServiceError("Cannot make the folder of the database \(path)")
        }
        let catalog = try SQLiteCatalog(path: path)
        if catalog.jokeCount(in: .all) == 0, catalog.courses.isEmpty { try await catalog.add(try BuiltInContent.load()) }
        return catalog
    }

    /// Adds the jokes and courses of a file.
    ///
    /// - Throws: `ServiceError` that names the file and the entry that is wrong; nothing is added then.
    package static func add(file: String, to catalog: any Catalog) async throws {
        guard let data = FileManager.default.contents(atPath: file) else { throw ServiceError("Cannot read \(file)") }
        try await catalog.add(ContentFile(Array(data), name: file).content)
    }
}
