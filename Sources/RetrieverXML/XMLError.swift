/// Why a document cannot be read further.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong; more may be told apart later.
    public struct Code: Hashable, Sendable {
        let name: String

        /// The document is not well-formed.
        public static let malformed = Self(name: "malformed")
        /// The document ends before its root element does.
        public static let incomplete = Self(name: "incomplete")
        /// A limit is exceeded; the message names it.
        public static let limitExceeded = Self(name: "limitExceeded")
    }
    /// What is wrong.
    public let code: Code
    /// What is wrong, without anything of the text.
    public let message: String
    /// The line, from 1 on.
    public let line: Int
    /// The column in it, from 1 on, in bytes.
    public let column: Int

    /// What is wrong and where.
    public var description: String { "\(message) (line \(line), column \(column))" }
}
