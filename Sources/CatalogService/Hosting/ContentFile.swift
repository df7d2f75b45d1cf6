import CatalogStore
import HTTPSemantics
import JSONCoding

/// A file of jokes and courses to add: `{"jokes":[{"joke":"…","categories":["…"]}],"courses":[…]}`, courses as in the built-in
/// content.
struct ContentFile: Sendable {
    /// A joke in the file.
    struct Joke: Decodable, Sendable {
        var joke: String
        var categories: [String]?
    }

    private struct File: Decodable {
        var jokes: [Joke]?
        var courses: [StoredCourse]?
    }

    /// What the file adds.
    let content: NewContent

    /// Reads the text of a file.
    ///
    /// - Parameter name: What to call the file in errors.
    /// - Throws: `ServiceError` that names the entry that is wrong.
    init(_ text: [UInt8], name: String) throws(ServiceError) {
        let file: File
        do { file = try JSON.Decoder().decode(File.self, from: text) } catch {
            throw ServiceError("Cannot import \(name): \(Self.explain(error))")
        }
        let jokes = file.jokes ?? []
        let courses = file.courses ?? []
        for (number, joke) in jokes.enumerated() {
            if let fault = Self.fault(joke) { throw ServiceError("Cannot import \(name): jokes[\(number)]: \(fault)") }
        }
        for (number, course) in courses.enumerated() {
            if let fault = Self.fault(course) { throw ServiceError("Cannot import \(name): courses[\(number)]: \(fault)") }
        }
        content = NewContent(
            jokes: jokes.map { NewContent.Joke(text: Self.placingNames(in: $0.joke), categories: $0.categories ?? []) },
            courses: courses)
    }

    /// Puts placeholders where a joke spells the hero's name, so that it can be told about anybody. Only whole words count:
    /// "chuckle" stays.
    static func placingNames(in text: String) -> String {
        var result = ""
        var word = ""
        func finishWord() {
            result += word == JokeStyle.defaultFirstName ? "{first}" : word == JokeStyle.defaultLastName ? "{last}" : word
            word = ""
        }
        for character in text {
            if character.isLetter || character.isNumber {
                word.append(character)
            } else {
                finishWord()
                result.append(character)
            }
        }
        finishWord()
        return result
    }

    private static func fault(_ joke: Joke) -> String? {
        if joke.joke.allSatisfy(\.isWhitespace) { return "the text is empty" }
        if joke.joke.utf8.count > 4096 { return "the text is longer than 4096 bytes" }
        for category in joke.categories ?? [] where category.isEmpty || category.contains(where: { ",[]".contains($0) }) {
            return "a category is empty or holds a comma or a bracket"
        }
        return nil
    }

    private static func fault(_ course: StoredCourse) -> String? {
        if course.title.allSatisfy(\.isWhitespace) { return "the title is empty" }
        let isSlug = !course.slug.isEmpty && course.slug.utf8.allSatisfy { $0.isASCIIDigit || $0 == 0x2D || 0x61...0x7A ~= $0 }
        return isSlug ? nil : "the slug must consist of lower-case letters, digits and hyphens"
    }

    private static func explain(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): "\(path(context.codingPath)): \(key.stringValue) is missing"
        case .typeMismatch(_, let context) where !context.codingPath.isEmpty, .valueNotFound(_, let context):
            "\(path(context.codingPath)): the value has the wrong type"
        case .dataCorrupted(let context) where context.underlyingError is JSON.ParsingError:
            "it is not JSON: \(context.debugDescription)"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(path(context.codingPath)): \(context.debugDescription)"
        default: "it is not JSON of the form {\"jokes\":[…],\"courses\":[…]}"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce("") { $0 + ($1.intValue.map { "[\($0)]" } ?? ($0.isEmpty ? "" : ".") + $1.stringValue) }
    }
}
