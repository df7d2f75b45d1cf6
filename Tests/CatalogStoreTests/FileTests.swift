import CatalogAPI
import Databases
import Foundation
import TestSupport
import Testing

@testable import CatalogStore

@Suite("The database file")
struct FileTests {
    private func error(_ path: String) -> StoreError? {
        do {
            _ = try SQLiteCatalog(path: path)
            return nil
        } catch { return error as? StoreError }
    }

    @Test func fileThatIsNoDatabaseIsNamed() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(String(repeating: "not a database ", count: 100), to: "notes.txt")
        #expect(error(path)?.code == .notACatalog)
        #expect(error(path)?.message.contains(path) == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("not a database"))
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("other.sqlite")
        try Database(path: path, isWriter: true).execute("CREATE TABLE t(x)")
        #expect(error(path)?.code == .notACatalog)
        #expect(error(path)?.message.contains("another program") == true)
        #expect(try Database(path: path, isWriter: false).query("SELECT name FROM sqlite_schema") { $0.text(0) } == ["t"])
    }

    @Test func newerSchemaIsRefused() async throws {
        let store = try await StoreFixture()
        await store.catalog.close()
        try Database(path: store.path, isWriter: true).execute("PRAGMA user_version = 99")
        #expect(error(store.path)?.code == .newerSchema)
        #expect(error(store.path)?.message.contains("version 99") == true)
    }

    @Test func folderThatDoesNotExistOrIsAFileIsUnavailable() throws {
        let folder = try TemporaryFolder()
        #expect(error(folder.file("missing/catalog.sqlite"))?.code == .unavailable)
        #expect(error(folder.path)?.code == .unavailable)
    }

    @Test func damagedDatabaseIsNotTakenForAnEmptyOne() async throws {
        let store = try await StoreFixture()
        await store.catalog.close()
        var bytes = try Data(contentsOf: URL(filePath: store.path))
        for position in 100..<bytes.count { bytes[position] = UInt8(truncatingIfNeeded: position &* 31) }
        try bytes.write(to: URL(filePath: store.path))
        #expect(error(store.path)?.code == .notACatalog)
    }

    @Test func usersAreAddedReplacedListedAndRemoved() async throws {
        let catalog = try await StoreFixture().catalog
        try await catalog.setPasswordHash("one", ofUser: "Zoë")
        try await catalog.setPasswordHash("two", ofUser: "Ada")
        try await catalog.setPasswordHash("three", ofUser: "Ada")
        #expect(try await catalog.userNames() == ["Ada", "Zoë"])
        #expect(try await catalog.passwordHash(ofUser: "Ada") == "three")
        #expect(try await catalog.passwordHash(ofUser: "ada") == nil)
        #expect(try await catalog.removeUser("Ada"))
        #expect(try await !catalog.removeUser("Ada"))
        #expect(try await catalog.userNames() == ["Zoë"])
    }
}
