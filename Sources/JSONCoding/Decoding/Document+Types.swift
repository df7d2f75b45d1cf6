internal import FoundationEssentials

/// The values of types that decode themselves, and of those for which an option says how.
extension Document {
    @inline(__always) func decode<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        // Asked for each value, so by comparing, which costs less than to look for a conformance.
        if type == Date.self || type == Data.self || type == Decimal.self || type == URL.self
            || !options.keyDecodingStrategy.conversion.isNone
        {
            return try special(type, at: index)
        }
        return try Value(from: ValueDecoder(document: self, index: index))
    }

    @inline(never) private func special<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        let decoder = ValueDecoder(document: self, index: index)
        let value: any Decodable =
            switch type {
            case is Date.Type: try options.dateDecodingStrategy.decode(decoder)
            case is Data.Type: try options.dataDecodingStrategy.decode(decoder)
            case is Decimal.Type: try decimal(index)
            case is URL.Type: try url(index)
            // The strategy is for the names of members, not for the keys of dictionaries.
            case let dictionary as any StringDictionary.Type: try dictionary.decode(from: self, at: index)
            default: try Value(from: decoder)
            }
        guard let value = value as? Value else { throw mismatch(index, type) }
        return value
    }

    private func url(_ index: Int) throws -> URL {
        guard let url = URL(string: try string(index)) else { throw corrupted(index, "the string is no URL") }
        return url
    }

    func exactNumber(_ index: Int) throws -> JSON.Number {
        guard tape[index].kind == .integer || tape[index].kind == .number else { throw mismatch(index, JSON.Number.self) }
        return JSON.Number(text: String(decoding: number(index), as: UTF8.self))
    }

    /// A value of any shape.
    func value(_ index: Int) -> JSON.Value {
        switch tape[index].kind {
        case .null: .null
        case .yes: .bool(true)
        case .no: .bool(false)
        case .integer, .number: .number(JSON.Number(text: String(decoding: number(index), as: UTF8.self)))
        case .string: .string(text(index))
        case .array: .array(elements(index).map { value($0) })
        case .object, .key, .droppedKey: .object(JSON.Object(names(index).map { (text($0), value($0 + 1)) }))
        }
    }

    /// The entries of the elements.
    private func elements(_ array: Int) -> [Int] {
        var elements: [Int] = []
        elements.reserveCapacity(Int(tape[array].length))
        var element = array + 1
        while element < tape[array].next {
            elements.append(element)
            element = Int(tape[element].next)
        }
        return elements
    }
}

/// A dictionary whose keys are the names of members.
private protocol StringDictionary: Decodable {
    static func decode(from document: Document, at index: Int) throws -> Self
}

extension Dictionary: StringDictionary where Key == String, Value: Decodable {
    fileprivate static func decode(from document: Document, at index: Int) throws -> [String: Value] {
        guard document.kind(index) == .object else { throw document.mismatch(index, Self.self) }
        return try document.names(index).reduce(into: [:]) { result, name in
            result[document.text(name)] = try document.decode(Value.self, at: name + 1)
        }
    }
}
