package import HTTPSemantics

/// A request as a handler sees it: complete, checked against the limits, its target taken apart.
package struct ServerRequest: Sendable {
    /// The method.
    package var method: HTTPRequest.Method
    /// The path as it stands in the request line, still percent-encoded.
    package var path: String
    /// The query without "?", still percent-encoded; empty when there is none.
    package var rawQuery: String
    /// What stood in the place of the route's `{name}` segments, percent-decoded.
    package var pathParameters: [String: String]
    /// The header fields that the route asked for; of several lines with one name, the first, unless it asked for all fields.
    package var headerFields: HTTPFields
    /// The content; empty when there is none.
    package var content: [UInt8]
    /// The numeric address of the other end of the connection.
    package var remoteAddress: String

    /// The parameters of the query, decoded.
    package var query: FormParameters { rawQuery.isEmpty ? [:] : FormParameters(urlEncoded: rawQuery) }

    /// A request.
    package init(
        method: HTTPRequest.Method, path: String, rawQuery: String = "", pathParameters: [String: String] = [:],
        headerFields: HTTPFields = [:], content: [UInt8] = [], remoteAddress: String = ""
    ) {
        self.method = method
        self.path = path
        self.rawQuery = rawQuery
        self.pathParameters = pathParameters
        self.headerFields = headerFields
        self.content = content
        self.remoteAddress = remoteAddress
    }
}
