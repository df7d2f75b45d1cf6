extension StructuredField {
    /// Values by key, in the order the keys first came. Setting a key again keeps its place, as parsing does (RFC 9651 §4.2.2).
    public struct OrderedMap<Value: Hashable & Sendable>: Hashable, Sendable, RandomAccessCollection {
        private var elements: [Element] = []
        // A server may send thousands of keys, and searching through them for each would take as long as it likes.
        private var places: [String: Int] = [:]

        /// A key and its value.
        public struct Element: Hashable, Sendable {
            /// Lower-case letters, digits and `_-.*`; the first is a letter or "*". Others are refused when it is written.
            public let key: String
            /// The value.
            public var value: Value
        }

        /// No keys.
        public init() {}

        /// The keys, in order.
        public var keys: [String] { elements.map(\.key) }

        /// The value of a key; setting `nil` removes the key.
        public subscript(key: String) -> Value? {
            get { places[key].map { elements[$0].value } }
            set {
                switch (places[key], newValue) {
                case (let place?, let value?): elements[place].value = value
                case (nil, let value?):
                    places[key] = elements.count
                    elements.append(Element(key: key, value: value))
                case (let place?, nil):
                    elements.remove(at: place)
                    places = Swift.Dictionary(uniqueKeysWithValues: elements.indices.map { (elements[$0].key, $0) })
                case (nil, nil): break
                }
            }
        }

        /// The position of the first key.
        public var startIndex: Int { 0 }
        /// One past the position of the last key.
        public var endIndex: Int { elements.count }
        /// The key and value at a position.
        public subscript(position: Int) -> Element { elements[position] }
    }
}

extension StructuredField.OrderedMap: ExpressibleByDictionaryLiteral {
    /// Keys and values written in code, in that order; the last of a key counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        for (key, value) in elements { self[key] = value }
    }
}
