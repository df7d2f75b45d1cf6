public import FoundationEssentials

extension JSON.Decoder {
    /// How dates are written.
    public struct DateDecodingStrategy: Sendable {
        let decode: @Sendable (any Decoder) throws -> Date

        /// As `Date` decodes itself: in seconds since 2001-01-01T00:00:00Z.
        public static let deferredToDate = Self { try Date(from: $0) }
        /// In seconds since 1970-01-01T00:00:00Z.
        public static let secondsSince1970 = Self { Date(timeIntervalSince1970: try Double(from: $0)) }
        /// In milliseconds since 1970-01-01T00:00:00Z.
        public static let millisecondsSince1970 = Self { Date(timeIntervalSince1970: try Double(from: $0) / 1000) }
        /// As RFC 3339 writes them, the common part of ISO 8601: `2026-12-01T15:05:00Z`, with or without a fraction of the second, and
        /// with any offset from UTC.
        public static let iso8601 = Self.formatted("a date of ISO 8601") { Date(internetDateTime: $0) }

        /// In a text of any form.
        ///
        /// - Parameters:
        ///   - form: What the form is called, for errors: “a date of ISO 8601”.
        ///   - parse: The date that a text names, or `nil` when it names none.
        public static func formatted(_ form: String, _ parse: @escaping @Sendable (_ text: String) -> Date?) -> Self {
            Self { decoder in
                guard let date = parse(try String(from: decoder)) else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: decoder.codingPath, debugDescription: "the string is not \(form)"))
                }
                return date
            }
        }

        /// However a function reads them.
        ///
        /// - Parameter decode: Decodes a date.
        public static func custom(_ decode: @escaping @Sendable (any Decoder) throws -> Date) -> Self { Self(decode: decode) }
    }
}
