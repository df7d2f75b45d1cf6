import CatalogAPI
import Databases

/// Counts votes, inside a transaction of the writer.
final class Ballot {
    /// One vote.
    struct Entry: Sendable {
        var joke: Int
        var voter: VoterID
        var vote: Vote
    }

    private let oldVote: Statement
    private let counts: Statement
    private let setVote: Statement
    private let removeVote: Statement
    private let setCounts: Statement

    init(_ database: Database) throws(DatabaseError) {
        oldVote = try database.prepare(ReaderSQL.vote)
        counts = try database.prepare(ReaderSQL.ratingByID)
        setVote = try database.prepare(
            "INSERT INTO votes VALUES(?1, ?2, ?3) ON CONFLICT(joke_id, voter) DO UPDATE SET vote = excluded.vote")
        removeVote = try database.prepare("DELETE FROM votes WHERE joke_id = ?1 AND voter = ?2")
        setCounts = try database.prepare(
            """
            INSERT INTO ratings VALUES(?1, ?2, ?3, ?4)
            ON CONFLICT(joke_id) DO UPDATE SET up = excluded.up, down = excluded.down, score = excluded.score
            """)
    }

    /// Sets a vote and changes the counts by the difference to the old one.
    ///
    /// - Returns: The new rating, or `nil` when there is no such joke.
    func cast(_ entry: Entry) throws(DatabaseError) -> Rating? {
        let joke = SQLValue.integer(entry.joke)
        let voter = SQLValue.blob(entry.voter)
        guard
            var rating = try counts.first([joke], { Rating(id: entry.joke, up: $0.integer(0), down: $0.integer(1)) })
        else { return nil }
        let old = try oldVote.first([joke, voter]) { $0.integer(0) } ?? 0
        rating.vote = entry.vote
        guard old != entry.vote.rawValue else { return rating }
        rating.up += (entry.vote == .up ? 1 : 0) - (old == 1 ? 1 : 0)
        rating.down += (entry.vote == .down ? 1 : 0) - (old == -1 ? 1 : 0)
        if entry.vote == .none {
            try removeVote.run([joke, voter])
        } else {
            try setVote.run([joke, voter, .integer(entry.vote.rawValue)])
        }
        try setCounts.run([joke, .integer(rating.up), .integer(rating.down), .real(rating.wilsonLowerBound)])
        return rating
    }
}
