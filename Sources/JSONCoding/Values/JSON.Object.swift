extension JSON {
    /// The members of an object, in their order. RFC 8259 §4.
    ///
    /// Objects are equal when they have the same members in the same order.
    public struct Object: Sendable, Hashable {
        /// A member.
        public struct Member: Sendable, Hashable {
            /// Its name.
            public var name: String
            /// Its value.
            public var value: Value

            /// A member.
            public init(name: String, value: Value) {
                self.name = name
                self.value = value
            }
        }

        private var members: [Member]

        /// An object without members.
        public init() { members = [] }

        /// Members whose names are known to differ.
        init(_ members: [(String, Value)]) { self.members = members.map { Member(name: $0, value: $1) } }

        /// The value of the member with this name; `nil` removes it. A new member comes last. It takes time in proportion to the number
        /// of members.
        public subscript(name: String) -> Value? {
            get { index(of: name).map { members[$0].value } }
            set {
                switch (index(of: name), newValue) {
                case (let index?, let value?): members[index].value = value
                case (let index?, nil): members.remove(at: index)
                case (nil, let value?): members.append(Member(name: name, value: value))
                case (nil, nil): break
                }
            }
        }

        /// Names are compared by their bytes (§8.3): to Swift, texts that look alike are equal.
        private func index(of name: String) -> Int? { members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) } }
    }
}

extension JSON.Object: RandomAccessCollection {
    /// The first member's position.
    public var startIndex: Int { members.startIndex }
    /// The position after the last member.
    public var endIndex: Int { members.endIndex }
    /// The member at a position.
    public subscript(position: Int) -> Member { members[position] }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
    /// The members in the order of the literal; of several with one name the last counts.
    public init(dictionaryLiteral elements: (String, JSON.Value)...) {
        self.init()
        for (name, value) in elements { self[name] = value }
    }
}
