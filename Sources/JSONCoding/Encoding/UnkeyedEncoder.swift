/// Takes the elements of an array.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    let array: EncodedArray

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { array.elements.count }
    private var key: PathKey { PathKey(intValue: count) }

    private func append(_ value: JSON.Value) { array.elements.append(.value(value)) }

    func encodeNil() { append(.null) }
    func encode(_ value: Bool) { append(.bool(value)) }
    func encode(_ value: String) { append(.string(value)) }
    func encode(_ value: Double) throws { append(try encoder.number(value, key)) }
    func encode(_ value: Float) throws { append(try encoder.number(value, key)) }
    func encode(_ value: Int) { append(encoder.number(value)) }
    func encode(_ value: Int8) { append(encoder.number(value)) }
    func encode(_ value: Int16) { append(encoder.number(value)) }
    func encode(_ value: Int32) { append(encoder.number(value)) }
    func encode(_ value: Int64) { append(encoder.number(value)) }
    func encode(_ value: Int128) { append(encoder.number(value)) }
    func encode(_ value: UInt) { append(encoder.number(value)) }
    func encode(_ value: UInt8) { append(encoder.number(value)) }
    func encode(_ value: UInt16) { append(encoder.number(value)) }
    func encode(_ value: UInt32) { append(encoder.number(value)) }
    func encode(_ value: UInt64) { append(encoder.number(value)) }
    func encode(_ value: UInt128) { append(encoder.number(value)) }
    func encode(_ value: some Encodable) throws { array.elements.append(try encoder.node(for: value, key)) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        nested { $0.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested { $0.unkeyedContainer() } }

    private func nested<Container>(_ container: (ValueEncoder) -> Container) -> Container {
        let nested = ValueEncoder(in: encoder, key)
        let result = container(nested)
        if let node = nested.node { array.elements.append(node) }
        return result
    }

    func superEncoder() -> any Encoder {
        let superEncoder = ValueEncoder(superOf: encoder, key)
        array.elements.append(.later(superEncoder))
        return superEncoder
    }
}
