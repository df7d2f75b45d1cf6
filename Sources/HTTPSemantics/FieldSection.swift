/// The field lines of a message as they came over the wire: indexed by line, made into text when somebody asks. Most responses
/// bring ten fields of which one or two are looked at. RFC 9110 §5, RFC 9112 §5.
package struct FieldSection: Sendable {
    /// Where a line's name and value stand in `bytes`, the value right behind the name.
    private struct Line {
        var start: Int
        var nameCount: Int
        var valueCount = 0

        var name: Range<Int> { start..<(start + nameCount) }
        var value: Range<Int> { (start + nameCount)..<(start + nameCount + valueCount) }
    }

    private var bytes: [UInt8] = []
    private var lines: [Line] = []

    package init() {}

    package var count: Int { lines.count }

    /// Takes one line, with or without its end. One without a colon is no field line, and a name that is no token could be mistaken
    /// for another field: both are dropped.
    package mutating func append(line: UnsafeRawBufferPointer) {
        let line = unsafe line.trimmedEnd
        guard let first = unsafe line.first else { return }
        if first == 0x20 || first == 0x09 { return unsafe unfold(line.trimmedStart) }
        guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            unsafe line[..<colon].allSatisfy(\.isTokenCharacter)
        else { return }
        if bytes.isEmpty {
            bytes.reserveCapacity(512)
            lines.reserveCapacity(16)
        }
        let value = unsafe UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmedStart
        lines.append(Line(start: bytes.count, nameCount: colon, valueCount: value.count))
        unsafe bytes.append(contentsOf: line[..<colon])
        unsafe bytes.append(contentsOf: value)
    }

    /// A line that begins with white space continues the one before (RFC 9112 §5.2).
    private mutating func unfold(_ rest: UnsafeRawBufferPointer) {
        guard !lines.isEmpty else { return }
        let oldCount = bytes.count
        if lines[lines.count - 1].valueCount > 0 { bytes.append(0x20) }
        unsafe bytes.append(contentsOf: rest)
        lines[lines.count - 1].valueCount += bytes.count - oldCount
    }

    /// The field of a line.
    package func field(at position: Int) -> HTTPField {
        let line = lines[position]
        return HTTPField(
            name: HTTPField.Name(unchecked: Self.text(bytes[line.name])), uncheckedValue: Self.text(bytes[line.value]))
    }

    package func contains(_ name: HTTPField.Name) -> Bool { lines.contains { isNamed($0, name) } }

    /// The values of all lines with a name.
    package func values(_ name: HTTPField.Name) -> [String] {
        lines.compactMap { isNamed($0, name) ? Self.text(bytes[$0.value]) : nil }
    }

    /// Calls `body` with the value of each line with a name.
    func forEachValue(_ name: HTTPField.Name, _ body: (ArraySlice<UInt8>) -> Void) {
        for line in lines where isNamed(line, name) { body(bytes[line.value]) }
    }

    private func isNamed(_ line: Line, _ name: HTTPField.Name) -> Bool {
        let wanted = name.rawName.utf8
        guard line.nameCount == wanted.count else { return false }
        return wanted.elementsEqual(bytes[line.name]) { $0.asciiLowercased == $1.asciiLowercased }
    }

    /// Field values are bytes: UTF-8 when they are valid UTF-8, else ISO 8859-1, which any bytes are (RFC 9110 §5.5).
    ///
    /// A CR or NUL inside is taken for a space (RFC 9110 §5.5): passed on in a request, it would be refused or end the field.
    package static func text(_ slice: ArraySlice<UInt8>) -> String {
        if slice.allSatisfy({ $0 < 0x80 && $0 != 0x0D && $0 != 0 }) { return String(decoding: slice, as: UTF8.self) }
        let bytes = slice.map { $0 == 0x0D || $0 == 0 ? 0x20 : $0 }
        return String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
    }
}

extension UnsafeRawBufferPointer {
    /// Without white space at the start.
    fileprivate var trimmedStart: Self {
        let start = unsafe firstIndex { !$0.isTrimmed } ?? endIndex
        return unsafe Self(rebasing: self[start...])
    }

    /// Without white space and line ends at the end.
    fileprivate var trimmedEnd: Self {
        let end = unsafe lastIndex { !$0.isTrimmed }.map { $0 + 1 } ?? startIndex
        return unsafe Self(rebasing: self[..<end])
    }
}

extension UInt8 {
    /// White space, line ends, and NUL, which like a CR is taken for a space: a value begins and ends with none of them.
    fileprivate var isTrimmed: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A || self == 0 }
}
