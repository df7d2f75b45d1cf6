/// The fields of a message in the order they stand in it; a name may occur several times. RFC 9110 §5.2, §5.3.
public struct HTTPFields: Sendable, RandomAccessCollection {
    /// Fields that came over the wire stay as they came until one is changed.
    private enum Storage {
        case fields([HTTPField])
        case section(Box)
    }

    /// One reference instead of two: messages are handed around much.
    private final class Box: Sendable {
        let section: FieldSection

        init(_ section: FieldSection) { self.section = section }
    }

    private var storage = Storage.fields([])

    /// No fields.
    public init() {}

    /// The fields of a sequence, in its order.
    public init(_ fields: some Sequence<HTTPField>) { storage = .fields(Array(fields)) }

    /// The fields of a message that has arrived.
    package init(_ section: FieldSection) { storage = section.count == 0 ? .fields([]) : .section(Box(section)) }

    /// The position of the first field.
    public var startIndex: Int { 0 }
    /// One past the position of the last field.
    public var endIndex: Int {
        switch storage {
        case .fields(let fields): fields.count
        case .section(let box): box.section.count
        }
    }
    /// The field at a position.
    public subscript(position: Int) -> HTTPField {
        switch storage {
        case .fields(let fields): fields[position]
        case .section(let box): box.section.field(at: position)
        }
    }

    /// Changes the fields; those that came over the wire become values of their own first.
    private mutating func change<Result>(_ body: (inout [HTTPField]) -> Result) -> Result {
        var fields: [HTTPField]
        switch storage {
        case .fields(let own): fields = own
        case .section: fields = Array(self)
        }
        storage = .fields([])  // or the array would be copied by the change
        defer { storage = .fields(fields) }
        return body(&fields)
    }

    /// The value of a field: several lines of one name are combined with ", " (RFC 9110 §5.3), but read `Set-Cookie` with
    /// ``subscript(values:)``, since its lines cannot be combined. Setting replaces all lines of the name, at the place of the
    /// first; `nil` removes them; a value with CR, LF or NUL is refused by a precondition (check with
    /// ``HTTPField/isValid(value:)`` when it comes from outside).
    public subscript(name: HTTPField.Name) -> String? {
        get {
            if case .section(let box) = storage { return box.section.combined(name) }
            let values = self[values: name]
            return values.count > 1 ? values.joined(separator: ", ") : values.first
        }
        set { self[values: name] = newValue.map { [$0] } ?? [] }
    }

    /// The values of all lines of a name, in their order. Setting replaces them at the place of the first.
    public subscript(values name: HTTPField.Name) -> [String] {
        get {
            switch storage {
            case .fields(let fields): fields.compactMap { $0.name == name ? $0.value : nil }
            case .section(let box): box.section.values(name)
            }
        }
        set {
            let replacements = newValue.map { value in
                guard let field = HTTPField(name: name, value: value) else {
                    preconditionFailure("The value of field \(name) holds CR, LF or NUL")
                }
                return field
            }
            change { fields in
                let place = fields.firstIndex { $0.name == name } ?? fields.endIndex
                fields.removeAll { $0.name == name }
                fields.insert(contentsOf: replacements, at: place)
            }
        }
    }

    /// The URL reference in the first line of a name. Bytes that are not UTF-8 are written as `%XX`, as browsers do, since the server
    /// knows its paths by them.
    func urlReference(_ name: HTTPField.Name) -> String? {
        switch storage {
        case .fields(let fields): fields.first { $0.name == name }?.value
        case .section(let box): box.section.urlReference(name)
        }
    }

    /// The values of all lines of a name as they stand in the message.
    func octets(of name: HTTPField.Name) -> [ArraySlice<UInt8>] {
        switch storage {
        case .fields(let fields): return fields.compactMap { $0.name == name ? $0.octets[...] : nil }
        case .section(let box):
            var values: [ArraySlice<UInt8>] = []
            box.section.forEachSlice(name) { values.append($0) }
            return values
        }
    }

    /// Calls `body` with the value of each line of a name as it stands in the message, or as UTF-8 when it was written in code.
    func forEachValue(_ name: HTTPField.Name, _ body: (Span<UInt8>) -> Void) {
        switch storage {
        case .fields(let fields): for field in fields where field.name == name { body(field.value.utf8.span) }
        case .section(let box): box.section.forEachValue(name, body)
        }
    }

    /// Adds a line after all others; lines of the same name stay.
    public mutating func append(_ field: HTTPField) {
        guard case .section(let box) = storage else { return change { $0.append(field) } }
        self = HTTPFields(box.section.appending(field))
    }

    /// Removes the lines of some names.
    package mutating func remove(_ names: HTTPFieldNames) {
        guard case .section(let box) = storage else {
            return change { $0.removeAll { names.contains($0.name.rawName.utf8.span) } }
        }
        self = HTTPFields(box.section.without(names))
    }

    /// How many bytes names and values have, about.
    package var byteCount: Int {
        switch storage {
        case .fields(let fields): fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        case .section(let box): box.section.byteCount
        }
    }

    /// The value of the first line of a name.
    package func first(_ name: HTTPField.Name) -> String? {
        switch storage {
        case .fields(let fields): fields.first { $0.name == name }?.value
        case .section(let box): box.section.first(name)
        }
    }

    /// The date in the first line of a name.
    func date(_ name: HTTPField.Name) -> HTTPDate? {
        guard case .section(let box) = storage else { return first(name).flatMap { HTTPDate($0) } }
        return box.section.date(name)
    }

    /// Whether there is a field with this name.
    public func contains(_ name: HTTPField.Name) -> Bool {
        switch storage {
        case .fields(let fields): fields.contains { $0.name == name }
        case .section(let box): box.section.contains(name)
        }
    }

    /// Whether there is a field with one of some names.
    package func contains(any names: HTTPFieldNames) -> Bool {
        switch storage {
        case .fields(let fields): fields.contains { names.contains($0.name.rawName.utf8.span) }
        case .section(let box): box.section.contains(any: names)
        }
    }

    /// Removes the lines for which `condition` is true.
    public mutating func removeAll(where condition: (HTTPField) -> Bool) { change { $0.removeAll(where: condition) } }
}

extension HTTPFields: Hashable {
    /// Equal when the same fields stand in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
    /// Hashes the fields.
    public func hash(into hasher: inout Hasher) { for field in self { hasher.combine(field) } }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Fields written in code: `[.accept: "text/html"]`. A value with CR, LF or NUL is refused by a precondition.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        for (name, value) in elements {
            guard let field = HTTPField(name: name, value: value) else {
                preconditionFailure("The value of field \(name) holds CR, LF or NUL")
            }
            append(field)
        }
    }
}
