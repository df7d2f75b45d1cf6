extension JSON {
    /// A value of any shape.
    ///
    /// It keeps numbers as they are written and members in their order.
    public enum Value: Sendable, Hashable {
        /// `null`
        case null
        /// `true` or `false`
        case bool(Bool)
        /// A number.
        case number(Number)
        /// A string.
        case string(String)
        /// An array.
        case array([Value])
        /// An object.
        case object(Object)

        /// A whole number.
        public static func integer(_ value: some BinaryInteger) -> Self { .number(Number(value)) }

        /// Parses a whole document.
        ///
        /// - Parameters:
        ///   - bytes: The document, in UTF-8.
        ///   - options: What the parser does where RFC 8259 leaves it a choice.
        public init(parsing bytes: some Sequence<UInt8>, options: ParsingOptions = ParsingOptions()) throws(ParsingError) {
            let bytes = Array(bytes)
            do {
                let tape = try Parser.parse(bytes, options)
                self = Document(bytes, tape).value(0)
            } catch {
                var place = TextPosition()
                place.advance(over: bytes.prefix(error.index))
                throw ParsingError(error, at: place)
            }
        }

        /// Parses a text that is a whole document.
        ///
        /// - Parameters:
        ///   - text: The document.
        ///   - options: What the parser does where RFC 8259 leaves it a choice.
        public init(parsing text: String, options: ParsingOptions = ParsingOptions()) throws(ParsingError) {
            try self.init(parsing: text.utf8, options: options)
        }

        /// Whether the value is `null`.
        public var isNull: Bool { self == .null }
        /// The Boolean; `nil` for other values.
        public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
        /// The number; `nil` for other values.
        public var number: Number? { if case .number(let number) = self { number } else { nil } }
        /// The number, when it is whole and fits; `nil` for other values.
        public var integer: Int? { number?.integer() }
        /// The nearest number in binary; `nil` for other values.
        public var double: Double? { number?.double }
        /// The string; `nil` for other values.
        public var string: String? { if case .string(let string) = self { string } else { nil } }
        /// The elements; `nil` for other values.
        public var array: [Value]? { if case .array(let array) = self { array } else { nil } }
        /// The members; `nil` for other values.
        public var object: Object? { if case .object(let object) = self { object } else { nil } }

        /// The value of a member; `nil` when there is no such member or this is no object.
        public subscript(name: String) -> Value? { object?[name] }
        /// An element; `nil` when there is no such element or this is no array.
        public subscript(index: Int) -> Value? { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
    }
}

// There is no literal for null: `value["name"] == nil` would ask for one.
extension JSON.Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(JSON.Number(value)) }
    /// A number; `null` when the literal is too large to be finite.
    public init(floatLiteral value: Double) { self = JSON.Number(value).map { .number($0) } ?? .null }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSON.Value...) { self = .array(elements) }
    /// An object; of several members with one name the last counts.
    public init(dictionaryLiteral elements: (String, JSON.Value)...) {
        var object = JSON.Object()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }
}
