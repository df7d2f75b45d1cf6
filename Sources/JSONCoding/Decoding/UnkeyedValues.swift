/// The elements of an array, one after the other.
struct UnkeyedValues: UnkeyedDecodingContainer {
    let document: Document
    // Three words with the document, so that they fit into an existential as they are.
    private let array: UInt32
    private var next: UInt32
    private var position: UInt32 = 0

    init(document: Document, index: Int) {
        self.document = document
        array = UInt32(index)
        next = UInt32(index + 1)
    }

    var codingPath: [any CodingKey] { document.path(to: Int(array)) }
    var count: Int? { Int(document.tape[Int(array)].length) }
    var currentIndex: Int { Int(position) }
    var isAtEnd: Bool { next == document.tape[Int(array)].next }

    /// Moves behind the next element when `decode` takes it.
    @inline(__always) private mutating func element<Value>(
        _ type: Any.Type, _ decode: (Document, Int) throws -> Value
    ) throws -> Value {
        guard !isAtEnd else { throw missing(type) }
        let value = try decode(document, Int(next))
        next = document.tape[Int(next)].next
        position += 1
        return value
    }

    private func missing(_ type: Any.Type) -> DecodingError {
        .valueNotFound(
            type, .init(codingPath: codingPath + [PathKey(intValue: currentIndex)], debugDescription: "the array has ended"))
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw missing(Any?.self) }
        guard document.kind(Int(next)) == .null else { return false }
        return try element(Any?.self) { _, _ in true }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try element(type) { try $0.bool($1) } }
    mutating func decode(_ type: String.Type) throws -> String { try element(type) { try $0.string($1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try element(type) { try $0.floatingPoint($1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try element(type) { try $0.floatingPoint($1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try element(type) { try $0.integer($1) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) { try $0.integer($1) } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try element(type) { try $0.decode(type, at: $1) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try element([String: Any].self) { try ValueDecoder(document: $0, index: $1).container(keyedBy: type) }
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try element([Any].self) { try ValueDecoder(document: $0, index: $1).unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder {
        try element((any Decoder).self) { ValueDecoder(document: $0, index: $1) }
    }
}
