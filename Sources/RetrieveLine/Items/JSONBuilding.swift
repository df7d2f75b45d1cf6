internal import Retriever

/// The JSON value that items make, each at its path.
struct JSONBuilding {
    /// What has been made; `nil` before the first item.
    private(set) var value: JSON.Value?

    /// Sets a value at a path. Of several for one path the last counts.
    ///
    /// - Throws: A sentence, when the path leads through what is of another kind.
    mutating func set(_ new: JSON.Value, at path: [ItemKey.Step], word: String) throws(UsageError) {
        value = try Self.setting(new, at: path[...], in: value, word: word)
    }

    private static func setting(
        _ new: JSON.Value, at path: ArraySlice<ItemKey.Step>, in old: JSON.Value?, word: String
    ) throws(UsageError) -> JSON.Value {
        guard let step = path.first else { return new }
        let rest = path.dropFirst()
        switch (step, old) {
        case (.member(let name), .none), (.member(let name), .object):
            var object = old?.object ?? [:]
            object[name] = try setting(new, at: rest, in: object[name], word: word)
            return .object(object)
        case (.append, .none), (.append, .array):
            return .array((old?.array ?? []) + [try setting(new, at: rest, in: nil, word: word)])
        case (.element(let index), .none), (.element(let index), .array):
            var array = old?.array ?? []
            let before = array.indices.contains(index) ? array[index] : nil
            // What was left out before may still become anything.
            let value = try setting(new, at: rest, in: before == .null ? nil : before, word: word)
            if index >= array.count { array += repeatElement(.null, count: index + 1 - array.count) }
            array[index] = value
            return .array(array)
        case (_, .some(let value)):
            throw UsageError(
                "“\(word)” does not fit: \(place(step)), but there is \(kind(of: value))", in: word,
                at: ItemKey.offset(ofStep: path.startIndex, in: word))
        }
    }

    private static func place(_ step: ItemKey.Step) -> String {
        switch step {
        case .member(let name): "“\(name)” would be a member of an object"
        case .element(let index): "[\(index)] would be an element of an array"
        case .append: "[] would be an element of an array"
        }
    }

    private static func kind(of value: JSON.Value) -> String {
        switch value {
        case .object: "an object"
        case .array: "an array"
        case .string: "a text"
        case .number: "a number"
        case .bool, .null: "“\(value)”"
        }
    }
}
