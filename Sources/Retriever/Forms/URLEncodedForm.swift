public import FoundationEssentials
public import HTTPSemantics

/// Values as parameters, `application/x-www-form-urlencoded`. WHATWG URL standard §5.
public enum URLEncodedForm {
    /// Makes parameters of a value with members. There is no standard for values within values, so servers differ; each choice has a name.
    ///
    ///     var encoder = URLEncodedForm.Encoder()
    ///     encoder.arrays = .repeated
    ///     try encoder.encode(search)  // name=Ada+Lovelace&tag=a&tag=b
    ///
    /// Numbers are written as Swift writes them, URLs and `Decimal` as texts. "+" in names and values always becomes `%2B`.
    public struct Encoder: Sendable {
        /// How the elements of an array are named.
        public var arrays = ArrayStyle.brackets
        /// How the members of a member are named.
        public var nesting = NestingStyle.brackets
        /// How a truth value is written.
        public var booleans = BooleanStyle.literal
        /// How a date is written.
        public var dates = DateStyle.iso8601
        /// How bytes are written.
        public var data = DataStyle.base64
        /// How members are named; the keys of dictionaries stay as they are.
        public var keys = KeyStyle.unchanged
        /// How a space is written; `nil` for "+" in content, and `%20` in the query of a URL.
        public var spaces: FormParameters.SpaceStyle?
        /// What becomes of `nil`.
        public var absentValues = AbsentValueStyle.omitted
        /// In which order members come; the keys of a dictionary, which has none, are always sorted.
        public var order = MemberOrder.asEncoded

        /// The defaults.
        public init() {}

        /// The value as a text.
        ///
        /// - Throws: ``HTTPClientError`` with code `encoding` and the member that cannot be written, nothing of its value.
        public func encode(_ value: some Encodable) throws -> String { try parameters(value).urlEncoded(spaces: spaces ?? .plus) }

        /// The value as parameters, not yet percent-encoded.
        ///
        /// - Throws: As ``encode(_:)``.
        public func parameters(_ value: some Encodable) throws -> FormParameters {
            let root = FormNode()
            do {
                try FormEncoding(root, self).encode(value)
            } catch let error as HTTPClientError {
                throw error
            } catch {
                throw HTTPClientError(.encoding, "the value could not be encoded as a form: \(type(of: error))", cause: error)
            }
            return try FormFlattening(self).parameters(root)
        }
    }

    /// How the elements of an array are named.
    public enum ArrayStyle: Hashable, Sendable {
        /// `a[]=1&a[]=2`
        case brackets
        /// `a=1&a=2`; elements must be simple values.
        case repeated
        /// `a[0]=1&a[1]=2`
        case indexed
        /// `a=1,2`; elements must be simple values, without commas.
        case commaSeparated
    }

    /// How the members of a member are named.
    public enum NestingStyle: Hashable, Sendable {
        /// `a[b]=1`
        case brackets
        /// `a.b=1`
        case dots
    }

    /// How a truth value is written.
    public enum BooleanStyle: Hashable, Sendable {
        /// `true` and `false`
        case literal
        /// `1` and `0`
        case numeric
    }

    /// How a date is written.
    public enum DateStyle: Sendable {
        /// `2026-12-01T13:30:00Z`, fractions of a second left out
        case iso8601
        /// Seconds since 1970, with a fraction where there is one
        case secondsSince1970
        /// Whole milliseconds since 1970
        case millisecondsSince1970
        /// A text that the program makes
        case custom(@Sendable (Date) throws -> String)
    }

    /// How bytes are written.
    public enum DataStyle: Sendable {
        /// Base64, RFC 4648 §4
        case base64
        /// Base64 for URLs, without padding, RFC 4648 §5
        case base64URL
        /// A text that the program makes
        case custom(@Sendable (Data) throws -> String)
    }

    /// How members are named.
    public enum KeyStyle: Sendable {
        /// As they are called
        case unchanged
        /// `firstName` as `first_name`, `pageURL` as `page_url`
        case snakeCase
        /// A name that the program makes
        case custom(@Sendable (String) -> String)
    }

    /// What becomes of `nil`.
    public enum AbsentValueStyle: Hashable, Sendable {
        /// Nothing
        case omitted
        /// A parameter with an empty value
        case empty
    }

    /// In which order members come.
    public enum MemberOrder: Hashable, Sendable {
        /// As the value encodes them, which is mostly as they are declared
        case asEncoded
        /// By their names
        case sorted
    }
}
