package import CatalogAPI

/// Who votes: 16 random bytes.
package typealias VoterID = [UInt8]

/// Where jokes, votes, courses and users are kept. (Not called like its module, which could not be named any more.)
///
/// Requirements without `async` are answered from memory or a local page cache in microseconds, so a server thread may call them;
/// the others may wait for a disk. All throw ``StoreError``.
package protocol Catalog: Sendable {
    /// The key that signs voter tokens, 32 random bytes made with the catalogue.
    var voterKey: [UInt8] { get }
    /// The names of all categories, in alphabetical order.
    var categories: [String] { get }
    /// The courses in their order, private ones too.
    var courses: [StoredCourse] { get }
    /// The page about the hero, when there is one.
    var hero: StoredHero? { get }

    /// How many jokes a selection holds.
    func jokeCount(in selection: JokeSelection) -> Int
    /// Any joke of a selection, each as likely as the others; `nil` when it holds none.
    func randomJoke(in selection: JokeSelection) throws -> StoredJoke?
    /// The joke with an identifier, or `nil`.
    func joke(id: Int) throws -> StoredJoke?
    /// `count` different jokes of a selection in random order, or all it holds when it holds less.
    func randomJokes(_ count: Int, in selection: JokeSelection) async throws -> [StoredJoke]
    /// The jokes of a selection by rising identifier.
    func jokes(in selection: JokeSelection) async throws -> [StoredJoke]

    /// Sets the vote of a voter. When this returns, the vote is on disk.
    ///
    /// - Returns: The new rating, or `nil` when there is no such joke; then nothing is stored.
    func setVote(_ vote: Vote, onJoke id: Int, by voter: VoterID) async throws -> Rating?
    /// The rating of a joke with the vote of `voter`, or `nil` when there is no such joke.
    func rating(ofJoke id: Int, for voter: VoterID?) async throws -> Rating?
    /// The best-rated jokes, by the lower bound of Wilson's interval; jokes without votes are not among them.
    func topRated(limit: Int) async throws -> [RatedStoredJoke]

    /// Adds content, all or nothing.
    func add(_ content: NewContent) async throws

    /// The names of the users, in alphabetical order.
    func userNames() async throws -> [String]
    /// The stored hash of a user's password, or `nil` when there is no such user.
    func passwordHash(ofUser name: String) async throws -> String?
    /// Adds a user or replaces the password of one.
    func setPasswordHash(_ hash: String, ofUser name: String) async throws
    /// Removes a user.
    ///
    /// - Returns: Whether there was one.
    func removeUser(_ name: String) async throws -> Bool

    /// Finishes what was begun and lets go of the files. Every later call throws.
    func close() async
}
