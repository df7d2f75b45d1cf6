internal import Retriever

extension RecordedExchange {
    /// Reads a file.
    ///
    /// - Parameter path: For errors.
    init(_ bytes: [UInt8], path: String) throws(RecordingError) {
        var reader = RecordingReader(lines: RecordedLines(bytes), path: path)
        guard let fence = reader.lines.fence else {
            throw reader.error(nil, "there is no line of \"===\" between request and response")
        }
        let request = try reader.section(0..<fence)
        let words = request.start.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let method = HTTPRequest.Method(String(words[0])) else {
            throw reader.error(0, "the request begins with its method and URL")
        }
        let response = try reader.section(fence + 1..<reader.lines.lines.count)
        let status = response.start.split(separator: " ", maxSplits: 2)
        guard status.count >= 2, status[0] == "HTTP", let code = Int(digits: status[1]), 100...999 ~= code else {
            throw reader.error(fence + 1, "the response begins with \"HTTP\" and a status of three digits")
        }
        self.init(
            method: method, url: String(words[1]), requestFields: request.fields, requestContent: request.content,
            status: HTTPResponse.Status(code: code, reasonPhrase: status.count > 2 ? String(status[2]) : ""),
            responseFields: response.fields, responseContent: response.content, trailerFields: response.trailers)
    }
}

/// Takes the two halves of a recording apart.
private struct RecordingReader {
    struct Section {
        var start = ""
        var fields: HTTPFields = [:]
        var trailers: HTTPFields = [:]
        var content = RecordedExchange.Content.text([])
    }

    let lines: RecordedLines
    let path: String

    func error(_ index: Int?, _ message: String) -> RecordingError {
        RecordingError(.damaged, path, line: index.map { $0 + 1 }, message)
    }

    mutating func section(_ range: Range<Int>) throws(RecordingError) -> Section {
        var section = Section()
        guard let first = range.first else { throw error(range.lowerBound, "there is nothing here") }
        section.start = try text(first)
        for index in range.dropFirst() {
            let line = try text(index)
            if line.isEmpty {
                guard case .text = section.content else { return section }
                section.content = .text(lines.content(index + 1..<range.upperBound))
                return section
            }
            if line.hasPrefix(RecordedExchange.contentMark) {
                let name = String(line.dropFirst(RecordedExchange.contentMark.count))
                guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0), name != "..", name != "."
                else { throw error(index, "content is in a file of the same folder") }
                section.content = .file(name)
            } else if line.hasPrefix(RecordedExchange.trailerMark) {
                section.trailers.append(try field(line.dropFirst(RecordedExchange.trailerMark.count), index))
            } else {
                section.fields.append(try field(line[...], index))
            }
        }
        return section
    }

    private func text(_ index: Int) throws(RecordingError) -> String {
        guard let text = lines.text(index) else { throw error(index, "the line is no text in UTF-8") }
        return text
    }

    private func field(_ line: Substring, _ index: Int) throws(RecordingError) -> HTTPField {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), let name = HTTPField.Name(String(line[..<colon])),
            let field = HTTPField(name: name, value: String(line[line.utf8.index(after: colon)...]))
        else { throw error(index, "a field is a name, a colon and a value; an empty line ends the fields") }
        return field
    }
}
