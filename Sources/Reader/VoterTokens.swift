public import CatalogAPI
public import FoundationEssentials
public import HTTPSemantics
internal import Synchronization

/// The tokens under which this reader votes, one for each service, kept in a file that only the reader's account may read.
public final class VoterTokens: Sendable {
    private let file: URL
    private let tokens: Mutex<[String: String]>

    /// The tokens in a file; a file that is missing or damaged holds none, since a new token is made with the next vote.
    public init(file: URL) {
        self.file = file
        let stored = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode([String: String].self, from: $0) }
        tokens = Mutex(stored ?? [:])
    }

    /// The usual file: `$XDG_DATA_HOME/retriever/voters.json`.
    public static var standardFile: URL {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? "/"
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/share"
        return URL(filePath: data).appending(path: "retriever/voters.json")
    }

    /// The token for a service.
    public func token(for service: WebURL) -> String? { tokens.withLock { $0[service.origin.description] } }

    /// Keeps a token. A file that cannot be written is no reason to fail a vote: the token then lasts as long as the program.
    public func set(_ token: String, for service: WebURL) {
        tokens.withLock { tokens in
            tokens[service.origin.description] = token
            try? save(tokens)
        }
    }

    /// Votes in this reader's name. A token that the service does not know is forgotten, and a new one made.
    public func vote(_ vote: Vote, on id: Int, with catalog: CatalogClient) async throws -> Rating {
        var rating: Rating
        do {
            rating = try await catalog.vote(vote, on: id, voter: token(for: catalog.service))
        } catch let error as CatalogError where error.refusesVoter {
            rating = try await catalog.vote(vote, on: id)
        }
        if let token = rating.voter { set(token, for: catalog.service) }
        return rating
    }

    private func save(_ tokens: [String: String]) throws {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try JSONEncoder().encode(tokens).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
