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

    /// A response, such as an interceptor makes up.
    public init(head: HTTPResponse, url: WebURL, body: ResponseBody = ResponseBody([])) {
        status = head.status
        headerFields = head.headerFields
        self.url = url.hasCredentials ? url.withoutCredentials : url
        self.body = body
    }

    /// Status and fields.
    public var head: HTTPResponse { HTTPResponse(status: status, headerFields: headerFields) }

    /// The same with another body, such as one that watches this one.
    public func with(body: ResponseBody) -> HTTPClientResponse {
        HTTPClientResponse(head: head, url: url, body: body).with(history: history)
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
            history: history)
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

    /// Apart, and not inlined, so that a task does not keep room for it while it waits for good responses.
    @inline(never) private func refusal() async throws -> HTTPClientError {
        HTTPClientError(
            status: status, url: url, contentPrefix: try await body.prefix(bytes: HTTPClientError.contentPrefixLimit))
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
    init(status: HTTPResponse.Status, url: WebURL, contentPrefix: some Sequence<UInt8>) {
        self.init(.status, "\(url) answered \(status)")
        self.status = status
        self.contentPrefix = Array(contentPrefix)
    }
}
