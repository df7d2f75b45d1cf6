/// Decodes the value at a place of the tape. Two words, so that it fits into an `any Decoder` as it is.
struct ValueDecoder: Decoder {
    let document: Document
    let index: Int

    var codingPath: [any CodingKey] { document.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { document.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard document.kind(index) == .object else { throw document.mismatch(index, [String: Any].self) }
        return KeyedDecodingContainer(KeyedValues<Key>(document: document, index: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard document.kind(index) == .array else { throw document.mismatch(index, [Any].self) }
        return UnkeyedValues(document: document, index: index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { document.kind(index) == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try document.bool(index) }
    func decode(_ type: String.Type) throws -> String { try document.string(index) }
    func decode(_ type: Double.Type) throws -> Double { try document.floatingPoint(index) }
    func decode(_ type: Float.Type) throws -> Float { try document.floatingPoint(index) }
    func decode(_ type: Int.Type) throws -> Int { try document.integer(index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(index) }
    func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(index) }
    func decode(_ type: UInt.Type) throws -> UInt { try document.integer(index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(index) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(index) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try document.decode(type, at: index) }
}
