internal import Console
internal import HTTPSemantics
internal import Retriever

/// Heads of requests and responses as text.
struct HeadText {
    let terminal: Terminal

    /// Status line and fields.
    ///
    /// - Parameter version: Such as "1.1"; `nil` when it is not known, as of an answer that was stored.
    func response(_ head: HTTPResponse, version: String?) -> String {
        let ink: Ink =
            switch head.status.kind {
            case .successful: .good
            case .informational, .redirection: .caution
            case .clientError, .serverError, .invalid: .bad
            }
        let phrase = head.status.reasonPhrase.isEmpty ? "" : " " + head.status.reasonPhrase.printable
        let version = terminal.paint("HTTP" + (version.map { "/\($0)" } ?? ""), .punctuation)
        return "\(version) \(terminal.paint("\(head.status.code)\(phrase)", ink))\n" + fields(head.headerFields)
    }

    /// Request line and fields, in the form of HTTP/1.1.
    func request(_ request: HTTPRequest, fields: HTTPFields) -> String {
        let target = request.url.path + (request.url.query.map { "?\($0)" } ?? "")
        let line =
            "\(terminal.paint(request.method.rawValue, .good)) \(target.printable) \(terminal.paint("HTTP/1.1", .punctuation))\n"
        return line + self.fields(fields)
    }

    private func fields(_ fields: HTTPFields) -> String {
        fields.map { field in
            let colon = terminal.paint(":", .punctuation)
            return "\(terminal.paint(field.name.rawName.printable, .name))\(colon) \(field.value.printable)\n"
        }.joined()
    }
}
