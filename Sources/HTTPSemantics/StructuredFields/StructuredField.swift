/// The values that fields defined as structured have: an ``Item``, a ``List`` or a ``Dictionary``. RFC 9651.
///
/// ```swift
/// let priority = try StructuredField.Dictionary(parsing: "u=1, i")
/// priority["u"]?.item?.bareItem == 1  // true
/// try priority.serialized()           // "u=1, i"
/// ```
public enum StructuredField {
    /// A value without parameters. RFC 9651 §3.3.
    public enum BareItem: Hashable, Sendable {
        /// A whole number of at most 15 digits.
        case integer(Int)
        /// A number with at most 12 digits before and 3 behind the point; written rounded to those.
        case decimal(Double)
        /// Printable ASCII.
        case string(String)
        /// A word such as a media type has; it begins with a letter or "*".
        case token(String)
        /// Bytes, written in Base64.
        case byteSequence([UInt8])
        /// `?1` or `?0`.
        case boolean(Bool)
        /// An instant in whole seconds. RFC 9651 §3.3.7.
        case date(HTTPDate)
        /// Any text. RFC 9651 §3.3.8.
        case displayString(String)
    }

    /// Named values of an item or an inner list, in order; one without a value is `true`. RFC 9651 §3.1.2.
    public typealias Parameters = OrderedMap<BareItem>

    /// A value with parameters. RFC 9651 §3.3.
    public struct Item: Hashable, Sendable {
        /// The value.
        public var bareItem: BareItem
        /// What is said about it.
        public var parameters: Parameters

        /// An item.
        public init(_ bareItem: BareItem, parameters: Parameters = [:]) {
            self.bareItem = bareItem
            self.parameters = parameters
        }
    }

    /// Items in parentheses. RFC 9651 §3.1.1.
    public struct InnerList: Hashable, Sendable {
        /// The items, possibly none.
        public var items: [Item]
        /// What is said about the list as a whole.
        public var parameters: Parameters

        /// An inner list.
        public init(_ items: [Item], parameters: Parameters = [:]) {
            self.items = items
            self.parameters = parameters
        }
    }

    /// What lists and dictionaries are made of. RFC 9651 §3.1, §3.2.
    public enum Member: Hashable, Sendable {
        /// A single value.
        case item(Item)
        /// Several values.
        case innerList(InnerList)

        /// The item; `nil` when this is an inner list.
        public var item: Item? { if case .item(let item) = self { item } else { nil } }
        /// The inner list; `nil` when this is an item.
        public var innerList: InnerList? { if case .innerList(let list) = self { list } else { nil } }
        /// The parameters of either.
        public var parameters: Parameters {
            switch self {
            case .item(let item): item.parameters
            case .innerList(let list): list.parameters
            }
        }
    }

    /// Members in a row. RFC 9651 §3.1.
    public struct List: Hashable, Sendable {
        /// The members, possibly none.
        public var members: [Member]

        /// A list.
        public init(_ members: [Member] = []) { self.members = members }
    }

    /// Members by key, in order. RFC 9651 §3.2.
    public typealias Dictionary = OrderedMap<Member>
}

extension StructuredField.BareItem: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByStringLiteral
{
    /// An integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A decimal.
    public init(floatLiteral value: Double) { self = .decimal(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// A string, not a token.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension StructuredField.BareItem {
    /// The text of a string, a token or a display string; `nil` for the others.
    public var text: String? {
        switch self {
        case .string(let text), .token(let text), .displayString(let text): text
        default: nil
        }
    }

    /// The number, when it is an integer.
    public var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }

    /// The value, when it is a boolean.
    public var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
}
