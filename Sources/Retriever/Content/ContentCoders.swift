public import FoundationEssentials
public import JSONCoding

/// Decodes values from content: ``JSON/Decoder`` unless told otherwise, Foundation's `JSONDecoder`, or one for another format.
public protocol ContentDecoder: Sendable {
    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: What the content holds.
    ///   - content: All of it.
    /// - Throws: `DecodingError`, or whatever types throw.
    func decode<Value: Decodable>(_ type: Value.Type, from content: [UInt8]) throws -> Value
}

/// Encodes values as content: ``JSON/Encoder`` unless told otherwise, or Foundation's `JSONEncoder`.
public protocol ContentEncoder: Sendable {
    /// The content that a value is.
    ///
    /// - Throws: `EncodingError`, or whatever types throw.
    func content(of value: some Encodable) throws -> [UInt8]
}

extension JSON.Decoder: ContentDecoder {}

extension JSON.Encoder: ContentEncoder {
    /// The document that a value is, in UTF-8; ``encode(_:)`` by another name.
    public func content(of value: some Encodable) throws -> [UInt8] { try encode(value) }
}

extension JSONDecoder: ContentDecoder {
    /// Decodes a value from content that is copied into `Data`.
    ///
    /// - Parameters:
    ///   - type: What the content holds.
    ///   - content: All of it.
    public func decode<Value: Decodable>(_ type: Value.Type, from content: [UInt8]) throws -> Value {
        try decode(type, from: Data(content))
    }
}

extension JSONEncoder: ContentEncoder {
    /// The document that a value is.
    public func content(of value: some Encodable) throws -> [UInt8] { Array(try encode(value)) }
}
