internal import CurlTransport
internal import HTTPSemantics

/// Content for one attempt: files have been found, lengths are known, and a boundary is chosen.
struct OpenedContent {
    /// The value of `Content-Type`.
    var contentType: String?
    /// The value of `Trailer`.
    var trailerNames: String?
    var content: TransferContent

    /// - Throws: ``HTTPClientError`` with code `encoding` when a file cannot be read, `invalidRequest` for what may not be sent.
    init(_ content: RequestContent) async throws {
        do {
            self = try await Self.open(content)
        } catch let error as ContentError {
            throw HTTPClientError(.encoding, "the content could not be made: \(error)", cause: error)
        }
        guard let trailers = content.trailers else { return }
        trailerNames = try trailers.announcement()
        self.content = .stream(followed(by: trailers))
    }

    private init(contentType: String?, content: TransferContent) {
        self.contentType = contentType
        self.content = content
    }

    private static func open(_ content: RequestContent) async throws -> OpenedContent {
        let type = content.contentType
        switch content.source {
        case .bytes(let bytes): return OpenedContent(contentType: type, content: .bytes(bytes))
        case .file(let path): return OpenedContent(contentType: type, content: .stream(try await ContentFile.stream(path: path)))
        case .stream(let stream, _): return OpenedContent(contentType: type, content: .stream(stream))
        case .multipart(let parts): return try await open(parts)
        }
    }

    private static func open(_ parts: [MultipartPart]) async throws -> OpenedContent {
        let encoding = MultipartEncoding()
        var segments: [TransferContent] = []
        for part in parts {
            let opened = try await open(part.content)
            guard opened.contentType.map(HTTPField.isValid(value:)) ?? true else {
                throw HTTPClientError(.invalidRequest, "the content type of a part holds a line break or NUL")
            }
            let start = encoding.partStart(
                name: part.name, fileName: part.fileName, contentType: opened.contentType, isFirst: segments.isEmpty)
            segments += [.bytes(start), opened.content]
        }
        segments.append(.bytes(encoding.end(isEmpty: parts.isEmpty)))
        return OpenedContent(contentType: encoding.contentType, content: joined(segments))
    }

    /// One content out of several: bytes when all are, else a stream.
    private static func joined(_ segments: [TransferContent]) -> TransferContent {
        let bytes = segments.compactMap { segment in if case .bytes(let bytes) = segment { bytes } else { nil } }
        guard bytes.count < segments.count else { return .bytes(Array(bytes.joined())) }
        let lengths = segments.compactMap(\.length)
        let length = lengths.count == segments.count ? lengths.reduce(0, +) : nil
        return .stream(
            ContentStream(length: length) {
                var rest = segments[...]
                var reader: ContentStream.Reader?
                return {
                    while true {
                        if let chunk = try await reader?() { return chunk }
                        reader = nil
                        switch rest.popFirst() {
                        case nil: return nil
                        case .bytes(let bytes): return bytes
                        case .stream(let stream): reader = try stream.checkedReader()
                        }
                    }
                }
            })
    }

    /// The content in the only framing that can have a trailer section: chunks.
    private func followed(by trailers: RequestTrailers) -> ContentStream {
        let content = content
        return ContentStream(length: nil, trailerFields: trailers.checkedFields) {
            switch content {
            case .stream(let stream): return try stream.checkedReader()
            case .bytes(let bytes):
                var rest = [bytes]
                return { rest.popLast() }
            }
        }
    }
}

extension OpenedContent {
    /// A request with the fields that describe this content, where it has none of its own.
    ///
    /// - Throws: ``HTTPClientError`` with code `invalidRequest`.
    func describe(_ request: HTTPRequest) throws -> HTTPRequest {
        var request = request
        if let contentType, !request.headerFields.contains(.contentType) {
            guard let field = HTTPField(name: .contentType, value: contentType) else {
                throw HTTPClientError(.invalidRequest, "the content type holds a line break or NUL")
            }
            request.headerFields.append(field)
        }
        if let trailerNames { request.headerFields[.trailer] = trailerNames }
        return request
    }
}
