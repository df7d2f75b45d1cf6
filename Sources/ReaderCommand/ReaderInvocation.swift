package import CatalogAPI
package import HTTPSemantics
internal import Retriever

/// What the words after `retriever` ask for.
package struct ReaderInvocation: Sendable, Equatable {
    /// What to do.
    package enum Action: Sendable, Equatable {
        /// Open the window, or the terminal form when `inTerminal`, or what there is.
        case open(inTerminal: Bool)
        /// Print a joke, or a random one.
        case joke(id: Int?, json: Bool)
        /// Set a vote.
        case vote(id: Int, Vote)
        /// Print the courses; with a user the private ones.
        case courses(user: String?, json: Bool)
        case help
        case version
    }

    /// What to do.
    package var action: Action
    /// The catalogue service.
    package var service: WebURL

    /// Where a service is looked for when nobody says where.
    package static let defaultService = "http://127.0.0.1:8080"

    /// Parses the words.
    ///
    /// - Parameter environment: `RETRIEVER_SERVICE` names the service unless `--service` does.
    /// - Throws: A sentence that says what to do.
    package init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
        var options = Options()
        try options.read(arguments)
        // An empty variable is one that is not set.
        let fromEnvironment = environment["RETRIEVER_SERVICE"].flatMap { $0.isEmpty ? nil : $0 }
        let isHelp = options.has("--help") || options.has("--version")
        service = try Self.service(isHelp ? Self.defaultService : options.service ?? fromEnvironment ?? Self.defaultService)
        action = try Self.action(options)
    }

    private static func action(_ options: Options) throws(UsageError) -> Action {
        if options.has("--help") { return .help }
        if options.has("--version") { return .version }
        let words = options.words
        switch words.first {
        case nil:
            try options.allow("--terminal")
            return .open(inTerminal: options.has("--terminal"))
        case "joke":
            try options.allow("--json")
            guard words.count <= 2 else { throw UsageError("joke takes one ID at most, not also “\(words[2])”") }
            return .joke(id: try words.dropFirst().first.map(jokeID), json: options.has("--json"))
        case "vote":
            try options.allow()
            guard words.count == 3 else { throw UsageError("vote needs an ID and one of up, down, clear: retriever vote 17 up") }
            return .vote(id: try jokeID(words[1]), try vote(words[2]))
        case "courses":
            try options.allow("--private", "--user", "--json")
            guard words.count == 1 else { throw UsageError("courses takes no “\(words[1])”") }
            guard options.has("--private") == (options.user != nil) else {
                throw UsageError("--private and --user NAME belong together: retriever courses --private --user ann")
            }
            return .courses(user: options.user, json: options.has("--json"))
        case .some(let word):
            throw UsageError("there is no command “\(word)”; the commands are joke, vote and courses")
        }
    }

    private static func jokeID(_ word: String) throws(UsageError) -> Int {
        guard let id = Int(word), id > 0 else { throw UsageError("“\(word)” is no joke's ID; an ID is a number such as 17") }
        return id
    }

    private static func vote(_ word: String) throws(UsageError) -> Vote {
        switch word {
        case "up": return .up
        case "down": return .down
        case "clear": return .none
        default: throw UsageError("“\(word)” is no vote; a vote is up, down or clear")
        }
    }

    private static func service(_ address: String) throws(UsageError) -> WebURL {
        guard let url = try? WebURL(address), ["http", "https"].contains(url.scheme) else {
            throw UsageError("“\(address)” is no address of a service; write it as \(defaultService)")
        }
        // Seen from a path without a slash at its end, relative addresses would drop its last part.
        guard !url.path.hasSuffix("/"), let folder = try? WebURL(url.path + "/", base: url) else { return url }
        return folder
    }
}
