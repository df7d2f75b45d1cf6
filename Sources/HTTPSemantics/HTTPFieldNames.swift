/// Names of fields, quick to look for in a message: most lines' names have a length that none of them has.
package struct HTTPFieldNames: Sendable, ExpressibleByArrayLiteral {
    /// In lower case.
    private let names: [[UInt8]]
    /// A bit for each length.
    private let lengths: UInt64

    package init(_ names: [HTTPField.Name]) { self.init(names.map { Array($0.canonicalName.utf8) }) }

    package init(arrayLiteral elements: HTTPField.Name...) { self.init(elements) }

    private init(_ names: [[UInt8]]) {
        self.names = names
        lengths = names.reduce(0) { $0 | Self.bit($1.count) }
    }

    /// These and others.
    static func + (names: Self, others: [HTTPField.Name]) -> Self {
        others.isEmpty ? names : Self(names.names + Self(others).names)
    }

    private static func bit(_ count: Int) -> UInt64 { 1 << UInt64(count & 63) }

    /// Whether a name is one of these, without regard to case.
    func contains(_ name: Span<UInt8>) -> Bool {
        guard lengths & Self.bit(name.count) != 0 else { return false }
        for known in names where known.count == name.count && known.span.isWritten(name, at: 0) { return true }
        return false
    }
}

extension Span<UInt8> {
    /// Whether the same bytes stand at a place in others, without regard to the case of ASCII letters.
    func isWritten(_ other: Span<UInt8>, at start: Int) -> Bool {
        for position in indices where self[position].asciiLowercased != other[start + position].asciiLowercased { return false }
        return true
    }

    /// Whether these bytes are an ASCII word, which is given in lower case, without regard to their case.
    func isWord(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for position in indices where unsafe self[position].asciiLowercased != word.utf8Start[position] { return false }
        return true
    }

    /// The bytes as text.
    var text: String { unsafe withUnsafeBytes { unsafe FieldSection.text($0) } }
}
