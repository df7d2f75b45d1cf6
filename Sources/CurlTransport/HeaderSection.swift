package import HTTPSemantics

/// The head of a response, line by line as libcurl hands it over. RFC 9112 §4.
package struct HeaderSection: Sendable {
    private(set) var status: HTTPResponse.Status?
    /// The digit after "HTTP/".
    private(set) var majorVersion = 0
    /// The digit after the point; 0 where there is none, as since HTTP/2.
    private var minorVersion = 0
    private(set) var fields = FieldSection()

    package init() {}

    /// Takes one line, its end included; whether it closed the head of the final response. Heads of interim responses (1xx,
    /// RFC 9110 §15.2) are dropped.
    package mutating func append(line: UnsafeRawBufferPointer) -> Bool {
        if unsafe Self.isStatusLine(line) {
            status = unsafe Self.status(line)
            majorVersion = unsafe line.count > 5 ? Int(line[5] &- 0x30) : 0
            minorVersion = unsafe line.count > 7 && line[6] == UInt8(ascii: ".") ? Int(line[7] &- 0x30) : 0
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
        unsafe line.count > 4 && line[4] == UInt8(ascii: "/") && line[0] == UInt8(ascii: "H") && line[1] == UInt8(ascii: "T")
            && line[2] == UInt8(ascii: "T") && line[3] == UInt8(ascii: "P")
    }

    /// The version of HTTP: "1.0", "1.1", "2" or "3".
    package var version: String { majorVersion == 1 ? "1.\(minorVersion)" : "\(majorVersion)" }

    /// The head that the lines say; `nil` when there is no status.
    package var head: HTTPResponse? { status.map { HTTPResponse(status: $0, headerFields: HTTPFields(fields)) } }

    /// `HTTP/1.1 200 OK`; the reason phrase may be missing.
    private static func status(_ line: UnsafeRawBufferPointer) -> HTTPResponse.Status? {
        guard let space = unsafe line.firstIndex(of: 0x20), line.count > space + 3 else { return nil }
        var code = 0
        for position in (space + 1)...(space + 3) {
            let digit = unsafe line[position]
            guard digit.isASCIIDigit else { return nil }
            code = code * 10 + Int(digit - 0x30)
        }
        var words = space + 4..<line.count
        while !words.isEmpty, unsafe line[words.lowerBound] <= 0x20 { words = words.dropFirst() }
        while !words.isEmpty, unsafe line[words.upperBound - 1] <= 0x20 { words = words.dropLast() }
        let text = unsafe FieldSection.text(UnsafeRawBufferPointer(rebasing: line[words]))
        return HTTPResponse.Status(code: code, reasonPhrase: text)
    }
}
