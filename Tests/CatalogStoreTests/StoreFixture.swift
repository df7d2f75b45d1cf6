import CatalogStore
import TestSupport

/// A catalogue in a temporary folder.
struct StoreFixture {
    let folder: TemporaryFolder
    let catalog: SQLiteCatalog

    init(jokes: [NewContent.Joke] = StoreFixture.fewJokes) async throws {
        folder = try TemporaryFolder()
        catalog = try SQLiteCatalog(path: folder.file("catalog.sqlite"))
        try await catalog.add(NewContent(jokes: jokes))
    }

    var path: String { folder.file("catalog.sqlite") }

    /// Twelve jokes: 1, 4, 7, 10 in `a`; 2, 5, 8, 11 in `b`; 3, 6, 9, 12 in both.
    static let fewJokes = (0..<12).map { number in
        NewContent.Joke(text: "joke \(number + 1)", categories: [["a"], ["b"], ["a", "b"]][number % 3])
    }
}
