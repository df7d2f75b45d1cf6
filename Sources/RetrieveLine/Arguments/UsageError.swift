internal import Console

/// Words on the command line that mean nothing, and what to write instead.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// A place in a word.
    package struct Place: Equatable, Sendable {
        /// The word as it was given.
        package let word: String
        /// How many bytes stand before the place.
        package let offset: Int
    }

    /// A sentence.
    package let description: String
    /// Where the trouble begins, when it can be pointed at.
    package private(set) var place: Place?

    init(_ description: String) { self.description = description }

    init(_ description: String, in word: String, at offset: Int) {
        self.description = description
        place = Place(word: word, offset: offset)
    }

    /// The sentence, and below it the word with a mark under the place; safe to show.
    package var lines: [String] {
        let sentence = "retrieve: \(description.printable)\(description.hasSuffix("?") ? " See" : "; see") retrieve --help"
        guard let place else { return [sentence] }
        let before = String(decoding: place.word.utf8.prefix(place.offset), as: UTF8.self).printable
        return [sentence, "  " + place.word.printable, "  " + String(repeating: " ", count: before.count) + "^"]
    }
}
