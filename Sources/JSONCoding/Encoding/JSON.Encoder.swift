extension JSON {
    /// Encodes `Encodable` values as JSON, with the options of Foundation's `JSONEncoder`.
    public struct Encoder: Sendable {
        /// How the document is written; on one line unless told otherwise.
        public var outputFormatting: OutputFormatting = []
        /// What members are called; as their keys unless told otherwise.
        public var keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys
        /// How dates are written; as their own `Encodable` has it unless told otherwise.
        public var dateEncodingStrategy: DateEncodingStrategy = .deferredToDate
        /// How bytes are written; in Base64 unless told otherwise.
        public var dataEncodingStrategy: DataEncodingStrategy = .base64
        /// How infinities and NaN are written; unless told otherwise they are errors.
        public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .throw
        /// What types find in `encoder.userInfo`.
        public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

        /// An encoder with the usual options.
        public init() {}

        /// The document that a value is, in UTF-8.
        ///
        /// - Throws: `EncodingError` with the path to what has no form in JSON. What the types themselves throw comes as it is.
        public func encode(_ value: some Encodable) throws -> [UInt8] {
            var writer = JSONWriter(formatting: outputFormatting)
            writer.write(try node(for: value))
            return writer.bytes
        }

        /// A value in the form of JSON, not written yet.
        ///
        /// - Throws: As ``encode(_:)``.
        public func encodeValue(_ value: some Encodable) throws -> Value { try node(for: value).value }

        private func node(for value: some Encodable) throws -> EncodedNode {
            guard let node = try ValueEncoder(self).node(for: value) else {
                throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "the value encodes nothing"))
            }
            return node
        }
    }
}
