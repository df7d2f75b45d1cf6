/// The members of an object.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: Document
    /// The object's entry.
    let index: Int
    /// Where each value is, by names that a strategy has changed; `nil` when names count as they are.
    private let converted: [String: Int]?

    init(document: Document, index: Int) {
        self.document = document
        self.index = index
        converted = document.membersByConvertedName(index)
    }

    var codingPath: [any CodingKey] { document.path(to: index) }
    var allKeys: [Key] {
        let names = converted?.sorted { $0.value < $1.value }.map(\.key) ?? document.names(index).map(document.text)
        return names.compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    @inline(__always) private func find(_ key: some CodingKey) -> Int? {
        guard let converted else { return document.member(key.stringValue, of: index) }
        return converted[key.stringValue]
    }

    @inline(__always) private func value(_ key: some CodingKey) throws -> Int {
        guard let value = find(key) else { throw missing(key) }
        return value
    }

    private func missing(_ key: any CodingKey) -> DecodingError {
        .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "the object has no such member"))
    }

    func decodeNil(forKey key: Key) throws -> Bool { try document.kind(value(key)) == .null }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try document.bool(value(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try document.string(value(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try document.floatingPoint(value(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try document.floatingPoint(value(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try document.integer(value(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try document.integer(value(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try document.integer(value(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try document.integer(value(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try document.integer(value(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try document.integer(value(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try document.integer(value(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try document.integer(value(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try document.integer(value(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try document.integer(value(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try document.integer(value(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try document.integer(value(key)) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let index = try value(key)
        // What is decoded has members, too.
        let found = unsafe document.lastFound
        defer { unsafe document.lastFound = found }
        return try document.decode(type, at: index)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder(key).unkeyedContainer() }
    func superDecoder() throws -> any Decoder { try decoder(PathKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: some CodingKey) throws -> ValueDecoder {
        ValueDecoder(document: document, index: try value(key))
    }
}
