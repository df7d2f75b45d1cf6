public import FoundationEssentials

extension JSON.Encoder {
    /// What members are called.
    public struct KeyEncodingStrategy: Sendable {
        let conversion: KeyConversion

        /// As their keys.
        public static let useDefaultKeys = Self(conversion: .none)

        /// The key `firstName` is `first_name`. The keys of a dictionary are left as they are.
        public static let convertToSnakeCase = Self(conversion: .name { $0.convertedToSnakeCase })

        /// Whatever a function makes of keys. The keys of a dictionary are left as they are.
        ///
        /// - Parameter convert: Makes the name of a member from the path to it, the last of which is its key.
        public static func custom(_ convert: @escaping @Sendable (_ path: [any CodingKey]) -> any CodingKey) -> Self {
            Self(conversion: .path(convert))
        }
    }

    /// How dates are written.
    public struct DateEncodingStrategy: Sendable {
        let encode: @Sendable (Date, any Encoder) throws -> Void

        /// As `Date` encodes itself: in seconds since 2001-01-01T00:00:00Z.
        public static let deferredToDate = Self { try $0.encode(to: $1) }
        /// In seconds since 1970-01-01T00:00:00Z.
        public static let secondsSince1970 = Self { try $0.timeIntervalSince1970.encode(to: $1) }
        /// In milliseconds since 1970-01-01T00:00:00Z.
        public static let millisecondsSince1970 = Self { try ($0.timeIntervalSince1970 * 1000).encode(to: $1) }
        /// As RFC 3339 writes them, the common part of ISO 8601, in UTC and whole seconds: `2026-12-01T15:05:00Z`.
        public static let iso8601 = Self.formatted { $0.formatted(.iso8601) }

        /// In a text of any form.
        ///
        /// - Parameter text: Writes a date.
        public static func formatted(_ text: @escaping @Sendable (Date) -> String) -> Self {
            Self { try text($0).encode(to: $1) }
        }

        /// However a function writes them.
        ///
        /// - Parameter encode: Encodes a date.
        public static func custom(_ encode: @escaping @Sendable (Date, any Encoder) throws -> Void) -> Self {
            Self(encode: encode)
        }
    }

    /// How bytes are written.
    public struct DataEncodingStrategy: Sendable {
        let encode: @Sendable (Data, any Encoder) throws -> Void

        /// As `Data` encodes itself: in an array of numbers.
        public static let deferredToData = Self { try $0.encode(to: $1) }
        /// In Base64. RFC 4648 §4.
        public static let base64 = Self { try $0.base64EncodedString().encode(to: $1) }
        /// In Base64 for URLs, without padding. RFC 4648 §5.
        public static let base64URL = Self { try $0.base64URLEncoded.encode(to: $1) }

        /// However a function writes them.
        ///
        /// - Parameter encode: Encodes bytes.
        public static func custom(_ encode: @escaping @Sendable (Data, any Encoder) throws -> Void) -> Self {
            Self(encode: encode)
        }
    }

    /// How infinities and NaN are written, which JSON's numbers cannot be.
    public struct NonConformingFloatEncodingStrategy: Sendable {
        private let words: (positiveInfinity: String, negativeInfinity: String, nan: String)?

        /// Not at all.
        public static let `throw` = Self(words: nil)

        /// As strings.
        ///
        /// - Parameters:
        ///   - positiveInfinity: The string for ∞.
        ///   - negativeInfinity: The string for −∞.
        ///   - nan: The string for “not a number”.
        public static func convertToString(positiveInfinity: String, negativeInfinity: String, nan: String) -> Self {
            Self(words: (positiveInfinity, negativeInfinity, nan))
        }

        func word(for value: some BinaryFloatingPoint) -> String? {
            value.isNaN ? words?.nan : value > 0 ? words?.positiveInfinity : words?.negativeInfinity
        }
    }
}

extension Data {
    fileprivate var base64URLEncoded: String {
        let digits = base64EncodedString().utf8.lazy.filter { $0 != UInt8(ascii: "=") }.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: Array(digits), as: UTF8.self)
    }
}

extension String {
    /// `firstName` as `first_name`, `aURL` as `a_url`, `myURLProperty` as `my_url_property`.
    fileprivate var convertedToSnakeCase: String {
        let scalars = Array(unicodeScalars)
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            let isUpper = scalar.properties.isUppercase
            let followsLower = index > 0 && !scalars[index - 1].properties.isUppercase && scalars[index - 1] != "_"
            let startsWord =
                index > 0 && scalars[index - 1].properties.isUppercase && index + 1 < scalars.count
                && scalars[index + 1].properties.isLowercase
            if isUpper, followsLower || startsWord { result += "_" }
            result += isUpper ? scalar.properties.lowercaseMapping : String(scalar)
        }
        return result
    }
}
