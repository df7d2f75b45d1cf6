internal import CatalogAPI
internal import Retriever

/// A joke with its rating, for programs.
struct JokeReport: Encodable {
    struct Votes: Encodable {
        var up: Int
        var down: Int
        var own: Int
    }

    var id: Int
    var joke: String
    var categories: [String]
    var rating: Votes

    init(_ joke: Joke, _ rating: Rating) {
        id = joke.id
        self.joke = joke.plainText
        categories = joke.categories
        self.rating = Votes(up: rating.up, down: rating.down, own: rating.vote.rawValue)
    }
}

/// JSON on one line.
enum JSONText {
    static func of(_ value: some Encodable) throws -> String {
        var encoder = JSON.Encoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .escapingControls]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
