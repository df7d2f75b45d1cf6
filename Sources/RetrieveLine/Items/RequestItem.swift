internal import HTTPSemantics
internal import Retriever

/// One word after the URL that adds something to the request, as HTTPie writes them.
package struct RequestItem: Sendable, Equatable {
    /// What it adds.
    package enum Kind: Sendable, Equatable {
        /// `Name:value`: a header field; with an empty value the default field of that name is left out.
        case field(name: String, value: String)
        /// `Name;`: a header field without value.
        case emptyField(name: String)
        /// `name==value`: a parameter of the query.
        case query(name: String, value: String)
        /// `name=value`: a text in the content.
        case text(name: ItemKey, value: String)
        /// `name=@path`: the text in a file.
        case textFile(name: ItemKey, path: String)
        /// `name:=json`: JSON in the content.
        case json(name: ItemKey, value: String)
        /// `name:=@path`: the JSON in a file.
        case jsonFile(name: ItemKey, path: String)
        /// `name@path;type=type`: a file in a form of parts.
        case file(name: ItemKey, path: String, type: String?)
        /// `@path;type=type`: a file that is all of the content.
        case content(path: String, type: String?)
    }

    /// What it adds.
    package let kind: Kind
    /// As it was typed.
    package let word: String

    /// Reads one word. The first separator counts; a backslash before a separator's character makes it part of the name.
    ///
    /// - Throws: A sentence that quotes the word and points into it.
    package init(_ word: String) throws(UsageError) {
        self.word = word
        guard let (start, separator) = Self.firstSeparator(in: Array(word.utf8)) else {
            throw UsageError(
                "“\(word)” is no item; write name=value, name==value, name:=json, name@file or Name:value", in: word,
                at: word.utf8.count)
        }
        let name = String(decoding: word.utf8.prefix(start), as: UTF8.self)
        let value = String(decoding: word.utf8.dropFirst(start + separator.utf8.count), as: UTF8.self)
        guard start > 0 || ["@", ":=", ":=@"].contains(separator) else {
            throw UsageError("“\(word)” has no name before the “\(separator)”", in: word, at: 0)
        }
        kind = try Self.kind(ItemKey(name), separator, value, word: word)
    }

    /// The separators; where several begin at one place, the longest is meant.
    private static let separators = [":=@", "=@", ":=", "==", "=", ":", "@"]

    private static func firstSeparator(in bytes: [UInt8]) -> (start: Int, separator: String)? {
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count, ItemKey.special.contains(bytes[index + 1]) {
                index += 2
                continue
            }
            if let separator = separators.first(where: { bytes[index...].starts(with: $0.utf8) }) { return (index, separator) }
            if bytes[index] == UInt8(ascii: ";"), index == bytes.count - 1 { return (index, ";") }
            index += 1
        }
        return nil
    }

    private static func kind(
        _ key: ItemKey, _ separator: String, _ value: String, word: String
    ) throws(UsageError) -> Kind {
        switch separator {
        case "==": return .query(name: key.text, value: value)
        case "=": return .text(name: key, value: value)
        case ":": return .field(name: key.text, value: value)
        case ";": return .emptyField(name: key.text)
        case ":=":
            _ = try json(value, in: word, at: key.typed.utf8.count + 2)
            return .json(name: key, value: value)
        case ":=@": return .jsonFile(name: key, path: value)
        case "=@": return .textFile(name: key, path: value)
        default:
            let (path, type) = fileParts(value)
            guard !path.isEmpty else { throw UsageError("“\(word)” names no file", in: word, at: word.utf8.count) }
            return key.typed.isEmpty ? .content(path: path, type: type) : .file(name: key, path: path, type: type)
        }
    }

    /// `path;type=text/csv` in its parts.
    private static func fileParts(_ value: String) -> (path: String, type: String?) {
        guard let mark = value.firstRange(of: ";type=") else { return (value, nil) }
        return (String(value[..<mark.lowerBound]), String(value[mark.upperBound...]))
    }

    /// The JSON in a text.
    ///
    /// - Throws: A sentence that points at the character where it ceases to be JSON.
    static func json(_ text: String, in word: String, at offset: Int) throws(UsageError) -> JSON.Value {
        do throws(JSON.ParsingError) {
            // Whoever receives it decides about what the grammar leaves open.
            return try JSON.Value(parsing: text, options: .init(duplicateKeys: .last, loneSurrogates: .replaced))
        } catch {
            throw UsageError(
                "“\(word)”: what follows “:=” is not valid JSON, \(error)", in: word, at: offset + error.offset)
        }
    }

    /// Whether the item goes into the content.
    var isContent: Bool {
        switch kind {
        case .field, .emptyField, .query: false
        default: true
        }
    }

    /// Whether only a form of parts can hold it.
    var isFile: Bool { if case .file = kind { true } else { false } }
}
