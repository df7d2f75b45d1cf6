public import FoundationEssentials
public import HTTPSemantics
public import JSONCoding

/// A response with all its content.
public struct CollectedResponse: Sendable {
    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headerFields: HTTPFields
    /// The URL that answered.
    public let url: WebURL
    /// The content, decoded from `Content-Encoding`.
    public let content: [UInt8]
    /// The fields after the content. RFC 9110 §6.5.
    public let trailerFields: HTTPFields
    /// The redirects that led here, in their order.
    public let history: [RedirectHop]
    /// How the client's cache handled the request; `nil` when it has none. RFC 9211.
    public let cacheStatus: CacheStatus?

    /// The content as Foundation's `Data`.
    public var data: Data { Data(content) }

    /// The content as text, by its ``encoding``. What is not valid becomes U+FFFD.
    public var text: String { encoding.decode(content) }

    /// This response when its status is 2xx.
    ///
    /// - Throws: ``HTTPClientError`` with code `status`.
    public func successful() throws -> CollectedResponse {
        guard status.kind != .successful else { return self }
        throw HTTPClientError(refused: head, url: url, content: content)
    }

    /// The content, decoded from JSON. An optional type takes a 2xx response without content as `nil`.
    ///
    /// - Parameters:
    ///   - type: What the content holds.
    ///   - decoder: Reads it; Foundation's `JSONDecoder()` will do as well.
    /// - Throws: ``HTTPClientError``: code `status` unless the status is 2xx, `decoding` with the key that failed.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: some ContentDecoder = JSON.Decoder()
    ) throws -> Value {
        _ = try successful()
        if content.isEmpty, let optional = type as? any ExpressibleByNilLiteral.Type,
            let none = optional.init(nilLiteral: ()) as? Value
        {
            return none
        }
        do {
            return try decoder.decode(type, from: content)
        } catch {
            var failure = HTTPClientError(undecodable: "the content of \(url)", as: type, isEmpty: content.isEmpty, error)
            failure.status = status
            throw failure
        }
    }
}

extension HTTPClientError {
    /// `what` could not be decoded.
    init(undecodable what: String, as type: Any.Type, isEmpty: Bool = false, _ error: any Error) {
        let reason = isEmpty ? "there is no content" : (error as? DecodingError)?.summary ?? "\(Swift.type(of: error))"
        self.init(.decoding, "\(what) is not the expected \(type): \(reason)", cause: error)
    }
}

extension DecodingError {
    /// What is wrong and at which key, without repeating the content.
    fileprivate var summary: String {
        func path(_ keys: [any CodingKey]) -> String {
            keys.reduce(into: "") { path, key in
                path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? key.stringValue : ".\(key.stringValue)")
            }
        }
        func value(_ context: Context) -> String {
            context.codingPath.isEmpty ? "the value" : "the value at \(path(context.codingPath))"
        }
        return switch self {
        case .keyNotFound(let key, let context): "the key \(path(context.codingPath + [key])) is missing"
        case .typeMismatch(let type, let context): "\(value(context)) is no \(type)"
        case .valueNotFound(_, let context): "\(value(context)) is null"
        case .dataCorrupted(let context):
            if let error = context.underlyingError as? JSON.ParsingError {
                "it is not valid JSON, \(error)"
            } else {
                context.codingPath.isEmpty ? "it is not valid JSON" : "\(value(context)) is malformed"
            }
        @unknown default: "it could not be decoded"
        }
    }
}
