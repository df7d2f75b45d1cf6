internal import HTTPSemantics

/// The lines of a response's head as libcurl hands them over, kept as they came. RFC 9112 §4.
struct HeaderSection: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Takes one line, its end included; whether it closed the head of the final response. Heads of interim responses (1xx,
    /// RFC 9110 §15.2) are dropped.
    mutating func append(line: UnsafeRawBufferPointer) -> Bool {
        if unsafe line.starts(with: "HTTP/".utf8) { bytes.removeAll(keepingCapacity: true) }
        unsafe bytes.append(contentsOf: line)
        guard unsafe line.count <= 2 && (line.first == 0x0A || line.first == 0x0D) else { return false }
        return !isInterim
    }

    /// The status code is three digits after the first space.
    private var isInterim: Bool {
        guard let space = bytes.firstIndex(of: 0x20), space + 1 < bytes.count else { return false }
        return bytes[space + 1] == UInt8(ascii: "1")
    }

    /// The head that the lines say; `nil` when there is no status. Not done on the loop's thread, which serves everybody.
    func parsed() -> HTTPResponse? {
        var lines = bytes.split(separator: 0x0A)[...]
        guard let status = lines.popFirst().flatMap({ Self.status($0.trimmed) }) else { return nil }
        var fields = HTTPFields()
        fields.reserveCapacity(lines.count)
        while let line = lines.popFirst() {
            // A line that begins with white space continues the one before (RFC 9112 §5.2).
            var unfolded = line
            while let next = lines.first, next.first == 0x20 || next.first == 0x09 {
                unfolded = unfolded.trimmed + [0x20] + next.trimmed
                lines.removeFirst()
            }
            guard let colon = unfolded.firstIndex(of: UInt8(ascii: ":")),
                let name = HTTPField.Name(Self.text(unfolded[..<colon]))
            else { continue }  // not a field line; a name that is no token could be mistaken for another field
            fields.append(HTTPField(name: name, uncheckedValue: Self.text(unfolded[(colon + 1)...].trimmed)))
        }
        return HTTPResponse(status: status, headerFields: fields)
    }

    /// `HTTP/1.1 200 OK`; the reason phrase may be missing.
    private static func status(_ line: ArraySlice<UInt8>) -> HTTPResponse.Status? {
        guard let space = line.firstIndex(of: 0x20) else { return nil }
        let rest = line[(space + 1)...]
        let digits = rest.prefix(3)
        guard digits.count == 3, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let code = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return HTTPResponse.Status(code: code, reasonPhrase: text(rest.dropFirst(3).trimmed))
    }

    /// Field values are bytes: UTF-8 when they are valid UTF-8, else ISO 8859-1, which any bytes are (RFC 9110 §5.5).
    ///
    /// A CR or NUL inside is taken for a space (RFC 9110 §5.5): passed on in a request, it would be refused or end the field.
    private static func text(_ slice: ArraySlice<UInt8>) -> String {
        let isClean = slice.allSatisfy { $0 != 0x0D && $0 != 0 }
        let bytes = isClean ? slice : ArraySlice(slice.map { $0 == 0x0D || $0 == 0 ? 0x20 : $0 })
        return String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
    }
}

extension ArraySlice<UInt8> {
    /// Without white space and line ends around it.
    fileprivate var trimmed: Self {
        var slice = self
        while let last = slice.last, last == 0x20 || last == 0x09 || last == 0x0D || last == 0x0A { slice.removeLast() }
        while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
        return slice
    }
}
