public import FoundationEssentials
public import HTTPSemantics

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

    /// The content as Foundation's `Data`.
    public var data: Data { Data(content) }

    /// The content as text: UTF-8, or ISO 8859-1 when `Content-Type` says so; what is not valid becomes U+FFFD.
    public var text: String {
        let charset = headerFields[.contentType].flatMap(MediaType.init)?.parameters["charset"]?.asciiLowercased
        guard charset == "iso-8859-1" || charset == "latin1" else { return String(decoding: content, as: UTF8.self) }
        return String(String.UnicodeScalarView(content.lazy.map { Unicode.Scalar($0) }))
    }

    /// This response when its status is 2xx.
    ///
    /// - Throws: ``HTTPClientError`` with code `status`.
    public func successful() throws -> CollectedResponse {
        guard status.kind != .successful else { return self }
        throw HTTPClientError(status: status, url: url, contentPrefix: content.prefix(HTTPClientError.contentPrefixLimit))
    }

    /// The content, decoded from JSON. An optional type takes a 2xx response without content as `nil`.
    ///
    /// - Throws: ``HTTPClientError``: code `status` unless the status is 2xx, `decoding` with the key that failed.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        _ = try successful()
        if content.isEmpty, let optional = type as? any ExpressibleByNilLiteral.Type,
            let none = optional.init(nilLiteral: ()) as? Value
        {
            return none
        }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw decodingError(error, type: "\(type)")
        }
    }

    private func decodingError(_ error: any Error, type: String) -> HTTPClientError {
        let reason =
            if content.isEmpty { "there is no content" } else { (error as? DecodingError)?.summary ?? "\(Swift.type(of: error))" }
        var result = HTTPClientError(.decoding, "the content of \(url) is not the expected \(type): \(reason)", cause: error)
        result.status = status
        return result
    }
}

extension DecodingError {
    /// What is wrong and at which key, without repeating the content.
    fileprivate var summary: String {
        func path(_ context: Context, _ key: (any CodingKey)? = nil) -> String {
            let keys = context.codingPath + (key.map { [$0] } ?? [])
            return keys.reduce(into: "") { path, key in
                path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? key.stringValue : ".\(key.stringValue)")
            }
        }
        return switch self {
        case .keyNotFound(let key, let context): "the key \(path(context, key)) is missing"
        case .typeMismatch(let type, let context): "the value at \(path(context)) is no \(type)"
        case .valueNotFound(_, let context): "the value at \(path(context)) is null"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "it is not valid JSON" : "the value at \(path(context)) is malformed"
        @unknown default: "it could not be decoded"
        }
    }
}
