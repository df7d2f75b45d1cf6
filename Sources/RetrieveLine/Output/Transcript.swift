internal import HTTPSemantics
internal import Retriever
internal import Synchronization

/// Remembers the requests of an exchange as they go out, for those who want to see them.
final class Transcript: Interceptor {
    private let recorded = Mutex<[InterceptedRequest]>([])

    /// The requests so far.
    var requests: [InterceptedRequest] { recorded.withLock(\.self) }

    func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
        recorded.withLock { $0.append(call) }
        return try await next(call)
    }
}

extension InterceptedRequest {
    /// The fields of the request as they stand on the wire, with those that are made from target and content.
    var sentFields: HTTPFields {
        var fields: HTTPFields = request.headerFields.contains(.host) ? [:] : [.host: request.url.authority]
        if !request.headerFields.contains(.accept) { fields[.accept] = "*/*" }
        for field in request.headerFields { fields.append(field) }
        func add(_ name: HTTPField.Name, _ value: String) {
            if !fields.contains(name), let field = HTTPField(name: name, value: value) { fields.append(field) }
        }
        if let type = content?.contentType { add(.contentType, type) }
        if options.decodesContent { add(.acceptEncoding, RequestOptions.acceptedCodings) }
        if let size = content?.bytes?.count ?? (request.method.hasMeaningfulContent && content == nil ? 0 : nil) {
            add(.contentLength, "\(size)")
        }
        return fields
    }
}
