internal import FoundationEssentials

/// Has a value describe itself to a node.
struct FormEncoding: Encoder {
    let node: FormNode
    let style: URLEncodedForm.Encoder
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ node: FormNode, _ style: URLEncodedForm.Encoder, path: [any CodingKey] = []) {
        self.node = node
        self.style = style
        codingPath = path
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.kind = .members
        return KeyedEncodingContainer(FormMembers<Key>(encoding: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.kind = .array
        return FormElements(encoding: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { FormValue(encoding: self) }

    /// Puts a value into the node.
    func encode(_ value: some Encodable) throws {
        if let text = try text(of: value) {
            node.kind = .text(text)
        } else {
            node.isDictionary = value is any Keyed
            try value.encode(to: self)
        }
    }

    func member(_ key: some CodingKey) -> FormEncoding {
        FormEncoding(
            node.member(node.isDictionary ? key.stringValue : style.keys.name(key.stringValue)), style, path: codingPath + [key])
    }

    func element(_ index: Int) -> FormEncoding { FormEncoding(node.append(), style, path: codingPath + [FormKey(index)]) }
}

/// Dictionaries, whose keys are values and not names of members.
private protocol Keyed {}
extension Dictionary: Keyed {}

/// The place of an element, or of a superclass.
private struct FormKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) { (stringValue, intValue) = ("\(index)", index) }
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { self.init(intValue) }
}

private struct FormMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: FormEncoding
    var codingPath: [any CodingKey] { encoding.codingPath }

    func encodeNil(forKey key: Key) { _ = encoding.member(key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoding.member(key).encode(value) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try encodeOptional(value, key) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        encoding.member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoding.member(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoding.member(FormKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoding.member(key) }

    private func encodeOptional(_ value: (some Encodable)?, _ key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    // For each of these types the protocol has a method of its own, which would leave nil out.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
}

private struct FormElements: UnkeyedEncodingContainer {
    let encoding: FormEncoding
    var codingPath: [any CodingKey] { encoding.codingPath }
    private(set) var count = 0

    init(encoding: FormEncoding) { self.encoding = encoding }

    private mutating func next() -> FormEncoding {
        defer { count += 1 }
        return encoding.element(count)
    }

    mutating func encodeNil() { _ = next() }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try next().encode(value) }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { next() }
}

private struct FormValue: SingleValueEncodingContainer {
    let encoding: FormEncoding
    var codingPath: [any CodingKey] { encoding.codingPath }

    func encodeNil() { encoding.node.kind = .absent }
    func encode<Value: Encodable>(_ value: Value) throws { try encoding.encode(value) }
}
