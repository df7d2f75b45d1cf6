package import CatalogAPI
internal import Console
internal import HTTPSemantics
package import Reader

/// Carries out the commands that print and end.
package struct ReaderRun: Sendable {
    private let catalog: CatalogClient
    private let voters: VoterTokens

    /// A run against a service; `voters` keeps who votes.
    package init(catalog: CatalogClient, voters: VoterTokens) {
        self.catalog = catalog
        self.voters = voters
    }

    /// Prints a joke with its rating.
    ///
    /// - Parameter showsNextCommand: Whether to say how to vote on it.
    package func joke(id: Int?, json: Bool, showsNextCommand: Bool = false) async throws {
        let joke = if let id { try await catalog.joke(id: id) } else { try await catalog.randomJoke() }
        let rating = try await catalog.rating(of: joke.id, voter: voters.token(for: catalog.service))
        guard !json else { return Console.print(try JSONText.of(JokeReport(joke, rating))) }
        Console.print(joke.plainText.printable)
        Console.print("")
        Console.print("Joke \(joke.id): \(rating.summary)")
        if showsNextCommand { Console.print("To vote: retriever vote \(joke.id) up --service \(service)") }
    }

    /// Votes, and prints what the service confirmed.
    package func vote(_ vote: Vote, on id: Int) async throws {
        let rating = try await voters.vote(vote, on: id, with: catalog)
        Console.print("Joke \(id): \(rating.summary)")
    }

    /// Prints the courses open to everybody.
    package func courses(json: Bool) async throws { try print(try await catalog.courses(), json: json) }

    /// Prints the private courses. The password is asked for, again when it was wrong and somebody is there to type another.
    package func privateCourses(user: String, json: Bool) async throws {
        var prompt = "Password of \(user.printable): "
        for attempt in 1... {
            guard let password = Console.readPassword(prompt: prompt) else {
                throw CommandFailure("no password was given; type it, or send one line to standard input")
            }
            guard let credentials = BasicCredentials(user: user, password: password) else {
                throw CommandFailure("a user name holds no colon")
            }
            do {
                return try print(try await catalog.privateCourses(credentials), json: json)
            } catch let error as CatalogError where error.needsCredentials && Console.isInteractive && attempt < 3 {
                prompt = "User or password is wrong. Password of \(user.printable): "
            }
        }
    }

    private func print(_ courses: [Course], json: Bool) throws {
        guard !json else { return Console.print(try JSONText.of(CourseList(courses: courses))) }
        for course in courses {
            Console.print(course.title.printable)
            Console.print("    \(course.nextDate.printable)")
            Console.print("    \(course.url.printable)")
        }
    }

    /// One line that says what went wrong and what to do.
    package func explanation(of error: any Error) -> String {
        guard let error = error as? CatalogError else { return "\(error)".printable }
        let message = error.message.printable
        let remedy = "start one with retriever-service, or name another with --service URL"
        return switch (error.cause, error.status) {
        case (nil, _): "the service at \(service) refused: \(message)"  // in words of its own
        case (_, nil): "the service at \(service) cannot be reached: \(message); \(remedy)"
        case (_, _?): "the server at \(service) does not answer as a catalogue service: \(message); \(remedy)"
        }
    }

    /// The service's address as people write it.
    private var service: String {
        let address = "\(catalog.service)"
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }
}

/// Why a command could not do its work, as a sentence.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
