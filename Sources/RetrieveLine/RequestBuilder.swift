internal import FoundationEssentials
package import HTTPSemantics
package import Retriever

/// A request ready to be made.
package struct BuiltRequest: Sendable {
    /// The head.
    package var request: HTTPRequest
    /// The content; `nil` for none.
    package var content: RequestContent?
    /// Default fields that must not be sent.
    package var withheldFields: Set<HTTPField.Name> = []
}

extension RequestLine {
    /// The request that the line means: content makes it a POST, JSON unless it is a form.
    ///
    /// - Throws: A sentence that quotes the word at fault.
    package func build() throws(UsageError) -> BuiltRequest {
        let content = try content()
        guard let method = HTTPRequest.Method(method ?? (content == nil ? "GET" : "POST")) else {
            throw UsageError("“\(method ?? "")” is no method; a method is one word such as PUT")
        }
        var built = BuiltRequest(request: HTTPRequest(method: method, url: try url()), content: content)
        if content?.contentType == Self.json { built.request.headerFields[.accept] = "\(Self.json), */*;q=0.5" }
        try add(fields: &built)
        return built
    }

    private static let json = "application/json"

    private func url() throws(UsageError) -> WebURL {
        let url: WebURL
        do throws(URLParsingError) {
            url = try WebURL(address)
        } catch {
            throw UsageError("“\(address)” is no URL: \(error.description)")
        }
        guard ["http", "https"].contains(url.scheme) else {
            throw UsageError("“\(url.scheme):” addresses cannot be retrieved; begin with http:// or https://")
        }
        return url.appending(
            query: FormParameters(
                items.compactMap { item in
                    guard case .query(let name, let value) = item else { return nil }
                    return .init(name: name, value: value)
                }))
    }

    private func add(fields built: inout BuiltRequest) throws(UsageError) {
        var given: Set<HTTPField.Name> = []
        for case .field(let name, let value) in items {
            guard let fieldName = HTTPField.Name(name) else { throw UsageError("“\(name):\(value)”: “\(name)” is no field name") }
            guard let field = HTTPField(name: fieldName, value: value) else {
                throw UsageError("the value of the field \(name) holds a line break or NUL")
            }
            // What the user says about a field replaces the default; saying it twice sends two lines.
            if given.insert(fieldName).inserted { built.request.headerFields[fieldName] = nil }
            if value.isEmpty { built.withheldFields.insert(fieldName) } else { built.request.headerFields.append(field) }
        }
    }

    private func content() throws(UsageError) -> RequestContent? {
        let parts = items.filter(\.isContent)
        guard !parts.isEmpty else { return nil }
        return sendsForm ? form(parts) : object(parts)
    }

    private func form(_ parts: [RequestItem]) -> RequestContent {
        .form(
            FormParameters(
                parts.compactMap { part in
                    switch part {
                    case .text(let name, let value), .json(let name, let value): .init(name: name, value: value)
                    default: nil
                    }
                }))
    }

    /// A JSON object of the parts in their order; of equal names the last one counts, as with HTTPie.
    private func object(_ parts: [RequestItem]) -> RequestContent {
        var members: [(name: String, value: String)] = []
        for part in parts {
            switch part {
            case .text(let name, let value): members.append((name, JSON.Value.string(value).description))
            case .json(let name, let value): members.append((name, value))
            default: break
            }
        }
        let last = Dictionary(members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
        let kept = members.enumerated().filter { last[$1.name] == $0 }.map { "\(JSON.Value.string($1.name)): \($1.value)" }
        return RequestContent("{\(kept.joined(separator: ", "))}".utf8, contentType: Self.json)
    }
}
