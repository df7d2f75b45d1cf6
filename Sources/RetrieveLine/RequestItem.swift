internal import Retriever

/// One word after the URL that adds something to the request, as HTTPie writes them.
package enum RequestItem: Sendable, Equatable {
    /// `Name:value`: a header field; with an empty value the default field of that name is left out.
    case field(name: String, value: String)
    /// `name==value`: a parameter of the query.
    case query(name: String, value: String)
    /// `name=value`: a text in the content.
    case text(name: String, value: String)
    /// `name:=json`: JSON in the content, as it was written.
    case json(name: String, value: String)

    /// The separators; where several begin at one place, the longest is meant.
    private static let separators = [":=@", "=@", ":=", "==", "=", ":", "@"]

    /// Reads one word. The first separator counts; a backslash before a separator's character makes it part of the name.
    ///
    /// - Throws: A sentence that quotes the word.
    package init(_ word: String) throws(UsageError) {
        var name = ""
        var rest = word[...]
        while let character = rest.first {
            if character == "\\", let next = rest.dropFirst().first, ":=@\\".contains(next) {
                name.append(next)
                rest = rest.dropFirst(2)
                continue
            }
            if let separator = Self.separators.first(where: { rest.hasPrefix($0) }) {
                self = try Self.make(name, separator, String(rest.dropFirst(separator.count)), word: word)
                return
            }
            name.append(rest.removeFirst())
        }
        throw UsageError("“\(word)” is no item; write name=value, name==value, name:=json or Name:value")
    }

    private static func make(
        _ name: String, _ separator: String, _ value: String, word: String
    ) throws(UsageError) -> RequestItem {
        guard !name.isEmpty else { throw UsageError("“\(word)” has no name before the “\(separator)”") }
        switch separator {
        case "==": return .query(name: name, value: value)
        case "=": return .text(name: name, value: value)
        case ":": return .field(name: name, value: value)
        case ":=":
            do throws(JSON.ParsingError) {
                // It goes out as it was written, so whoever receives it decides about what the grammar leaves open.
                _ = try JSON.Value(parsing: value, options: .init(duplicateKeys: .last, loneSurrogates: .replaced))
            } catch {
                throw UsageError("“\(word)”: what follows “:=” is not valid JSON, \(error)")
            }
            return .json(name: name, value: value)
        default: throw UsageError("“\(word)”: values cannot be read from files yet; a backslash makes “@” part of the name")
        }
    }

    /// Whether the item goes into the content.
    var isContent: Bool {
        switch self {
        case .text, .json: true
        case .field, .query: false
        }
    }
}
