public import CatalogAPI

/// The joke screen: a joke, its rating, and the reader's vote.
@MainActor
public final class JokeModel {
    /// A joke with its rating.
    public struct Content: Sendable, Equatable {
        /// The joke.
        public var joke: Joke
        /// How it is rated; `nil` when the service would not say.
        public var rating: Rating?
    }

    /// What the screen shows.
    public private(set) var state: Loadable<Content> = .loading { didSet { onChange?() } }
    /// Whether a vote is on its way.
    public private(set) var isVoting = false { didSet { onChange?() } }
    /// Called after each change.
    public var onChange: (() -> Void)?

    private let catalog: CatalogClient
    private let voters: VoterTokens
    /// Counts the loads, so that a slow answer does not replace a newer joke.
    private var loadCount = 0

    /// A screen for the jokes of a service; `voters` keeps who votes.
    public init(catalog: CatalogClient, voters: VoterTokens) {
        self.catalog = catalog
        self.voters = voters
    }

    /// Fetches another joke, or one with an identifier.
    public func load(id: Int? = nil) async {
        loadCount += 1
        let load = loadCount
        state = .loading
        let result: Loadable<Content>
        do {
            let joke = if let id { try await catalog.joke(id: id) } else { try await catalog.randomJoke() }
            // A joke without a rating is still worth reading.
            let rating = try? await catalog.rating(of: joke.id, voter: voters.token(for: catalog.service))
            result = .loaded(Content(joke: joke, rating: rating))
        } catch {
            result = .failed("\(error)")
        }
        if load == loadCount { state = result }
    }

    /// Sets the reader's vote on the joke that is shown, and answers what to tell: the rating counts as changed only when the
    /// service has confirmed it.
    public func vote(_ vote: Vote) async -> Announcement? {
        guard let content = state.content, !isVoting else { return nil }
        isVoting = true
        defer { isVoting = false }
        do {
            let id = content.joke.id
            let rating = try await voters.vote(vote, on: id, with: catalog)
            if state.content?.joke.id == id { state = .loaded(Content(joke: content.joke, rating: rating)) }
            return Announcement(text: Self.confirmation(vote, rating), isError: false)
        } catch {
            return Announcement(text: "Not voted: \(error)", isError: true)
        }
    }

    private static func confirmation(_ vote: Vote, _ rating: Rating) -> String {
        let words =
            switch vote {
            case .up: "Voted Up"
            case .down: "Voted Down"
            case .none: "Vote Taken Back"
            }
        return "\(words) – \(rating.summary)"
    }
}

/// Something to tell the reader in passing.
public struct Announcement: Sendable, Equatable {
    /// The words.
    public var text: String
    /// Whether something went wrong.
    public var isError: Bool

    /// Something to tell.
    public init(text: String, isError: Bool) {
        self.text = text
        self.isError = isError
    }
}

extension Rating {
    /// The rating in words: `+3 −1, yours is +1`.
    public var summary: String {
        let own =
            switch vote {
            case .up: ", you voted up"
            case .down: ", you voted down"
            case .none: ""
            }
        return "\(up) up, \(down) down\(own)"
    }
}
