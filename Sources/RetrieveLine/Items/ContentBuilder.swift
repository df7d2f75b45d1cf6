internal import HTTPSemantics
internal import Retriever

/// Makes the content of a request from items.
struct ContentBuilder {
    let items: [RequestItem]
    let style: Settings.ContentStyle?

    static let json = "application/json"

    /// The content; `nil` when no item is about it.
    ///
    /// - Throws: A sentence about the item that does not fit.
    func content() throws(UsageError) -> RequestContent? {
        let parts = items.filter(\.isContent)
        guard let first = parts.first else { return nil }
        if case .content(let path, let type) = first.kind {
            guard parts.count == 1 else {
                throw UsageError("“\(first.word)” is all of the content; nothing can be beside it", in: first.word, at: 0)
            }
            return try ItemFile.whole(path, type: type, in: first.word)
        }
        if style == .json, let file = parts.first(where: \.isFile) {
            throw UsageError("“\(file.word)” is a part of a form, not of JSON; leave --json out", in: file.word, at: 0)
        }
        if style == .multipart || parts.contains(where: \.isFile) { return .multipart(try multipart(parts)) }
        return style == .form ? .form(try form(parts)) : try object(parts)
    }

    private func form(_ parts: [RequestItem]) throws(UsageError) -> FormParameters {
        var parameters = FormParameters()
        for part in parts {
            guard let (key, value) = try text(part) else { continue }
            parameters.append(name: key.text, value: value)
        }
        return parameters
    }

    private func multipart(_ parts: [RequestItem]) throws(UsageError) -> [MultipartPart] {
        var result: [MultipartPart] = []
        for part in parts {
            if case .file(let key, let path, let type) = part.kind {
                let name = path.split(separator: "/").last.map(String.init) ?? path
                let content = try ItemFile.whole(path, type: type, in: part.word)
                result.append(MultipartPart(name: key.text, fileName: name, content: content))
            } else if let (key, value) = try text(part) {
                result.append(.field(key.text, value))
            }
        }
        return result
    }

    /// What an item puts into a form.
    private func text(_ part: RequestItem) throws(UsageError) -> (ItemKey, String)? {
        switch part.kind {
        case .text(let key, let value), .json(let key, let value): (key, value)
        case .textFile(let key, let path), .jsonFile(let key, let path): (key, try textFile(path, in: part.word))
        default: nil
        }
    }

    private func textFile(_ path: String, in word: String) throws(UsageError) -> String {
        guard let text = String(validating: try ItemFile.content(of: path, in: word), as: UTF8.self) else {
            throw UsageError("“\(word)”: \(path) is no text in UTF-8; send it with name@\(path)")
        }
        return text
    }

    private func object(_ parts: [RequestItem]) throws(UsageError) -> RequestContent {
        var building = JSONBuilding()
        for part in parts {
            guard let (key, value) = try member(part) else { continue }
            try building.set(value, at: try key.path(in: part.word), word: part.word)
        }
        return RequestContent((building.value ?? [:]).serialized(.withoutEscapingSlashes), contentType: Self.json)
    }

    private func member(_ part: RequestItem) throws(UsageError) -> (ItemKey, JSON.Value)? {
        switch part.kind {
        case .text(let key, let value): return (key, .string(value))
        case .textFile(let key, let path): return (key, .string(try textFile(path, in: part.word)))
        case .json(let key, let value): return (key, try RequestItem.json(value, in: part.word, at: 0))
        case .jsonFile(let key, let path):
            let text = try textFile(path, in: part.word)
            do throws(JSON.ParsingError) {
                return (key, try JSON.Value(parsing: text, options: .init(duplicateKeys: .last, loneSurrogates: .replaced)))
            } catch {
                throw UsageError(
                    "“\(part.word)”: \(path) is not valid JSON, \(error)", in: part.word,
                    at: part.word.utf8.count - path.utf8.count)
            }
        default: return nil
        }
    }
}
