public import HTTPSemantics
public import JSONCoding

/// A response whose head has arrived; the content comes through ``body``, in parts or collected.
public struct HTTPClientResponse: Sendable {
    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headerFields: HTTPFields
    /// The URL that answered: the last one after redirects, without user name and password.
    public let url: WebURL
    /// The content.
    public let body: ResponseBody
    /// The redirects that led here, in their order.
    public private(set) var history: [RedirectHop] = []

    private var mark: CacheMark?

    /// A response, such as an interceptor makes up.
    public init(head: HTTPResponse, url: WebURL, body: ResponseBody = ResponseBody([])) {
        self.init(head: head, url: url, body: body, mark: nil)
    }

    init(head: HTTPResponse, url: WebURL, body: ResponseBody, mark: CacheMark?) {
        status = head.status
        headerFields = head.headerFields
        self.url = url.hasCredentials ? url.withoutCredentials : url
        self.body = body
        self.mark = mark
    }

    /// How the client's cache handled the request; `nil` when it has none. RFC 9211.
    public var cacheStatus: CacheStatus? { mark?.status }

    /// The version of HTTP that it came by, such as "1.1"; `nil` when it did not come straight from the network.
    package var httpVersion: String? { (body.source as? TransferredContent)?.httpVersion }

    /// Status and fields.
    public var head: HTTPResponse { HTTPResponse(status: status, headerFields: headerFields) }

    /// The same with another body, such as one that watches this one.
    public func with(body: ResponseBody) -> HTTPClientResponse {
        HTTPClientResponse(head: head, url: url, body: body, mark: mark).with(history: history)
    }

    func with(headerFields: HTTPFields, body: ResponseBody, mark: CacheMark) -> HTTPClientResponse {
        HTTPClientResponse(
            head: HTTPResponse(status: status, headerFields: headerFields), url: url, body: body, mark: mark
        ).with(history: history)
    }

    func with(history: [RedirectHop]) -> HTTPClientResponse {
        guard !history.isEmpty else { return self }
        var result = self
        result.history = history
        return result
    }

    /// The fields after the content; none before its end has been read. RFC 9110 §6.5.
    public var trailerFields: HTTPFields { body.trailerFields }

    /// Stops the transfer when nobody wants the content; reading it throws code `cancelled` from now on. Dropping the response does
    /// the same.
    public func cancel() { body.cancel() }

    /// Reads all content.
    ///
    /// - Parameter limit: The most bytes to keep; 64 MiB unless told otherwise.
    /// - Throws: ``HTTPClientError``; code `contentTooLarge` when there is more content than `limit`.
    public func collected(upTo limit: Int = 64 << 20) async throws -> CollectedResponse {
        let content = try await body.collect(upTo: limit)
        return CollectedResponse(
            status: status, headerFields: headerFields, url: url, content: content, trailerFields: trailerFields,
            history: history, cacheStatus: cacheStatus)
    }

    /// The content as text; see ``CollectedResponse/text``.
    public func text(upTo limit: Int = 64 << 20) async throws -> String { try await collected(upTo: limit).text }

    /// This response when its status is 2xx.
    ///
    /// - Throws: ``HTTPClientError`` with code `status`, which has the first bytes of the content.
    public func successful() async throws -> HTTPClientResponse {
        guard status.kind != .successful else { return self }
        throw try await refusal()
    }

    /// The error that the response is to who cannot use its status, with the first bytes of the content.
    ///
    /// Apart, and not inlined, so that a task does not keep room for it while it waits for good responses.
    @inline(never) func refusal() async throws -> HTTPClientError {
        let limit = headerFields.announceProblem ? ProblemDetails.sizeLimit : HTTPClientError.contentPrefixLimit
        return HTTPClientError(refused: head, url: url, content: try await body.prefix(bytes: limit))
    }

    /// The content, decoded from JSON. An optional type takes a 2xx response without content as `nil`.
    ///
    /// - Parameters:
    ///   - type: What the content holds.
    ///   - limit: The most bytes to keep; 64 MiB unless told otherwise.
    ///   - decoder: Reads it; Foundation's `JSONDecoder()` will do as well.
    /// - Throws: ``HTTPClientError``: code `status` unless the status is 2xx, `decoding` with the key that failed.
    @concurrent public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, upTo limit: Int = 64 << 20, decoder: some ContentDecoder = JSON.Decoder()
    ) async throws -> Value {
        try await successful().collected(upTo: limit).decoded(as: type, decoder: decoder)
    }
}

extension HTTPClientError {
    init(refused head: HTTPResponse, url: WebURL, content: [UInt8]) {
        let problem = ProblemDetails(head.headerFields, content: content)
        let title = problem?.printableTitle.map { ": \($0)" } ?? ""
        self.init(.status, "\(url) answered \(head.status)\(title)")
        self.problem = problem
        status = head.status
        retryAfter = head.retryAfter(now: .now)
        contentPrefix = Array(content.prefix(Self.contentPrefixLimit))
    }
}
