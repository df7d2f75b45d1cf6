package import HTTPSemantics

/// The head of a response, line by line as libcurl hands it over. RFC 9112 §4.
package struct HeaderSection: Sendable {
    private(set) var status: HTTPResponse.Status?
    /// The digit after "HTTP/".
    private(set) var majorVersion = 0
    private(set) var fields = FieldSection()

    package init() {}

    /// Takes one line, its end included; whether it closed the head of the final response. Heads of interim responses (1xx,
    /// RFC 9110 §15.2) are dropped.
    package mutating func append(line: UnsafeRawBufferPointer) -> Bool {
        if unsafe Self.isStatusLine(line) {
            status = unsafe Self.status(line)
            majorVersion = unsafe line.count > 5 ? Int(line[5] &- 0x30) : 0
            fields = FieldSection()
            return false
        }
        guard unsafe line.count <= 2 && (line.first == 0x0A || line.first == 0x0D) else {
            unsafe fields.append(line: line)
            return false
        }
        return status?.kind != .informational
    }

    static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        // No field name holds the fifth byte: what is no status line is seen by one comparison.
        unsafe line.count > 4 && line[4] == UInt8(ascii: "/") && line.starts(with: "HTTP/".utf8)
    }

    /// The head that the lines say; `nil` when there is no status.
    package var head: HTTPResponse? { status.map { HTTPResponse(status: $0, headerFields: HTTPFields(fields)) } }

    /// `HTTP/1.1 200 OK`; the reason phrase may be missing.
    private static func status(_ line: UnsafeRawBufferPointer) -> HTTPResponse.Status? {
        guard let space = unsafe line.firstIndex(of: 0x20) else { return nil }
        let digits = unsafe line[(space + 1)...].prefix(3)
        guard unsafe digits.count == 3 && digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let code = unsafe digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let words = unsafe line[digits.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
        let end = unsafe words.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? words.startIndex
        return HTTPResponse.Status(code: code, reasonPhrase: FieldSection.text(unsafe Array(words[..<end])[...]))
    }
}
