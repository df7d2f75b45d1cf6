import CatalogAPI
import CatalogStore
import HTTPSemantics
import HTTPServer

/// Voting and ratings.
struct VoteRoutes: Sendable {
    let catalog: any Catalog
    let tokens: VoterTokens
    let budget: VoterBudget

    /// How long a browser keeps the token: a year, in seconds.
    private static let cookieLifetime = 365 * 24 * 60 * 60

    var routes: [Route] {
        [
            Route(
                .post, "/rater/vote", reading: [.contentType, .cookie],
                .deferred { request in
                    await answering { () throws(Fault) in try await vote(request) }
                }),
            Route(
                .get, "/jokes/{id}/rating", reading: [.cookie],
                .deferred { request in
                    await answering { () throws(Fault) in try await rating(request) }
                }),
            Route(
                .get, "/rater/top",
                .deferred { request in
                    await answering { () throws(Fault) in try await top(request) }
                }),
        ]
    }

    private func answering(_ body: () async throws(Fault) -> ServerResponse) async -> ServerResponse {
        do throws(Fault) { return try await body() } catch { return error.response }
    }

    private func vote(_ request: ServerRequest) async throws(Fault) -> ServerResponse {
        let submission = try VoteSubmission(request)
        let known = try voter(submission.voterToken ?? request.headerFields.cookie("voter"))
        // Asked before a voter is made: a wrong identifier must not use up the budget.
        guard try Fault.translating({ try catalog.joke(id: submission.joke) }) != nil else { throw Self.unknownJoke("joke_id") }
        let new = known == nil ? try newVoter(request.remoteAddress) : nil
        guard let id = known ?? new?.id else { throw Fault(503, "No voter could be made.") }
        let stored = try await Fault.translating {
            try await catalog.setVote(submission.vote, onJoke: submission.joke, by: id)
        }
        guard var rating = stored else { throw Self.unknownJoke("joke_id") }
        rating.voter = new?.token
        var response = Self.json(rating)
        if let new {
            response.headerFields[.setCookie] =
                "voter=\(new.token); Path=/; Max-Age=\(Self.cookieLifetime); HttpOnly; SameSite=Lax"
        }
        return response
    }

    private func rating(_ request: ServerRequest) async throws(Fault) -> ServerResponse {
        // A cookie this service did not make is nobody's: whoever reads is told the totals all the same.
        let voter = request.headerFields.cookie("voter").flatMap(tokens.voter)
        guard let id = request.pathParameters["id"].flatMap({ Int($0) }),
            let rating = try await Fault.translating({ try await catalog.rating(ofJoke: id, for: voter) })
        else { throw Self.unknownJoke("id") }
        return Self.json(rating)
    }

    private func top(_ request: ServerRequest) async throws(Fault) -> ServerResponse {
        let text = request.query["limit"] ?? "10"
        guard let limit = Int(text), (1...100).contains(limit) else {
            throw Fault(400, "limit is a number from 1 to 100.", field: "limit")
        }
        let style = JokeStyle()
        let best = try await Fault.translating { try await catalog.topRated(limit: limit) }
        return Self.json(["jokes": best.map { RatedJoke(joke: style.fill($0.joke), rating: $0.rating) }])
    }

    private func voter(_ token: String?) throws(Fault) -> VoterID? {
        guard let token else { return nil }
        guard let voter = tokens.voter(of: token) else {
            // A browser keeps the cookie of a catalogue that was replaced: told to forget it, it can vote again.
            throw Fault(
                400, "This voter token was not made here; vote without one to get a new one.", field: "voter",
                headerFields: [.setCookie: "voter=; Path=/; Max-Age=0"])
        }
        return voter
    }

    private func newVoter(_ address: String) throws(Fault) -> (id: VoterID, token: String) {
        if let wait = budget.spend(address) {
            throw Fault(
                429, "Too many new voters from this address.", headerFields: [.retryAfter: "\(wait.components.seconds + 1)"])
        }
        return tokens.make()
    }

    private static func unknownJoke(_ field: String) -> Fault {
        Fault(404, "There is no joke with this identifier.", field: field)
    }

    /// Answers about votes depend on who asks and change at any time.
    private static func json(_ value: some Encodable) -> ServerResponse {
        var response = ServerResponse(headerFields: .json, content: JSONText.encode(value))
        response.headerFields[.cacheControl] = "no-store"
        return response
    }
}
