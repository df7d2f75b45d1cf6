internal import CurlTransport
public import HTTPSemantics

/// Fields that are sent after the content. RFC 9110 §6.5.
struct RequestTrailers: Sendable {
    let names: [HTTPField.Name]
    let fields: @Sendable () async throws -> HTTPFields
}

extension RequestContent {
    /// This content with a trailer section behind it, for what is known only when all has been sent, such as a checksum.
    /// RFC 9110 §6.5.
    ///
    /// The content is sent in chunks over HTTP/1.1, whatever else the server speaks: libcurl sends no trailer section over HTTP/2.
    /// The request throws ``HTTPClientError`` with code `encoding` when a field comes that was not announced.
    ///
    /// - Parameters:
    ///   - names: The fields' names, which the header section announces in `Trailer` (§6.6.2). Not those that frame, route or
    ///     authenticate a message (§6.5.1).
    ///   - fields: Called after the content was read, each time it is sent.
    public func followed(
        by names: [HTTPField.Name], _ fields: @escaping @Sendable () async throws -> HTTPFields
    ) -> RequestContent {
        var content = self
        content.trailers = RequestTrailers(names: names, fields: fields)
        return content
    }
}

extension RequestTrailers {
    /// Fields that have to be known before the content. RFC 9110 §6.5.1.
    private static let forbidden: Set<HTTPField.Name> = [
        .authorization, .contentEncoding, .contentLength, .contentType, .cookie, .expect, .host, .proxyAuthorization, .setCookie,
        .trailer, .transferEncoding,
    ]

    /// The value of the field that announces them.
    ///
    /// - Throws: ``HTTPClientError`` with code `invalidRequest` for a field that must not come after the content.
    func announcement() throws -> String {
        if let name = names.first(where: Self.forbidden.contains) {
            throw HTTPClientError(.invalidRequest, "\(name) may not stand in a trailer section (RFC 9110 §6.5.1)")
        }
        return names.map(\.rawName).joined(separator: ", ")
    }

    /// The fields, when all of them were announced.
    func checkedFields() async throws -> HTTPFields {
        let fields = try await fields()
        if let field = fields.first(where: { !names.contains($0.name) }) {
            throw ContentError("the trailer field \(field.name) was not announced")
        }
        return fields
    }
}
