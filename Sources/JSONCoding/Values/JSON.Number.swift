public import FoundationEssentials

extension JSON {
    /// A number as it is written, of any size and precision. RFC 8259 §6.
    ///
    /// Numbers are equal when they are written in the same way: `1.0` and `1` are not.
    public struct Number: Sendable, Hashable, CustomStringConvertible {
        /// The number as it is written.
        public let description: String

        /// A number that is known to be well formed.
        init(text: String) { description = text }

        /// A number that is written as JSON has it, such as `-12.5e3`; `nil` when it is not.
        public init?(_ text: String) {
            let bytes = Array(text.utf8)
            var index = 0
            guard let first = bytes.first, first == UInt8(ascii: "-") || first &- 0x30 < 10,
                (try? bytes.span.skipNumber(&index)) != nil, index == bytes.count
            else { return nil }
            description = text
        }

        /// A whole number.
        public init(_ value: some BinaryInteger) { description = "\(value)" }

        /// A number; `nil` for infinities and NaN, which JSON has not.
        public init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
            guard value.isFinite else { return nil }
            let text = "\(value)"
            description = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }

        /// A decimal number; `nil` for NaN.
        public init?(_ value: Decimal) { self.init("\(value)") }

        /// The number as a whole one; `nil` when it has a fraction or does not fit. `1.0` and `1e3` are whole.
        public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
            DecimalNumber(description.utf8).integer(type)
        }

        /// The nearest number in binary; infinite when it is too large.
        public var double: Double { Double(description) ?? .nan }

        /// The number, exactly; `nil` when it has more than 38 digits or its power of ten is not −128 to 127.
        public var decimal: Decimal? { DecimalNumber(description.utf8).decimal }
    }
}
