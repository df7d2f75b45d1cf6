import Retriever

/// Structured fields in the JSON form that their public suite has for them.
enum StructuredFieldFunctions {
    /// A call whose type or value is none of the suite's.
    struct UnknownForm: Error {}

    @Sendable static func parse(_ arguments: JSON.Value) throws -> JSON.Value? {
        let value = (arguments["raw"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
        return switch arguments["type"]?.string {
        case "item": json(try StructuredField.Item(parsing: value))
        case "list": .array(try StructuredField.List(parsing: value).members.map(json))
        case "dictionary":
            .array(try StructuredField.Dictionary(parsing: value).map { .array([.string($0.key), json($0.value)]) })
        default: throw UnknownForm()
        }
    }

    @Sendable static func serialize(_ arguments: JSON.Value) throws -> JSON.Value? {
        guard let value = arguments["value"] else { throw UnknownForm() }
        return switch arguments["type"]?.string {
        case "item": .string(try item(value).serialized())
        case "list": .string(try StructuredField.List(elements(value).map(member)).serialized())
        case "dictionary": .string(try map(value, member).serialized())
        default: throw UnknownForm()
        }
    }
}

/// To JSON
extension StructuredFieldFunctions {
    private static func json(_ member: StructuredField.Member) -> JSON.Value {
        switch member {
        case .item(let item): json(item)
        case .innerList(let list): .array([.array(list.items.map(json)), json(list.parameters)])
        }
    }

    private static func json(_ item: StructuredField.Item) -> JSON.Value { .array([json(item.bareItem), json(item.parameters)]) }

    private static func json(_ parameters: StructuredField.Parameters) -> JSON.Value {
        .array(parameters.map { .array([.string($0.key), json($0.value)]) })
    }

    private static func json(_ item: StructuredField.BareItem) -> JSON.Value {
        switch item {
        case .integer(let integer): .integer(integer)
        case .decimal(let number): JSON.Number(number).map { .number($0) } ?? .null
        case .string(let string): .string(string)
        case .token(let token): ["__type": "token", "value": .string(token)]
        case .byteSequence(let bytes): ["__type": "binary", "value": .string(Base32.encode(bytes))]
        case .boolean(let boolean): .bool(boolean)
        case .date(let date): ["__type": "date", "value": .integer(date.secondsSinceEpoch)]
        case .displayString(let string): ["__type": "displaystring", "value": .string(string)]
        }
    }
}

/// From JSON
extension StructuredFieldFunctions {
    private static func elements(_ value: JSON.Value) throws -> [JSON.Value] {
        guard let array = value.array else { throw UnknownForm() }
        return array
    }

    private static func pair(_ value: JSON.Value) throws -> (JSON.Value, JSON.Value) {
        let elements = try elements(value)
        guard elements.count == 2 else { throw UnknownForm() }
        return (elements[0], elements[1])
    }

    private static func map<Value>(
        _ value: JSON.Value, _ element: (JSON.Value) throws -> Value
    ) throws -> StructuredField.OrderedMap<Value> {
        try elements(value).reduce(into: [:]) { map, entry in
            guard case (.string(let key), let value) = try pair(entry) else { throw UnknownForm() }
            map[key] = try element(value)
        }
    }

    private static func member(_ value: JSON.Value) throws -> StructuredField.Member {
        guard case (.array(let items), let parameters) = try pair(value) else { return .item(try item(value)) }
        return .innerList(StructuredField.InnerList(try items.map(item), parameters: try map(parameters, bareItem)))
    }

    private static func item(_ value: JSON.Value) throws -> StructuredField.Item {
        let (bare, parameters) = try pair(value)
        return StructuredField.Item(try bareItem(bare), parameters: try map(parameters, bareItem))
    }

    private static func integer(_ number: JSON.Number) throws -> Int {
        guard let integer = number.integer(as: Int.self) else { throw UnknownForm() }
        return integer
    }

    private static func bareItem(_ value: JSON.Value) throws -> StructuredField.BareItem {
        switch (value, value["__type"]?.string, value["value"]) {
        // 1.0 and 1 are different structured fields.
        case (.number(let number), _, _) where number.description.contains("."): .decimal(number.double)
        case (.number(let number), _, _): .integer(try integer(number))
        case (.string(let string), _, _): .string(string)
        case (.bool(let boolean), _, _): .boolean(boolean)
        case (_, "token", .string(let token)?): .token(token)
        case (_, "binary", .string(let digits)?): .byteSequence(Base32.decode(digits))
        case (_, "date", .number(let seconds)?):
            .date(HTTPDate(secondsSinceEpoch: try integer(seconds)))
        case (_, "displaystring", .string(let string)?): .displayString(string)
        default: throw UnknownForm()
        }
    }
}
