import CatalogAPI
import Databases
import Testing

@testable import CatalogStore

@Suite("Votes in the store")
struct VoteTests {
    private func voter(_ number: Int) -> VoterID { (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) } }

    @Test func votesAreSetNotAdded() async throws {
        let catalog = try await StoreFixture().catalog
        let steps: [(Vote, Int, Int)] = [
            (.up, 1, 0), (.up, 1, 0), (.down, 0, 1), (.none, 0, 0), (.none, 0, 0), (.down, 0, 1), (.up, 1, 0),
        ]
        for (vote, up, down) in steps {
            let rating = try await catalog.setVote(vote, onJoke: 1, by: voter(1))
            #expect(rating == Rating(id: 1, up: up, down: down, vote: vote))
            #expect(try await catalog.rating(ofJoke: 1, for: voter(1)) == rating)
        }
        #expect(try await catalog.rating(ofJoke: 1, for: voter(2)) == Rating(id: 1, up: 1, down: 0))
    }

    @Test func votesOfManyVotersAtOnceSumUpExactly() async throws {
        let catalog = try await StoreFixture().catalog
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<600 {
                group.addTask {
                    // Each voter changes its mind: what counts is the last vote.
                    _ = try await catalog.setVote(.down, onJoke: 2, by: voter(number))
                    _ = try await catalog.setVote(
                        number % 3 == 0 ? .up : number % 3 == 1 ? .down : .none, onJoke: 2, by: voter(number))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await catalog.rating(ofJoke: 2, for: nil) == Rating(id: 2, up: 200, down: 200))
        // Group commit: votes that wait share a transaction.
        #expect(catalog.voteCommitCount < 1200)
    }

    @Test func voteOnAnUnknownJokeStoresNothing() async throws {
        let store = try await StoreFixture()
        #expect(try await store.catalog.setVote(.up, onJoke: 99, by: voter(1)) == nil)
        #expect(try await store.catalog.rating(ofJoke: 99, for: voter(1)) == nil)
        #expect(try await store.catalog.topRated(limit: 10).isEmpty)
    }

    @Test func votesSurviveReopening() async throws {
        let store = try await StoreFixture()
        _ = try await store.catalog.setVote(.up, onJoke: 5, by: voter(1))
        await store.catalog.close()
        let again = try SQLiteCatalog(path: store.path)
        #expect(try await again.rating(ofJoke: 5, for: voter(1)) == Rating(id: 5, up: 1, down: 0, vote: .up))
        #expect(again.voterKey == store.catalog.voterKey)
        #expect(again.voterKey.count == 32)
    }

    @Test func bestJokesAreThoseOneCanBeSureOf() async throws {
        let catalog = try await StoreFixture().catalog
        func cast(_ joke: Int, up: Int, down: Int) async throws {
            for number in 0..<up { _ = try await catalog.setVote(.up, onJoke: joke, by: voter(number)) }
            for number in up..<up + down { _ = try await catalog.setVote(.down, onJoke: joke, by: voter(number)) }
        }
        try await cast(1, up: 1, down: 0)
        try await cast(2, up: 18, down: 2)
        try await cast(3, up: 0, down: 4)
        try await cast(4, up: 5, down: 5)
        #expect(try await catalog.topRated(limit: 10).map(\.joke.id) == [2, 4, 1, 3])
        #expect(
            try await catalog.topRated(limit: 2).map(\.rating) == [Rating(id: 2, up: 18, down: 2), Rating(id: 4, up: 5, down: 5)])
    }

    @Test(
        "Wilson's lower bound",
        arguments: [(0, 0, 0.0), (1, 0, 0.206_5), (0, 5, 0.0), (5, 5, 0.236_6), (90, 10, 0.825_6), (100, 0, 0.963_0)])
    func lowerBound(up: Int, down: Int, bound: Double) {
        #expect(abs(Rating(id: 1, up: up, down: down).wilsonLowerBound - bound) < 0.000_1)
    }

    @Test func readersDoNotWaitForAWriterInTheMiddleOfATransaction() async throws {
        let store = try await StoreFixture()
        let other = try Database(path: store.path, isWriter: true)
        try other.execute("BEGIN IMMEDIATE; INSERT INTO jokes(text, categories) VALUES('half', 0)")
        #expect(try store.catalog.joke(id: 1) != nil)
        #expect(try await store.catalog.rating(ofJoke: 1, for: nil) != nil)
        #expect(try await store.catalog.jokes(in: .all).count == 12)
        try other.execute("ROLLBACK")
    }

    @Test func commitsAreSynchronisedAndReferencesChecked() async throws {
        let store = try await StoreFixture()
        let database = try Database(path: store.path, isWriter: true)
        #expect(try database.query("PRAGMA journal_mode") { $0.text(0) } == ["wal"])
        try database.execute("PRAGMA foreign_keys = ON")
        #expect(throws: DatabaseError.self) { try database.execute("INSERT INTO votes VALUES(99, x'00', 1)") }
    }

    @Test func afterClosingEverythingThrows() async throws {
        let catalog = try await StoreFixture().catalog
        await catalog.close()
        await #expect(throws: StoreError.self) { try await catalog.setVote(.up, onJoke: 1, by: voter(1)) }
        await #expect(throws: StoreError.self) { try await catalog.rating(ofJoke: 1, for: nil) }
        await #expect(throws: StoreError.self) { try await catalog.add(NewContent()) }
    }
}
