extension JSON {
    /// How JSON is written; on one line in the order of the members unless told otherwise.
    public struct OutputFormatting: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Options by their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Each element and member on a line of its own, indented by two spaces.
        public static let prettyPrinted = Self(rawValue: 1)
        /// Members in the order of the bytes of their names.
        public static let sortedKeys = Self(rawValue: 2)
        /// `/` as it is. It is `\/` unless told otherwise, so that no text can end a script in a page.
        public static let withoutEscapingSlashes = Self(rawValue: 4)
        /// The control characters that JSON allows in strings, U+007F to U+009F, as escapes: a terminal would obey them.
        public static let escapingControls = Self(rawValue: 8)
    }
}

extension JSON.Value {
    /// The value as a document in UTF-8.
    public func serialized(_ formatting: JSON.OutputFormatting = []) -> [UInt8] {
        var writer = JSONWriter(formatting: formatting)
        writer.write(self)
        return writer.bytes
    }
}

extension JSON.Value: CustomStringConvertible {
    /// The value on one line.
    public var description: String { String(decoding: serialized(.withoutEscapingSlashes), as: UTF8.self) }
}
