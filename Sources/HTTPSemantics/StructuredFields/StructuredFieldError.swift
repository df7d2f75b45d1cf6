/// Why a field's value is not structured as it should be, or why a value cannot be written as one. RFC 9651 §4.
public struct StructuredFieldError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong; more may be told apart later.
    public struct Code: Hashable, Sendable {
        let name: String

        /// No bare item begins like this, or the value ends where one ought to begin.
        public static let noItem = Self(name: "no item stands there")
        /// A key begins with something else than a lower-case letter or "*", or holds something that no key may.
        public static let invalidKey = Self(name: "the key is not valid")
        /// A number has no digits or too many.
        public static let invalidNumber = Self(name: "the number is not valid")
        /// A string does not end, or holds something else than printable ASCII.
        public static let invalidString = Self(name: "the string is not valid")
        /// A token holds something that none may.
        public static let invalidToken = Self(name: "the token is not valid")
        /// A byte sequence does not end, or is no Base64.
        public static let invalidByteSequence = Self(name: "the byte sequence is not valid")
        /// Something else than 0 or 1 follows the question mark.
        public static let invalidBoolean = Self(name: "the boolean is not valid")
        /// A date has a fraction.
        public static let invalidDate = Self(name: "the date is not valid")
        /// A display string does not end, or its bytes are no UTF-8.
        public static let invalidDisplayString = Self(name: "the display string is not valid")
        /// An inner list does not end, or its items are not separated by spaces.
        public static let invalidInnerList = Self(name: "the inner list is not valid")
        /// A comma ends the value.
        public static let trailingComma = Self(name: "nothing follows the comma")
        /// Something follows a value or a member.
        public static let trailingCharacters = Self(name: "something follows the value")
    }
    /// What is wrong.
    public let code: Code
    /// The byte where it is, from 0 on; `nil` for a value that cannot be written.
    public let position: Int?

    /// What is wrong and where; nothing of the value.
    public var description: String { code.name + (position.map { " (byte \($0))" } ?? "") }
}
