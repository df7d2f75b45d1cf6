extension JSON.Decoder {
    /// How infinities and NaN are written, which JSON's numbers cannot be.
    public struct NonConformingFloatDecodingStrategy: Sendable {
        private let words: (positiveInfinity: String, negativeInfinity: String, nan: String)?

        /// Not at all.
        public static let `throw` = Self(words: nil)

        /// As strings.
        ///
        /// - Parameters:
        ///   - positiveInfinity: The string for ∞.
        ///   - negativeInfinity: The string for −∞.
        ///   - nan: The string for “not a number”.
        public static func convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String) -> Self {
            Self(words: (positiveInfinity, negativeInfinity, nan))
        }

        /// The number that a string stands for.
        func value<Number: BinaryFloatingPoint>(at index: Int, in document: Document) throws -> Number {
            guard let words, document.kind(index) == .string else { throw document.mismatch(index, Number.self) }
            switch document.text(index) {
            case words.positiveInfinity: return .infinity
            case words.negativeInfinity: return -.infinity
            case words.nan: return .nan
            default: throw document.mismatch(index, Number.self)
            }
        }
    }
}
