internal import FoundationEssentials

/// Encodes one value.
final class ValueEncoder: Encoder {
    let options: JSON.Encoder
    /// The encoder of the value around this one. A super encoder has none but its path: the value around waits for it.
    private let parent: ValueEncoder?
    private let prefix: [any CodingKey]
    private let key: (any CodingKey)?
    var node: EncodedNode?

    init(_ options: JSON.Encoder) {
        self.options = options
        (parent, prefix, key) = (nil, [], nil)
    }

    init(in parent: ValueEncoder, _ key: any CodingKey) {
        options = parent.options
        (self.parent, prefix, self.key) = (parent, [], key)
    }

    init(superOf encoder: ValueEncoder, _ key: any CodingKey) {
        options = encoder.options
        (parent, prefix, self.key) = (nil, encoder.codingPath, key)
    }

    var codingPath: [any CodingKey] { (parent?.codingPath ?? prefix) + (key.map { [$0] } ?? []) }
    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedEncoder<Key>(encoder: self, object: object()))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedEncoder(encoder: self, array: array()) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    // A type and its superclass may each ask for the container of the one value.
    private func object() -> EncodedObject {
        if case .object(let object) = node { return object }
        precondition(node == nil, "a value is encoded as an object and as something else")
        let object = EncodedObject()
        node = .object(object)
        return object
    }

    private func array() -> EncodedArray {
        if case .array(let array) = node { return array }
        precondition(node == nil, "a value is encoded as an array and as something else")
        let array = EncodedArray()
        node = .array(array)
        return array
    }
}

extension ValueEncoder: SingleValueEncodingContainer {
    private func set(_ value: JSON.Value) {
        precondition(node == nil, "a value is encoded twice")
        node = .value(value)
    }

    func encodeNil() { set(.null) }
    func encode(_ value: Bool) { set(.bool(value)) }
    func encode(_ value: String) { set(.string(value)) }
    func encode(_ value: Double) throws { set(try number(value)) }
    func encode(_ value: Float) throws { set(try number(value)) }
    func encode(_ value: Int) { set(number(value)) }
    func encode(_ value: Int8) { set(number(value)) }
    func encode(_ value: Int16) { set(number(value)) }
    func encode(_ value: Int32) { set(number(value)) }
    func encode(_ value: Int64) { set(number(value)) }
    func encode(_ value: Int128) { set(number(value)) }
    func encode(_ value: UInt) { set(number(value)) }
    func encode(_ value: UInt8) { set(number(value)) }
    func encode(_ value: UInt16) { set(number(value)) }
    func encode(_ value: UInt32) { set(number(value)) }
    func encode(_ value: UInt64) { set(number(value)) }
    func encode(_ value: UInt128) { set(number(value)) }
    func encode(_ value: some Encodable) throws {
        precondition(node == nil, "a value is encoded twice")
        node = try node(for: value) ?? .object(EncodedObject())
    }
}

/// What values become.
extension ValueEncoder {
    func number(_ value: some BinaryInteger) -> JSON.Value { .number(JSON.Number(value)) }

    func number(_ value: some BinaryFloatingPoint & LosslessStringConvertible, _ key: (any CodingKey)? = nil) throws -> JSON.Value
    {
        if let number = JSON.Number(value) { return .number(number) }
        guard let word = options.nonConformingFloatEncodingStrategy.word(for: value) else {
            throw invalid(value, "infinities and NaN are no numbers of JSON", key)
        }
        return .string(word)
    }

    private func invalid(_ value: Any, _ reason: String, _ key: (any CodingKey)?) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath + (key.map { [$0] } ?? []), debugDescription: reason))
    }

    /// What a value becomes that stands in this one under a key; an object without members when it encodes nothing.
    func node(for value: some Encodable, _ key: any CodingKey) throws -> EncodedNode {
        try ValueEncoder(in: self, key).node(for: value) ?? .object(EncodedObject())
    }

    /// What a value becomes; `nil` when it encodes nothing.
    func node(for value: some Encodable) throws -> EncodedNode? {
        // Asked for each value, so by comparing, which costs less than to try one cast after the other.
        let type = type(of: value) as Any.Type
        guard
            type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
                || !options.keyEncodingStrategy.conversion.isNone
        else {
            try value.encode(to: self)
            return node
        }
        switch value {
        case let date as Date: try options.dateEncodingStrategy.encode(date, self)
        case let data as Data: try options.dataEncodingStrategy.encode(data, self)
        case let url as URL: encode(url.absoluteString)
        case let decimal as Decimal:
            guard let number = JSON.Number(decimal) else { throw invalid(decimal, "NaN is no number of JSON", nil) }
            encode(number)
        // The strategy is for the names of members, not for the keys of dictionaries.
        case let dictionary as any EncodableStringDictionary where !options.keyEncodingStrategy.conversion.isNone:
            try dictionary.encode(into: object(), self)
        default: try value.encode(to: self)
        }
        return node
    }

    func encode(_ number: JSON.Number) { set(.number(number)) }
    func encode(_ value: JSON.Value) { set(value) }
}

/// A dictionary whose keys are the names of members.
private protocol EncodableStringDictionary {
    func encode(into object: EncodedObject, _ encoder: ValueEncoder) throws
}

extension Dictionary: EncodableStringDictionary where Key == String, Value: Encodable {
    fileprivate func encode(into object: EncodedObject, _ encoder: ValueEncoder) throws {
        for (name, value) in self { object[name] = try encoder.node(for: value, PathKey(stringValue: name)) }
    }
}
