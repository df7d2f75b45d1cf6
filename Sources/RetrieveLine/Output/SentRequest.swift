internal import HTTPSemantics
internal import Retriever

/// A request as it goes out.
struct SentRequest: Sendable {
    var request: HTTPRequest
    let content: RequestContent?
    let options: RequestOptions

    init(request: HTTPRequest, content: RequestContent?, options: RequestOptions) {
        self.request = request
        self.content = content
        self.options = options
    }

    /// The request that an interceptor in the network's place has seen.
    init(_ call: InterceptedRequest) {
        self.init(request: call.request, content: call.content, options: call.options)
    }

    /// The fields as they stand on the wire, with those that are made from target and content.
    var fields: HTTPFields {
        var fields: HTTPFields = request.headerFields.contains(.host) ? [:] : [.host: request.url.authority]
        if options.acceptsAnything, !request.headerFields.contains(.accept) { fields[.accept] = "*/*" }
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
