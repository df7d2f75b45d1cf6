extension JSON {
    /// Why bytes are not JSON, and where. Its description repeats nothing of the document.
    public struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What kind of fault it is.
        public struct Code: Sendable, Hashable, CustomStringConvertible {
            /// The name of the code.
            public let description: String

            /// Something else stands where the grammar wants a certain thing.
            public static let syntax = Self(description: "syntax")
            /// The document ends too early.
            public static let unexpectedEnd = Self(description: "unexpectedEnd")
            /// Bytes that are not UTF-8, or an escaped half of a UTF-16 pair.
            public static let invalidText = Self(description: "invalidText")
            /// Two members of an object have the same name.
            public static let duplicateKey = Self(description: "duplicateKey")
            /// More arrays and objects stand in one another than is allowed.
            public static let tooDeep = Self(description: "tooDeep")
            /// The document, or an element of an array that is read by elements, is too large.
            public static let tooLarge = Self(description: "tooLarge")
        }

        /// What kind of fault it is.
        public var code: Code
        /// What is wrong, such as “a value is expected”.
        public var reason: String
        /// How many bytes precede the fault.
        public var offset: Int
        /// The line, from 1.
        public var line: Int
        /// The byte in the line, from 1.
        public var column: Int
        /// The name that two members of an object have, with the code ``Code/duplicateKey``; else `nil`.
        public var repeatedKey: String?

        /// What is wrong and where.
        public var description: String { "line \(line), column \(column): \(reason)" }
    }
}

/// A place in a document.
struct TextPosition {
    var offset = 0
    var line = 1
    var column = 1

    /// The place behind these bytes.
    mutating func advance(over bytes: some Sequence<UInt8>) {
        for byte in bytes {
            offset += 1
            column += 1
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            }
        }
    }
}

/// A fault by its place among the bytes at hand; lines are counted only when somebody wants to know.
struct ParsingFault: Error {
    var code: JSON.ParsingError.Code
    var reason: String
    var index: Int
    var repeatedKey: String?

    init(_ code: JSON.ParsingError.Code, _ reason: String, at index: Int) {
        self.code = code
        self.reason = reason
        self.index = index
    }

    /// - Parameter index: Where the second member of this name is.
    init(repeatedKey: String, at index: Int) {
        self.init(.duplicateKey, "another member has this name", at: index)
        self.repeatedKey = repeatedKey
    }

    /// The fault of a part of a document in terms of the whole.
    ///
    /// - Parameter isAtEnd: Whether nothing comes after the part; else its end is no end.
    func moved(by count: Int, isAtEnd: Bool) -> ParsingFault {
        var fault = self
        fault.index += count
        if fault.code == .unexpectedEnd, !isAtEnd { (fault.code, fault.reason) = (.syntax, "the value goes on") }
        return fault
    }
}

extension JSON.ParsingError {
    init(_ fault: ParsingFault, at place: TextPosition) {
        self.init(
            code: fault.code, reason: fault.reason, offset: place.offset, line: place.line, column: place.column,
            repeatedKey: fault.repeatedKey)
    }
}
