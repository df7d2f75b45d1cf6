internal import CatalogAPI
internal import FoundationEssentials

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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        // JSON lets DEL and the C1 controls stand in strings; a terminal would obey them.
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if 0x7F...0x9F ~= scalar.value {
                result += "\\u00" + String(scalar.value, radix: 16)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
