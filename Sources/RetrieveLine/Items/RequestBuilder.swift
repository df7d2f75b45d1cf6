internal import Files
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
    /// - Parameters:
    ///   - settings: What the options ask for.
    ///   - input: What is piped in, if it is to be sent.
    /// - Throws: A sentence that quotes the word at fault.
    package func build(_ settings: Settings = Settings(), input: RequestContent? = nil) throws(UsageError) -> BuiltRequest {
        let content = try content(settings, input)
        guard let method = HTTPRequest.Method(method ?? (content == nil ? "GET" : "POST")) else {
            throw UsageError("“\(method ?? "")” is no method; a method is one word such as PUT")
        }
        var built = BuiltRequest(request: HTTPRequest(method: method, url: try url()), content: content)
        if settings.contentStyle == .json || content?.contentType == ContentBuilder.json {
            built.request.headerFields[.accept] = "\(ContentBuilder.json), */*;q=0.5"
        }
        try add(fields: settings.fields, to: &built)
        if built.withheldFields.contains(.contentType) { built.content?.contentType = nil }
        return built
    }

    private func content(_ settings: Settings, _ input: RequestContent?) throws(UsageError) -> RequestContent? {
        let made = try ContentBuilder(items: items, style: settings.contentStyle).content()
        guard let source = settings.contentSource else { return made ?? input }
        guard made == nil else { throw UsageError("content is given twice: by an item and by --body, --raw or --data") }
        let type = settings.contentStyle == .form ? "application/x-www-form-urlencoded" : nil
        switch source {
        case .text(let text):
            return RequestContent(
                text.utf8, contentType: type ?? (text.isJSON ? ContentBuilder.json : "text/plain; charset=utf-8"))
        case .file(let path):
            return try ItemFile.whole(path, type: type, in: "@" + path)
        case .standardInput:
            var content = input ?? RequestContent([])
            if let type { content.contentType = type }
            return content
        }
    }

    /// The fields that items name.
    var fieldNames: Set<HTTPField.Name> {
        Set(
            items.compactMap { item in
                switch item.kind {
                case .field(let name, _), .emptyField(let name): HTTPField.Name(name)
                default: nil
                }
            })
    }

    /// The fields of options and items, and the names of those that are not to be sent.
    func fields(_ settings: Settings) throws(UsageError) -> (HTTPFields, withheld: Set<HTTPField.Name>) {
        var built = BuiltRequest(request: HTTPRequest(url: try url()))
        try add(fields: settings.fields, to: &built)
        return (built.request.headerFields, built.withheldFields)
    }

    /// What is piped in, if it is to be sent.
    func input(_ settings: Settings) throws(FileError) -> RequestContent? {
        if settings.contentSource == .standardInput { return try StandardInput.content(isAskedFor: true) }
        let isWanted = !settings.ignoresStandardInput && settings.contentSource == nil && !items.contains(where: \.isContent)
        guard isWanted, !["GET", "HEAD", "TRACE"].contains(method) else { return nil }
        return try StandardInput.content(isAskedFor: false)
    }

    /// The target, with the query's items.
    func url() throws(UsageError) -> WebURL {
        let url: WebURL
        do throws(URLParsingError) {
            url = try WebURL(address)
        } catch {
            throw UsageError("“\(URLShortcut.withoutUser(address))” is no URL: \(error.description)")
        }
        guard ["http", "https"].contains(url.scheme) else {
            throw UsageError("“\(url.scheme):” addresses cannot be retrieved; begin with http:// or https://")
        }
        return url.appending(
            query: FormParameters(
                items.compactMap { item in
                    guard case .query(let name, let value) = item.kind else { return nil }
                    return .init(name: name, value: value)
                }))
    }

    private func add(fields: [HTTPField], to built: inout BuiltRequest) throws(UsageError) {
        var given: Set<HTTPField.Name> = []
        func add(_ field: HTTPField) {
            // What the user says about a field replaces the default; saying it twice sends two lines.
            if given.insert(field.name).inserted { built.request.headerFields[field.name] = nil }
            built.request.headerFields.append(field)
        }
        for field in fields { add(field) }
        for item in items {
            switch item.kind {
            case .field(let name, let value) where value.isEmpty:
                let name = try fieldName(name, in: item)
                guard name != .host else { throw UsageError("no request can do without Host", in: item.word, at: 0) }
                built.request.headerFields[name] = nil
                built.withheldFields.insert(name)
            case .field(let name, let value): add(try field(name, value, in: item))
            case .emptyField(let name): add(try field(name, "", in: item))
            default: continue
            }
        }
    }

    private func fieldName(_ name: String, in item: RequestItem) throws(UsageError) -> HTTPField.Name {
        guard let fieldName = HTTPField.Name(name) else {
            let offset = name.utf8.firstIndex { !$0.isTokenCharacter }.map { name.utf8.distance(from: name.startIndex, to: $0) }
            throw UsageError("“\(item.word)”: “\(name)” is no field name", in: item.word, at: offset ?? 0)
        }
        return fieldName
    }

    private func field(_ name: String, _ value: String, in item: RequestItem) throws(UsageError) -> HTTPField {
        guard let field = HTTPField(name: try fieldName(name, in: item), value: value) else {
            let before = item.word.utf8.prefix { ![0, 0x0A, 0x0D].contains($0) }
            throw UsageError("the value of the field \(name) holds a line break or NUL", in: item.word, at: before.count)
        }
        return field
    }
}

extension String {
    /// Whether the text is JSON that begins as an object or array does.
    fileprivate var isJSON: Bool {
        guard let first = utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return false
        }
        return (try? JSON.Value(parsing: self, options: .init(duplicateKeys: .last, loneSurrogates: .replaced))) != nil
    }
}
