extension JSON {
    /// What a parser does where RFC 8259 leaves it a choice. Beyond these it takes exactly the grammar, in UTF-8; a byte order mark at
    /// the beginning is passed over (§8.1).
    public struct ParsingOptions: Sendable, Hashable {
        /// What becomes of members of one object that have the same name.
        public enum DuplicateKeys: Sendable, Hashable {
            /// The document is refused, as I-JSON does (RFC 7493 §2.3): which member is meant is anybody's guess, and somebody else
            /// who reads the document may guess otherwise.
            case refused
            /// The first of them counts.
            case first
            /// The last of them counts, as in most other parsers.
            case last
        }

        /// What becomes of an escaped half of a UTF-16 pair without the other one, such as `"\uD800"`, which is no character.
        public enum LoneSurrogates: Sendable, Hashable {
            /// The document is refused. RFC 7493 §2.1.
            case refused
            /// U+FFFD takes its place.
            case replaced
        }

        /// Members of one object with the same name; refused unless told otherwise.
        public var duplicateKeys: DuplicateKeys
        /// Halves of UTF-16 pairs; refused unless told otherwise.
        public var loneSurrogates: LoneSurrogates
        /// How many arrays and objects may stand in one another, 1 to 2,048: types that decode them use the stack for each.
        public var depthLimit: Int {
            didSet { Self.check(depthLimit) }
        }

        /// - Parameters:
        ///   - duplicateKeys: Members of one object with the same name.
        ///   - loneSurrogates: Halves of UTF-16 pairs.
        ///   - depthLimit: How many arrays and objects may stand in one another, 1 to 2,048.
        public init(
            duplicateKeys: DuplicateKeys = .refused, loneSurrogates: LoneSurrogates = .refused, depthLimit: Int = 512
        ) {
            Self.check(depthLimit)
            self.duplicateKeys = duplicateKeys
            self.loneSurrogates = loneSurrogates
            self.depthLimit = depthLimit
        }

        var tooDeep: String { "more than \(depthLimit) arrays and objects in one another" }

        private static func check(_ depthLimit: Int) {
            precondition(1...2048 ~= depthLimit, "The depth limit of JSON is 1 to 2,048.")
        }
    }
}
