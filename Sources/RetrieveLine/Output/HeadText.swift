internal import Console
internal import HTTPSemantics
internal import Retriever

/// Heads of requests and responses as text.
struct HeadText {
    let terminal: Terminal

    /// Status line and fields.
    func response(_ head: HTTPResponse) -> String {
        let ink: Ink =
            switch head.status.kind {
            case .successful: .good
            case .informational, .redirection: .caution
            case .clientError, .serverError, .invalid: .bad
            }
        let phrase = head.status.reasonPhrase.isEmpty ? "" : " " + head.status.reasonPhrase.printable
        // Which version it was is known when all is over; --verbose --verbose tells.
        let version = terminal.paint("HTTP", .punctuation)
        return "\(version) \(terminal.paint("\(head.status.code)\(phrase)", ink))\n" + fields(head.headerFields)
    }

    /// Request line and fields.
    func request(_ request: HTTPRequest, fields: HTTPFields) -> String {
        let target = request.url.path + (request.url.query.map { "?\($0)" } ?? "")
        let line =
            "\(terminal.paint(request.method.rawValue, .good)) \(target.printable) \(terminal.paint("HTTP", .punctuation))\n"
        return line + self.fields(fields)
    }

    private func fields(_ fields: HTTPFields) -> String {
        fields.map { field in
            let colon = terminal.paint(":", .punctuation)
            return "\(terminal.paint(field.name.rawName.printable, .name))\(colon) \(field.value.printable)\n"
        }.joined()
    }
}
