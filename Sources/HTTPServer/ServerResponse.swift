package import HTTPSemantics

/// What a handler answers. `Content-Length`, `Date` and `Connection` are the server's.
package struct ServerResponse: Sendable {
    /// The status.
    package var status: HTTPResponse.Status
    /// The header fields.
    package var headerFields: HTTPFields
    /// The content; not sent in answer to HEAD, but measured.
    package var content: [UInt8]
    /// Content that comes later, instead of ``content``.
    package var stream: StreamedContent?

    /// A response.
    package init(status: HTTPResponse.Status = 200, headerFields: HTTPFields = [:], content: [UInt8] = []) {
        self.status = status
        self.headerFields = headerFields
        self.content = content
    }
}

/// Why the server itself answers, without asking a handler.
package struct Refusal: Sendable, Hashable {
    /// The status.
    package var status: HTTPResponse.Status
    /// What to do differently, as a sentence.
    package var detail: String

    /// The response when nobody presents refusals in another way: the sentence as plain text.
    package var plainResponse: ServerResponse {
        ServerResponse(status: status, headerFields: [.contentType: "text/plain; charset=utf-8"], content: Array(detail.utf8))
    }

    /// A refusal.
    package init(status: HTTPResponse.Status, detail: String) {
        self.status = status
        self.detail = detail
    }
}
