internal import Retriever

/// A request and its response as a file has them: redacted.
struct RecordedExchange: Hashable {
    /// Content inside the file, or in one of its own.
    enum Content: Hashable {
        case text([UInt8])
        case file(String)
    }

    var method: HTTPRequest.Method
    var url: String
    var requestFields: HTTPFields
    var requestContent: Content
    var status: HTTPResponse.Status
    var responseFields: HTTPFields
    var responseContent: Content
    var trailerFields: HTTPFields
}

/// An exchange as text: request line, fields, an empty line, content; a line of "="; and the same for the response.
extension RecordedExchange {
    static let contentMark = "@content-file "
    static let trailerMark = "@trailer "

    var bytes: [UInt8] {
        let fence = [UInt8](
            repeating: UInt8(ascii: "="), count: 1 + max(2, longestRule(requestContent), longestRule(responseContent)))
        let request = Self.section(["\(method) \(url)"] + Self.lines(requestFields), requestContent)
        let trailers = Self.lines(trailerFields).map { Self.trailerMark + $0 }
        let response = Self.section(["HTTP \(status)"] + Self.lines(responseFields) + trailers, responseContent)
        return request + fence + [UInt8(ascii: "\n")] + response
    }

    private static func lines(_ fields: HTTPFields) -> [String] { fields.map { "\($0.name): \($0.value)" } }

    /// Content that is not empty is followed by a line end that is none of its own.
    private static func section(_ lines: [String], _ content: Content) -> [UInt8] {
        switch content {
        case .file(let name): Array((lines + [contentMark + name, "", ""]).joined(separator: "\n").utf8)
        case .text(let text): (lines + ["", ""]).joined(separator: "\n").utf8 + text + (text.isEmpty ? [] : [UInt8(ascii: "\n")])
        }
    }

    /// The length of the longest line of "=" in content: what stands between request and response must be longer.
    private func longestRule(_ content: Content) -> Int {
        guard case .text(let text) = content else { return 0 }
        return text.split(separator: UInt8(ascii: "\n")).reduce(0) { max($0, RecordedLines.ruleLength($1)) }
    }
}
