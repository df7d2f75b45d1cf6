internal import CatalogAPI
package import Reader

/// The joke screen as it looks.
package struct JokePicture: Sendable {
    /// The joke, or why there is none.
    package var state: Loadable<JokeModel.Content>
    /// Whether a vote is on its way.
    package var isVoting = false
    /// What to tell in passing.
    package var news = StyledText()
    /// Where the jokes come from.
    package var service: String
    /// How many lines are scrolled away.
    package var scroll = 0

    /// A joke screen.
    package init(state: Loadable<JokeModel.Content>, service: String) {
        self.state = state
        self.service = service
    }

    /// What it shows in a terminal of a size.
    package func picture(_ size: TerminalSize) -> TerminalPicture {
        var picture = TerminalPicture(title: "Joke", body: body(width: TerminalPicture.bodyWidth(size)))
        picture.scroll = scroll
        picture.status = status
        picture.showsWholeStatus = true
        picture.legend = legend
        return picture
    }

    private func body(width: Int) -> [StyledText] {
        switch state {
        case .loading: [StyledText("Fetching a joke …", .dim)]
        case .failed(let reason): FailurePicture.body("There is no joke to show.", reason, service: service, width: width)
        case .loaded(let content):
            StyledText(content.joke.plainText).wrapped(to: width) + [StyledText()]
                + rating(content.rating).wrapped(to: width)
                + StyledText((["#\(content.joke.id)"] + content.joke.categories).joined(separator: " · "), .dim).wrapped(
                    to: width)
        }
    }

    private func rating(_ rating: Rating?) -> StyledText {
        guard let rating else { return StyledText("The service did not say how it is rated.", .dim) }
        return StyledText(rating.summary, .bold)
    }

    private var status: StyledText {
        isVoting ? StyledText("Voting …", .dim) : news
    }

    private var legend: [TerminalPicture.LegendEntry] {
        let others: [TerminalPicture.LegendEntry] = [.init("w", "Chuck Who?"), .init("l", "Courses"), .init("q", "Quit")]
        switch state {
        case .loading: return others
        case .failed: return [.init("r", "Try Again")] + others
        case .loaded(let content):
            let hasVoted = content.rating.map { $0.vote != .none } ?? false
            return [.init("u", "Vote Up"), .init("d", "Vote Down")] + (hasVoted ? [.init("c", "Undo")] : [])
                + [.init("n", "Another")] + others
        }
    }
}

/// What all screens say when the service cannot be asked.
enum FailurePicture {
    static func body(_ headline: String, _ reason: String, service: String, width: Int) -> [StyledText] {
        StyledText(headline, .bold).wrapped(to: width) + StyledText(reason, .alarming).wrapped(to: width) + [StyledText()]
            + StyledText("Press r to try again. The service is expected at \(service); retriever-service starts one.")
            .wrapped(to: width)
    }
}
