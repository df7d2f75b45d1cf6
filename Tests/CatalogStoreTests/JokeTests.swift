import Testing

@testable import CatalogStore

@Suite("Jokes in the store")
struct JokeTests {
    @Test func jokesKeepTextAndCategories() async throws {
        let store = try await StoreFixture()
        #expect(try store.catalog.joke(id: 3) == StoredJoke(id: 3, text: "joke 3", categories: ["a", "b"]))
        #expect(try store.catalog.joke(id: 13) == nil)
        #expect(try store.catalog.joke(id: -1) == nil)
        #expect(try store.catalog.joke(id: .max) == nil)
        #expect(store.catalog.categories == ["a", "b"])
    }

    @Test(
        "Selections",
        arguments: [
            (JokeSelection.all, Array(1...12)),
            (JokeSelection(limitTo: ["a"]), [1, 3, 4, 6, 7, 9, 10, 12]),
            (JokeSelection(exclude: ["a"]), [2, 5, 8, 11]),
            (JokeSelection(limitTo: ["a"], exclude: ["b"]), [1, 4, 7, 10]),
            (JokeSelection(limitTo: ["a", "b"]), Array(1...12)),
            (JokeSelection(limitTo: ["unknown"]), []),
            (JokeSelection(exclude: ["unknown"]), Array(1...12)),
            (JokeSelection(limitTo: ["a"], exclude: ["a"]), []),
        ] as [(JokeSelection, [Int])])
    func selectionHoldsExactlyItsJokes(selection: JokeSelection, ids: [Int]) async throws {
        let store = try await StoreFixture()
        #expect(try await store.catalog.jokes(in: selection).map(\.id) == ids)
        #expect(store.catalog.jokeCount(in: selection) == ids.count)
        #expect((try store.catalog.randomJoke(in: selection) == nil) == ids.isEmpty)
    }

    @Test func randomIsUniformOverAFilteredSet() async throws {
        let store = try await StoreFixture()
        let draws = 40_000
        var counts: [Int: Int] = [:]
        for _ in 0..<draws {
            let joke = try #require(try store.catalog.randomJoke(in: JokeSelection(limitTo: ["a"])))
            counts[joke.id, default: 0] += 1
        }
        let expected = Double(draws) / 8
        let chiSquare = counts.values.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        #expect(Set(counts.keys) == [1, 3, 4, 6, 7, 9, 10, 12])
        #expect(chiSquare < 40)  // 7 degrees of freedom: more than 40 once in 800,000 runs
    }

    @Test func samplesAreDistinctAndUniform() {
        let index = JokeIndex(ids: Array(1...20), masks: [UInt64](repeating: 0, count: 20), categories: [])
        var generator = SplitMix64(seed: 7)
        var counts = [Int32: Int]()
        for _ in 0..<10_000 {
            let sample = index.sample(5, in: .all, using: &generator)
            #expect(Set(sample).count == 5)
            for id in sample { counts[id, default: 0] += 1 }
        }
        #expect(counts.count == 20)
        #expect(counts.values.allSatisfy { (2200...2800).contains($0) })
    }

    @Test(arguments: [(0, 0), (1, 1), (12, 12), (13, 12), (Int.max, 12)])
    func sampleIsAtMostAsLargeAsTheCatalogue(count: Int, expected: Int) async throws {
        let store = try await StoreFixture()
        let jokes = try await store.catalog.randomJokes(count, in: .all)
        #expect(Set(jokes.map(\.id)).count == expected)
        #expect(jokes.count == expected)
    }

    @Test func aMillionJokesTouchOneRowPerDraw() async throws {
        let store = try await StoreFixture(
            jokes: (0..<1_000_000).map { NewContent.Joke(text: "j", categories: $0 % 10 == 0 ? ["rare"] : []) })
        #expect(store.catalog.jokeCount(in: .all) == 1_000_000)
        #expect(store.catalog.jokeCount(in: JokeSelection(limitTo: ["rare"])) == 100_000)
        var seen: Set<Int> = []
        for _ in 0..<1000 {
            let joke = try #require(try store.catalog.randomJoke(in: JokeSelection(limitTo: ["rare"])))
            #expect(joke.categories == ["rare"])
            seen.insert(joke.id)
        }
        #expect(seen.count > 950)
        let plan = try store.catalog.readers.read { try $0.plan(of: ReaderSQL.jokeByID) }
        #expect(plan == ["SEARCH jokes USING INTEGER PRIMARY KEY (rowid=?)"])
    }

    @Test(arguments: [ReaderSQL.jokeByID, ReaderSQL.ratingByID, ReaderSQL.vote])
    func statementsOfHotPathsNeverScan(sql: String) async throws {
        let store = try await StoreFixture()
        let plan = try store.catalog.readers.read { try $0.plan(of: sql) }
        #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") })
    }

    @Test func theBestAreReadFromTheIndexWithoutSorting() async throws {
        let store = try await StoreFixture()
        let plan = try store.catalog.readers.read { try $0.plan(of: ReaderSQL.best) }
        #expect(plan.contains { $0.contains("ratings_best") })
        #expect(!plan.contains { $0.contains("TEMP B-TREE") })
    }

    @Test func moreCategoriesThanAWordHasBitsAreRefusedAsAWhole() async throws {
        let store = try await StoreFixture()
        let jokes = (0..<80).map { NewContent.Joke(text: "x", categories: ["category \($0)"]) }
        await #expect { try await store.catalog.add(NewContent(jokes: jokes)) } throws: {
            ($0 as? StoreError)?.code == .invalidContent
        }
        #expect(store.catalog.jokeCount(in: .all) == 12)
        #expect(store.catalog.categories == ["a", "b"])
    }

    @Test func categoriesUpToTheLastBitWork() async throws {
        let store = try await StoreFixture(jokes: (0..<64).map { NewContent.Joke(text: "x", categories: ["c\($0)"]) })
        #expect(store.catalog.jokeCount(in: JokeSelection(limitTo: ["c63"])) == 1)
        #expect(try store.catalog.randomJoke(in: JokeSelection(limitTo: ["c63"]))?.categories == ["c63"])
    }

    @Test func textThatLooksLikeSQLIsJustText() async throws {
        let text = "'); DROP TABLE jokes; -- \"?1 \u{0}é"
        let store = try await StoreFixture(jokes: [NewContent.Joke(text: text, categories: ["'); --"])])
        #expect(try store.catalog.joke(id: 1)?.text == text)
        #expect(store.catalog.jokeCount(in: JokeSelection(limitTo: ["'); --"])) == 1)
    }
}
