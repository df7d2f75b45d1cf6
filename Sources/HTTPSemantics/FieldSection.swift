/// The field lines of a message as they came over the wire: indexed by line, made into text when somebody asks. Most responses
/// bring ten fields of which one or two are looked at. RFC 9110 §5, RFC 9112 §5.
package struct FieldSection: Sendable {
    /// Where a line's name and value stand in `bytes`, with the colon and white space between them.
    private struct Line {
        var start: UInt32
        var nameCount: UInt32
        var gap: UInt32
        var valueCount: UInt32

        var name: Range<Int> { Int(start)..<Int(start + nameCount) }
        var value: Range<Int> { Int(start + nameCount + gap)..<Int(start + nameCount + gap + valueCount) }
    }

    private var bytes: [UInt8] = []
    /// What is more is dropped; nobody has so much memory for fields.
    private static let sizeLimit = 1 << 30
    private var lines: [Line] = []

    package init() {}

    package var count: Int { lines.count }

    /// Takes one line, with or without its end. One without a colon is no field line, and a name that is no token could be mistaken
    /// for another field: both are dropped.
    package mutating func append(line: UnsafeRawBufferPointer) {
        let line = unsafe line.trimmedEnd
        guard let first = unsafe line.first else { return }
        if first == 0x20 || first == 0x09 { return unsafe unfold(line.trimmedStart) }
        var colon = 0
        while colon < line.count, unsafe line[colon].isTokenCharacter { colon += 1 }
        guard colon > 0, colon < line.count, unsafe line[colon] == UInt8(ascii: ":"),
            bytes.count + line.count <= Self.sizeLimit
        else { return }
        if bytes.isEmpty {
            bytes.reserveCapacity(320)
            lines.reserveCapacity(12)
        }
        var value = colon + 1
        while value < line.count, unsafe line[value].isTrimmed { value += 1 }
        lines.append(
            Line(
                start: UInt32(bytes.count), nameCount: UInt32(colon), gap: UInt32(value - colon),
                valueCount: UInt32(line.count - value)))
        unsafe bytes.append(contentsOf: line)
    }

    /// The same with a line after all others.
    func appending(_ field: HTTPField) -> FieldSection {
        let (name, value) = (field.name.rawName.utf8.span, field.value.utf8.span)
        var result = FieldSection()
        result.lines.reserveCapacity(lines.count + 1)
        result.lines += lines
        result.lines.append(
            Line(start: UInt32(bytes.count), nameCount: UInt32(name.count), gap: 0, valueCount: UInt32(value.count)))
        result.bytes.reserveCapacity(bytes.count + name.count + value.count)
        result.bytes += bytes
        result.bytes.append(name, name.indices)
        result.bytes.append(value, value.indices)
        return result
    }

    /// A line that begins with white space continues the one before (RFC 9112 §5.2).
    private mutating func unfold(_ rest: UnsafeRawBufferPointer) {
        guard !lines.isEmpty, bytes.count + rest.count < Self.sizeLimit else { return }
        let oldCount = bytes.count
        if lines[lines.count - 1].valueCount > 0 { bytes.append(0x20) }
        unsafe bytes.append(contentsOf: rest)
        lines[lines.count - 1].valueCount += UInt32(bytes.count - oldCount)
    }

    /// The field of a line.
    package func field(at position: Int) -> HTTPField {
        let line = lines[position]
        let value = unsafe bytes[line.value].withUnsafeBytes { unsafe Self.reading($0) }
        return HTTPField(
            name: HTTPField.Name(unchecked: Self.text(bytes[line.name])), uncheckedValue: value.text, isLatin1: value.isLatin1)
    }

    var byteCount: Int { bytes.count }

    /// The same without the lines of some names.
    func without(_ names: HTTPFieldNames) -> FieldSection {
        let span = bytes.span
        var result = FieldSection()
        result.bytes = bytes
        result.lines.reserveCapacity(lines.count)
        for line in lines where !names.contains(span.extracting(line.name)) { result.lines.append(line) }
        return result
    }

    /// Whether there is a line of one of some names.
    func contains(any names: HTTPFieldNames) -> Bool {
        let span = bytes.span
        for line in lines where names.contains(span.extracting(line.name)) { return true }
        return false
    }

    /// The value of the first line of a name.
    func first(_ name: HTTPField.Name) -> String? {
        firstLine(of: name).map { text(lines[$0]) }
    }

    /// The date in the first line of a name.
    func date(_ name: HTTPField.Name) -> HTTPDate? {
        guard let line = firstLine(of: name).map({ lines[$0] }) else { return nil }
        return HTTPDate(usualForm: bytes.span.extracting(line.value)) ?? HTTPDate(text(line))
    }

    /// The values of all lines of a name as one (RFC 9110 §5.3).
    func combined(_ name: HTTPField.Name) -> String? {
        guard var position = firstLine(of: name) else { return nil }
        var combined = text(lines[position])
        while let next = firstLine(of: name, after: position) {
            combined += ", " + text(lines[next])
            position = next
        }
        return combined
    }

    package func contains(_ name: HTTPField.Name) -> Bool { firstLine(of: name) != nil }

    /// The values of all lines with a name.
    package func values(_ name: HTTPField.Name) -> [String] {
        var values: [String] = []
        forEachLine(of: name) { values.append(text($0)) }
        return values
    }

    /// The first value of a name, with bytes outside ASCII as `%XX` when it is not UTF-8.
    func urlReference(_ name: HTTPField.Name) -> String? {
        guard let position = firstLine(of: name) else { return nil }
        let value = bytes[lines[position].value]
        if String(validating: value, as: UTF8.self) != nil { return Self.text(value) }
        return Self.text(value.reduce(into: [UInt8]()) { $0.append($1, encoding: .nonASCII) }[...])
    }

    /// Calls `body` with the value of each line with a name.
    func forEachSlice(_ name: HTTPField.Name, _ body: (ArraySlice<UInt8>) -> Void) {
        forEachLine(of: name) { body(bytes[$0.value]) }
    }

    /// Calls `body` with the value of each line with a name.
    func forEachValue(_ name: HTTPField.Name, _ body: (Span<UInt8>) -> Void) {
        forEachLine(of: name) { body(bytes.span.extracting($0.value)) }
    }

    private func forEachLine(of name: HTTPField.Name, _ body: (Line) -> Void) {
        var position = firstLine(of: name)
        while let found = position {
            body(lines[found])
            position = firstLine(of: name, after: found)
        }
    }

    /// Where the first line of a name stands, or the next.
    private func firstLine(of name: HTTPField.Name, after last: Int = -1) -> Int? {
        let wanted = name.rawName.utf8.span
        let all = bytes.span
        for position in last + 1..<lines.count {
            let line = lines[position]
            if Int(line.nameCount) == wanted.count, wanted.isWritten(all, at: Int(line.start)) { return position }
        }
        return nil
    }

    private func text(_ line: Line) -> String { Self.text(bytes[line.value]) }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { unsafe bytes.withUnsafeBytes { unsafe text($0) } }

    /// Field values are bytes: UTF-8 when they are valid UTF-8, else ISO 8859-1, which any bytes are (RFC 9110 §5.5).
    ///
    /// A CR or NUL inside is taken for a space (RFC 9110 §5.5): passed on in a request, it would be refused or end the field.
    package static func text(_ bytes: UnsafeRawBufferPointer) -> String { unsafe reading(bytes).text }

    private static func reading(_ bytes: UnsafeRawBufferPointer) -> (text: String, isLatin1: Bool) {
        if unsafe bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D && $0 != 0 }) {
            return unsafe (String(decoding: bytes, as: UTF8.self), false)
        }
        let bytes = unsafe bytes.map { $0 == 0x0D || $0 == 0 ? 0x20 : $0 }
        if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
        return (String(octets: bytes, isLatin1: true), true)
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
