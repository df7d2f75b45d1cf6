import CatalogAPI
import CatalogStore
import HTTPSemantics

/// How a caller wants jokes: the hero's name, and the escaping.
struct JokeStyle: Sendable, Hashable {
    /// The name when the caller gives none.
    static let defaultFirstName = "Chuck"
    static let defaultLastName = "Norris"
    /// A longer name would let a short request make a very long answer.
    static let maximumNameSize = 128

    var firstName = defaultFirstName
    var lastName = defaultLastName
    var escaping = TextEscaping.html

    /// The style of jokes in pages of the service itself.
    init() {}

    /// The style that a query asks for. An empty name is an empty text, as it was with ICNDB; an unknown `escape` means HTML.
    init(_ query: FormParameters) throws(Fault) {
        firstName = try Self.name("firstName", query) ?? Self.defaultFirstName
        lastName = try Self.name("lastName", query) ?? Self.defaultLastName
        if query["escape"] == "javascript" { escaping = .javaScript }
    }

    private static func name(_ field: String, _ query: FormParameters) throws(Fault) -> String? {
        guard let name = query[field] else { return nil }
        guard name.utf8.count <= maximumNameSize else {
            throw Fault(400, "A name has at most \(maximumNameSize) bytes.", field: field)
        }
        return name
    }

    /// The text of a template with the name in its places, escaped as a whole.
    func fill(_ template: String) -> String {
        let bytes = Array(template.utf8)
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count + 32)
        var rest = bytes[...]
        while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
            plain.append(contentsOf: rest[..<brace])
            rest = rest[brace...]
            let (length, replacement) = placeholder(rest) ?? (1, "{")
            plain.append(contentsOf: replacement.utf8)
            rest = rest.dropFirst(length)
        }
        plain.append(contentsOf: rest)
        if firstName.isEmpty || lastName.isEmpty { plain = Self.collapsingSpaces(plain) }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(plain.count + 16)
        escaping.append(plain, to: &escaped)
        return String(decoding: escaped, as: UTF8.self)
    }

    /// The length of the placeholder that a text starts with, and the name it stands for.
    private func placeholder(_ bytes: ArraySlice<UInt8>) -> (Int, String)? {
        if bytes.starts(with: "{first}".utf8) { return (7, firstName) }
        return bytes.starts(with: "{last}".utf8) ? (6, lastName) : nil
    }

    /// The joke with its text filled in.
    func fill(_ joke: StoredJoke) -> Joke { Joke(id: joke.id, joke: fill(joke.text), categories: joke.categories) }

    /// An empty name leaves two spaces where it stood, or one at an end.
    private static func collapsingSpaces(_ text: [UInt8]) -> [UInt8] {
        Array(text.split(separator: 0x20).joined(separator: [0x20]))
    }
}
