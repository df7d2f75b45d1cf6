public import FoundationEssentials
public import HTTPSemantics

/// The content of a request: bytes and what they are.
public struct RequestContent: Sendable {
    /// The bytes.
    public var bytes: [UInt8]
    /// The value of `Content-Type`, unless the request has one; `nil` sends none.
    public var contentType: String?

    /// Bytes of any kind.
    public init(_ bytes: some Sequence<UInt8>, contentType: String? = nil) {
        self.bytes = Array(bytes)
        self.contentType = contentType
    }

    /// A text in UTF-8.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Self {
        Self(text.utf8, contentType: contentType)
    }

    /// Parameters as `application/x-www-form-urlencoded`, in their order. WHATWG URL standard §5.2.
    public static func form(_ parameters: FormParameters) -> Self {
        Self(parameters.urlEncoded.utf8, contentType: "application/x-www-form-urlencoded")
    }

    /// A value as JSON. RFC 8259.
    ///
    /// - Throws: ``HTTPClientError`` with code `encoding` when the value cannot be encoded.
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> Self {
        do {
            return Self(try encoder.encode(value), contentType: "application/json")
        } catch {
            // The error itself repeats the value, which may be a secret.
            let path = (error as? EncodingError)?.path ?? "\(type(of: error))"
            throw HTTPClientError(.encoding, "the value could not be encoded as JSON: \(path)", cause: error)
        }
    }
}

extension EncodingError {
    /// Where the value sits that cannot be encoded.
    fileprivate var path: String {
        guard case .invalidValue(_, let context) = self else { return "no reason is known" }
        let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return keys.isEmpty ? "it has no form in JSON" : "the value at \(keys.joined(separator: ".")) has no form in JSON"
    }
}
