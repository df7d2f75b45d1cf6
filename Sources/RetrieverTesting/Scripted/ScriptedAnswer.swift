public import Retriever
internal import Synchronization

/// What a ``ScriptedTransport`` or a ``LoopbackServer`` answers.
///
///     .json(["id": 1])
///     .text("busy", status: 503, headerFields: [.retryAfter: "1"])
///     .file("Fixtures/image.iso").breakingOff(after: 100_000)
///     .fails(.timedOut)
public struct ScriptedAnswer: Sendable {
    let respond: @Sendable (ReceivedRequest) async throws -> HTTPClientResponse

    /// Whatever `respond` makes of the request, or throws.
    public init(_ respond: @escaping @Sendable (ReceivedRequest) async throws -> HTTPClientResponse) { self.respond = respond }

    /// The answer that `choose` makes for a request.
    public static func choosing(_ choose: @escaping @Sendable (ReceivedRequest) async throws -> ScriptedAnswer) -> Self {
        Self { try await choose($0).respond($0) }
    }

    /// Bytes. `Content-Length` is added unless the fields have it.
    public static func bytes(
        _ content: [UInt8], contentType: String? = "application/octet-stream", status: HTTPResponse.Status = 200,
        headerFields: HTTPFields = [:], trailerFields: HTTPFields = [:]
    ) -> Self {
        var head = HTTPResponse(status: status, headerFields: headerFields)
        if let contentType, !headerFields.contains(.contentType) { head.headerFields[.contentType] = contentType }
        let mayHaveContent = status.kind != .informational && status != 204 && status != 304
        if mayHaveContent, !headerFields.contains(.contentLength) { head.headerFields[.contentLength] = "\(content.count)" }
        return Self { [head] in
            HTTPClientResponse(head: head, url: $0.url, body: ResponseBody(content, trailerFields: trailerFields))
        }
    }

    /// A status and fields without content.
    public static func status(_ status: HTTPResponse.Status, headerFields: HTTPFields = [:]) -> Self {
        bytes([], contentType: nil, status: status, headerFields: headerFields)
    }

    /// A text in UTF-8.
    public static func text(
        _ text: String, contentType: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = 200,
        headerFields: HTTPFields = [:]
    ) -> Self {
        bytes(Array(text.utf8), contentType: contentType, status: status, headerFields: headerFields)
    }

    /// A value as JSON, its members in the order of their names.
    ///
    /// - Throws: `EncodingError`.
    public static func json(
        _ value: some Encodable, status: HTTPResponse.Status = 200, headerFields: HTTPFields = [:]
    ) throws -> Self {
        var encoder = JSON.Encoder()
        encoder.outputFormatting = .sortedKeys
        return bytes(
            try encoder.encode(value), contentType: "application/json", status: status, headerFields: headerFields)
    }

    /// A redirect.
    public static func redirect(to location: String, status: HTTPResponse.Status = 302) -> Self {
        .status(status, headerFields: [.location: location])
    }

    /// Chunks, one after the other as they are read; how many bytes they are is not said.
    public static func chunks(
        _ chunks: [[UInt8]], contentType: String? = "application/octet-stream", status: HTTPResponse.Status = 200,
        headerFields: HTTPFields = [:], trailerFields: HTTPFields = [:]
    ) -> Self {
        stream(contentType: contentType, status: status, headerFields: headerFields, trailerFields: trailerFields) {
            let rest = Mutex(chunks[...])
            return { rest.withLock { $0.popFirst() } }
        }
    }

    /// Content that is made as it is read.
    ///
    /// - Parameter begin: Called for each response; what it returns gives the next bytes, and `nil` at the end.
    public static func stream(
        contentType: String? = "application/octet-stream", status: HTTPResponse.Status = 200, headerFields: HTTPFields = [:],
        trailerFields: HTTPFields = [:], _ begin: @escaping @Sendable () -> @Sendable () async throws -> [UInt8]?
    ) -> Self {
        var head = HTTPResponse(status: status, headerFields: headerFields)
        if let contentType, !headerFields.contains(.contentType) { head.headerFields[.contentType] = contentType }
        return Self { [head] in
            HTTPClientResponse(
                head: head, url: $0.url, body: ResponseBody(trailerFields: trailerFields, next: begin()))
        }
    }

    /// No answer but an error, such as a transport has.
    public static func fails(_ error: any Error) -> Self { Self { _ in throw error } }

    /// No answer but an error with this code.
    public static func fails(_ code: HTTPClientError.Code) -> Self {
        fails(HTTPClientError(code, "scripted failure: \(code)"))
    }

    /// No answer, until the request is cancelled or its time is over.
    public static var neverAnswers: Self { Self.status(200).held(at: Gate()) }
}
