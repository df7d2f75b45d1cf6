public import JSONCoding
public import Retriever

/// A request as it came to a ``ScriptedTransport`` or a ``LoopbackServer``.
public struct ReceivedRequest: Sendable {
    /// Method, URL and fields, as they went out.
    public let request: HTTPRequest
    /// The content; empty when there was none.
    public let content: [UInt8]

    /// A request.
    public init(_ request: HTTPRequest, content: [UInt8] = []) {
        self.request = request
        self.content = content
    }

    /// The method.
    public var method: HTTPRequest.Method { request.method }
    /// The URL.
    public var url: WebURL { request.url }
    /// The header fields.
    public var headerFields: HTTPFields { request.headerFields }
    /// The content as text in UTF-8.
    public var text: String { String(decoding: content, as: UTF8.self) }
    /// The content as the parameters of a form.
    public var form: FormParameters { FormParameters(urlEncoded: text) }

    /// The content, decoded from JSON.
    ///
    /// - Throws: `DecodingError`.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: some ContentDecoder = JSON.Decoder()
    ) throws -> Value {
        try decoder.decode(type, from: content)
    }
}

extension ReceivedRequest: CustomStringConvertible {
    /// Method and URL, without secrets.
    public var description: String { "\(method) \(Redaction().text(of: url))" }
}
