extension JSON {
    /// Decodes `Decodable` values from JSON.
    ///
    /// It has the options of Foundation's `JSONDecoder`. Numbers of any size reach `Decimal`, `UInt64`, `Int128` and ``JSON/Number``
    /// without loss, and what does not fit is an error.
    public struct Decoder: Sendable {
        /// How members find their keys; as they are unless told otherwise.
        public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys
        /// How dates are written; as their own `Decodable` has it unless told otherwise.
        public var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate
        /// How bytes are written; in Base64 unless told otherwise.
        public var dataDecodingStrategy: DataDecodingStrategy = .base64
        /// How infinities and NaN are written; unless told otherwise they are errors.
        public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
        /// What types find in `decoder.userInfo`.
        public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        /// What the parser does where RFC 8259 leaves it a choice.
        public var parsing = ParsingOptions()

        /// A decoder with the usual options.
        public init() {}

        /// Decodes a value from a whole document.
        ///
        /// - Parameters:
        ///   - type: What it holds.
        ///   - bytes: The document, in UTF-8. An `[UInt8]` is not copied.
        /// - Throws: `DecodingError`. For bytes that are not JSON it is `dataCorrupted`, with a ``JSON/ParsingError`` beneath; else it has
        ///   the path to the value. What the types themselves throw comes as it is.
        public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>) throws -> Value {
            try decode(type, from: Array(bytes), origin: nil)
        }

        /// Decodes a value from a text.
        ///
        /// - Parameters:
        ///   - type: What it holds.
        ///   - text: The document.
        /// - Throws: As the other.
        public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from text: String) throws -> Value {
            try decode(type, from: Array(text.utf8), origin: nil)
        }

        func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8], origin: DocumentOrigin?) throws -> Value {
            try Document(parsing: bytes, self, origin: origin).decode(type, at: 0)
        }
    }
}
