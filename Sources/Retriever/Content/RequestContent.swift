internal import CurlTransport
public import HTTPSemantics
public import JSONCoding

/// The content of a request: what is sent, and what it is.
///
/// Content is framed by its length where that is known (`Content-Length`), else by chunks on HTTP/1.1. A redirect with 307 or 308
/// sends it again; for content that can be read only once that is an error (``isReplayable``).
public struct RequestContent: Sendable {
    enum Source: Sendable {
        case bytes([UInt8])
        case file(String)
        /// `use` is there when the stream can be read only once.
        case stream(ContentStream, use: SingleUse?)
        case multipart([MultipartPart])
    }

    let source: Source
    /// The value of `Content-Type`, unless the request has one; `nil` sends none. Multipart content names its boundary by itself.
    public var contentType: String?
    var trailers: RequestTrailers?

    init(_ source: Source, contentType: String?) {
        self.source = source
        self.contentType = contentType
    }

    /// Bytes of any kind.
    public init(_ bytes: some Sequence<UInt8>, contentType: String? = nil) {
        self.init(.bytes(Array(bytes)), contentType: contentType)
    }

    /// The bytes, where they are all in memory; `nil` for files, streams and multipart content.
    public var bytes: [UInt8]? {
        guard case .bytes(let bytes) = source else { return nil }
        return bytes
    }

    /// Whether the content can be sent more than once.
    public var isReplayable: Bool {
        switch source {
        case .bytes, .file: true
        case .stream(_, let use): use == nil
        case .multipart(let parts): parts.allSatisfy(\.content.isReplayable)
        }
    }

    /// Whether the content can be sent now: it is replayable, or nobody has read any of it.
    var canBeSent: Bool {
        switch source {
        case .bytes, .file: true
        case .stream(_, let use): !(use?.hasBegun ?? false)
        case .multipart(let parts): parts.allSatisfy(\.content.canBeSent)
        }
    }

    /// A text in UTF-8.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Self {
        Self(text.utf8, contentType: contentType)
    }

    /// Parameters as `application/x-www-form-urlencoded`, in their order. WHATWG URL standard §5.2.
    public static func form(_ parameters: FormParameters) -> Self {
        Self(parameters.urlEncoded.utf8, contentType: "application/x-www-form-urlencoded")
    }

    /// A value as JSON. RFC 8259.
    ///
    /// - Parameters:
    ///   - value: What is sent.
    ///   - encoder: Writes it; Foundation's `JSONEncoder()` will do as well.
    /// - Throws: ``HTTPClientError`` with code `encoding` when the value cannot be encoded.
    public static func json(_ value: some Encodable, encoder: some ContentEncoder = JSON.Encoder()) throws -> Self {
        do {
            return Self(try encoder.content(of: value), contentType: "application/json")
        } catch {
            // The error itself repeats the value, which may be a secret.
            let path = (error as? EncodingError)?.path ?? "\(type(of: error))"
            throw HTTPClientError(.encoding, "the value could not be encoded as JSON: \(path)", cause: error)
        }
    }

    /// A regular file, read while it is sent. It is opened for each attempt, and its length then is the content's.
    ///
    /// The request throws ``HTTPClientError`` with code `encoding` when the file cannot be read or shrinks meanwhile.
    public static func file(_ path: String, contentType: String? = "application/octet-stream") -> Self {
        Self(.file(path), contentType: contentType)
    }

    /// Chunks of bytes as a sequence brings them; it is read as fast as they can be sent, and only once.
    ///
    /// The request throws ``HTTPClientError`` with code `encoding` when the sequence throws, or does not bring `length` bytes.
    ///
    /// - Parameters:
    ///   - chunks: The content.
    ///   - length: How many bytes there will be; `nil` when only the sequence's end tells.
    ///   - contentType: What they are; `nil` says nothing.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, length: Int? = nil, contentType: String? = "application/octet-stream"
    ) -> Self where Chunks.Element: Sequence<UInt8> {
        let use = SingleUse()
        let stream = ContentStream(length: length) {
            guard use.begin() else { throw ContentError("it can be read only once, and a part of it was sent before") }
            return reader(of: chunks)
        }
        return Self(.stream(stream, use: use), contentType: contentType)
    }

    /// Chunks of bytes as a sequence brings them. Each time the content has to be sent, `makeChunks` makes a new sequence from the
    /// first byte on.
    ///
    /// The request throws ``HTTPClientError`` with code `encoding` when a sequence throws, or does not bring `length` bytes.
    ///
    /// - Parameters:
    ///   - length: How many bytes there will be; `nil` when only the sequence's end tells.
    ///   - contentType: What they are; `nil` says nothing.
    ///   - makeChunks: Makes the content.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        length: Int? = nil, contentType: String? = "application/octet-stream", _ makeChunks: @escaping @Sendable () -> Chunks
    ) -> Self where Chunks.Element: Sequence<UInt8> {
        Self(.stream(ContentStream(length: length) { reader(of: makeChunks()) }, use: nil), contentType: contentType)
    }

    /// The parts of a form as `multipart/form-data`, in their order. RFC 7578.
    ///
    /// Files are read while they are sent, and each attempt has a boundary of its own.
    public static func multipart(_ parts: [MultipartPart]) -> Self { Self(.multipart(parts), contentType: nil) }

    private static func reader<Chunks: AsyncSequence>(of chunks: Chunks) -> ContentStream.Reader
    where Chunks.Element: Sequence<UInt8> {
        var iterator = chunks.makeAsyncIterator()
        return { try await iterator.next(isolation: #isolation).map { Array($0) } }
    }
}

extension EncodingError {
    /// Where the value sits that cannot be encoded.
    fileprivate var path: String {
        guard case .invalidValue(_, let context) = self else { return "no reason is known" }
        let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return keys.isEmpty ? "it has no form in JSON" : "the value at \(keys.joined(separator: ".")) has no form in JSON"
    }
}

extension RequestContent {
    /// - Throws: ``HTTPClientError`` with code `redirect` when a redirect asks for content that cannot be sent again.
    func requireReplay(after head: HTTPResponse, from url: WebURL) throws {
        guard !canBeSent else { return }
        throw HTTPClientError(
            .redirect,
            "\(url) answered \(head.status), but the content could be read only once; a stream made by a closure can be sent again"
        )
    }
}
