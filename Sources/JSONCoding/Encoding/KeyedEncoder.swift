/// Takes the members of an object.
struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    let object: EncodedObject

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func name(_ key: some CodingKey) -> String {
        encoder.options.keyEncodingStrategy.conversion.convert(key.stringValue, of: key, in: codingPath)
    }

    private func set(_ value: JSON.Value, _ key: some CodingKey) { object[name(key)] = .value(value) }

    func encodeNil(forKey key: Key) { set(.null, key) }
    func encode(_ value: Bool, forKey key: Key) { set(.bool(value), key) }
    func encode(_ value: String, forKey key: Key) { set(.string(value), key) }
    func encode(_ value: Double, forKey key: Key) throws { set(try encoder.number(value, key), key) }
    func encode(_ value: Float, forKey key: Key) throws { set(try encoder.number(value, key), key) }
    func encode(_ value: Int, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: Int8, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: Int16, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: Int32, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: Int64, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: Int128, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: UInt, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: UInt8, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: UInt16, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: UInt32, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: UInt64, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: UInt128, forKey key: Key) { set(encoder.number(value), key) }
    func encode(_ value: some Encodable, forKey key: Key) throws { object[name(key)] = try encoder.node(for: value, key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key) { $0.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key) { $0.unkeyedContainer() } }

    /// A container for the value of a key, the one that there is already when it is asked for again.
    private func nested<Container>(_ key: Key, _ container: (ValueEncoder) -> Container) -> Container {
        let nested = ValueEncoder(in: encoder, key)
        nested.node = object[name(key)]
        defer { object[name(key)] = nested.node }
        return container(nested)
    }

    func superEncoder() -> any Encoder { superEncoder(PathKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

    private func superEncoder(_ key: some CodingKey) -> ValueEncoder {
        let superEncoder = ValueEncoder(superOf: encoder, key)
        object[name(key)] = .later(superEncoder)
        return superEncoder
    }
}
