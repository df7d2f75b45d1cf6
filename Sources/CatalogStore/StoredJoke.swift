package import CatalogAPI

/// A joke as it is kept: `{first}` and `{last}` stand where the hero's name goes.
package struct StoredJoke: Sendable, Hashable, Identifiable {
    /// The identifier, from 1.
    package var id: Int
    /// The text with its placeholders, plain.
    package var text: String
    /// The categories, in alphabetical order.
    package var categories: [String]
}

/// A kept joke with its rating.
package struct RatedStoredJoke: Sendable, Hashable {
    /// The joke.
    package var joke: StoredJoke
    /// Its rating.
    package var rating: Rating
}

/// Which jokes are meant: those in one of `limitTo` (in any or no category when `nil`) and in none of `exclude`.
package struct JokeSelection: Sendable, Hashable {
    /// The categories to choose from, or `nil` for all jokes.
    package var limitTo: Set<String>?
    /// The categories to leave out.
    package var exclude: Set<String>

    /// All jokes.
    package static let all = JokeSelection()

    /// A selection.
    package init(limitTo: Set<String>? = nil, exclude: Set<String> = []) {
        self.limitTo = limitTo
        self.exclude = exclude
    }
}
