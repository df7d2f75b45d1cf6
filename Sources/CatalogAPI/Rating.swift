/// A voter's opinion of a joke. Votes are set, never added: the same vote twice counts once.
public enum Vote: Int, Codable, Hashable, Sendable, CaseIterable {
    /// The voter dislikes the joke.
    case down = -1
    /// The voter has no opinion; takes an earlier vote back.
    case none = 0
    /// The voter likes the joke.
    case up = 1
}

/// How often a joke was voted up and down: `{"id":201,"up":3,"down":1,"vote":1}`.
public struct Rating: Codable, Hashable, Sendable {
    /// The joke's identifier.
    public var id: Int
    /// Votes up.
    public var up: Int
    /// Votes down.
    public var down: Int
    /// The caller's own vote, 0 when there is none.
    public var vote: Vote
    /// The voter token that the service made for this caller; present only in the answer to a first vote. Keep it and send it
    /// with later votes; who has it can vote in this voter's name.
    public var voter: String?

    /// A rating.
    public init(id: Int, up: Int, down: Int, vote: Vote = .none, voter: String? = nil) {
        self.id = id
        self.up = up
        self.down = down
        self.vote = vote
        self.voter = voter
    }
}

/// A joke with its rating, as the list of the best ones holds it.
public struct RatedJoke: Codable, Hashable, Sendable {
    /// The joke.
    public var joke: Joke
    /// Its rating.
    public var rating: Rating

    /// A rated joke.
    public init(joke: Joke, rating: Rating) {
        self.joke = joke
        self.rating = rating
    }
}
