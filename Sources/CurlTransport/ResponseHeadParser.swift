internal import HTTPSemantics

/// Collects the header lines that libcurl hands over and reads the final response's head from them. RFC 9112 §4, §5.
struct ResponseHeadParser {
    private var lines: [ArraySlice<UInt8>] = []

    /// Takes one line, its end included. The final response's head is answered with the empty line that closes it; heads of
    /// interim responses (1xx, RFC 9110 §15.2) are dropped.
    mutating func append(line: [UInt8]) -> HTTPResponse? {
        let content = line[...].trimmingLineEnd
        if content.starts(with: "HTTP/".utf8) {
            lines = [content]
        } else if !content.isEmpty {
            lines.append(content)
        } else if let head = head() {
            lines = []
            return head.status.kind == .informational ? nil : head
        }
        return nil
    }

    private func head() -> HTTPResponse? {
        guard let status = lines.first.flatMap(Self.status) else { return nil }
        var fields = HTTPFields()
        for line in unfoldedFieldLines() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = HTTPField.Name(Self.text(line[..<colon]))
            else { continue }  // not a field line; a name that is no token could be mistaken for another field
            let value = Self.text(line[(colon + 1)...]).trimmingOptionalWhitespace
            fields.append(HTTPField(name: name, uncheckedValue: String(value)))
        }
        return HTTPResponse(status: status, headerFields: fields)
    }

    /// The lines after the status line; a line that begins with white space continues the one before (RFC 9112 §5.2).
    private func unfoldedFieldLines() -> [ArraySlice<UInt8>] {
        guard lines.dropFirst().contains(where: \.beginsWithSpace) else { return Array(lines.dropFirst()) }
        return lines.dropFirst().reduce(into: []) { result, line in
            if line.beginsWithSpace, let last = result.popLast() {
                result.append(last + [0x20] + line.drop { $0 == 0x20 || $0 == 0x09 })
            } else {
                result.append(line)
            }
        }
    }

    /// `HTTP/1.1 200 OK`; the reason phrase may be missing.
    private static func status(_ line: ArraySlice<UInt8>) -> HTTPResponse.Status? {
        let parts = line.split(separator: 0x20, maxSplits: 2)
        guard parts.count >= 2, parts[1].count == 3, let code = Int(text(parts[1])) else { return nil }
        return HTTPResponse.Status(code: code, reasonPhrase: parts.count > 2 ? text(parts[2]) : "")
    }

    /// Field values are bytes: UTF-8 when they are valid UTF-8, else ISO 8859-1, which any bytes are (RFC 9110 §5.5).
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
    }
}

extension ArraySlice<UInt8> {
    fileprivate var beginsWithSpace: Bool { first == 0x20 || first == 0x09 }

    fileprivate var trimmingLineEnd: Self {
        var line = self
        if line.last == 0x0A { line.removeLast() }
        if line.last == 0x0D { line.removeLast() }
        return line
    }
}
