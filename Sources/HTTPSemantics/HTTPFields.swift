/// The fields of a message in the order they stand in it; a name may occur several times. RFC 9110 §5.2, §5.3.
public struct HTTPFields: Hashable, Sendable, RandomAccessCollection {
    private var fields: [HTTPField] = []

    /// No fields.
    public init() {}

    /// The fields of a sequence, in its order.
    public init(_ fields: some Sequence<HTTPField>) { self.fields = Array(fields) }

    /// The position of the first field.
    public var startIndex: Int { 0 }
    /// One past the position of the last field.
    public var endIndex: Int { fields.count }
    /// The field at a position.
    public subscript(position: Int) -> HTTPField { fields[position] }

    /// The value of a field: several lines of one name are combined with ", " (RFC 9110 §5.3), but read `Set-Cookie` with
    /// ``subscript(values:)``, since its lines cannot be combined. Setting replaces all lines of the name, at the place of the
    /// first; `nil` removes them; a value with CR, LF or NUL is refused by a precondition (check with
    /// ``HTTPField/isValid(value:)`` when it comes from outside).
    public subscript(name: HTTPField.Name) -> String? {
        get {
            let values = self[values: name]
            return values.count > 1 ? values.joined(separator: ", ") : values.first
        }
        set { self[values: name] = newValue.map { [$0] } ?? [] }
    }

    /// The values of all lines of a name, in their order. Setting replaces them at the place of the first.
    public subscript(values name: HTTPField.Name) -> [String] {
        get { fields.compactMap { $0.name == name ? $0.value : nil } }
        set {
            let replacements = newValue.map { value in
                guard let field = HTTPField(name: name, value: value) else {
                    preconditionFailure("The value of field \(name) holds CR, LF or NUL")
                }
                return field
            }
            let place = fields.firstIndex { $0.name == name } ?? fields.endIndex
            fields.removeAll { $0.name == name }
            fields.insert(contentsOf: replacements, at: place)
        }
    }

    /// Makes room for so many lines.
    package mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

    /// Adds a line after all others; lines of the same name stay.
    public mutating func append(_ field: HTTPField) { fields.append(field) }

    /// Whether there is a field with this name.
    public func contains(_ name: HTTPField.Name) -> Bool { fields.contains { $0.name == name } }

    /// Removes the lines for which `condition` is true.
    public mutating func removeAll(where condition: (HTTPField) -> Bool) { fields.removeAll(where: condition) }
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
