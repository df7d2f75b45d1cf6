internal import HTTPSemantics
internal import Retriever

/// Content as people like to read it.
struct ContentFormatter {
    let terminal: Terminal
    let contentType: MediaType?

    /// The text to print for all of a content.
    func text(_ bytes: [UInt8]) -> String {
        let text = terminal.shown(TextEncoding(of: bytes, contentType: contentType).decode(bytes))
        return formatted(text) ?? text
    }

    /// The content laid out and coloured; `nil` when there is nothing to be done, or when it is not what it claims to be.
    private func formatted(_ text: String) -> String? {
        guard terminal.pretty != .none else { return nil }
        switch kind(text) {
        case .json: return JSONPainter(terminal: terminal).text(text)
        case .xml: return MarkupPainter(terminal: terminal, indents: terminal.pretty.formats).text(text)
        case .html: return MarkupPainter(terminal: terminal, indents: false).text(text)
        case .form where terminal.pretty.formats:
            return FormParameters(urlEncoded: text).map { parameter in
                "\(terminal.paint(terminal.shown(parameter.name), .name))=\(terminal.shown(parameter.value))\n"
            }.joined()
        case .form, .plain: return nil
        }
    }

    private enum Kind { case json, xml, html, form, plain }

    private func kind(_ text: String) -> Kind {
        let subtype = contentType?.subtype ?? ""
        if subtype == "json" || subtype.hasSuffix("+json") { return .json }
        if subtype == "html" { return .html }
        if subtype == "xml" || subtype.hasSuffix("+xml") { return .xml }
        if subtype == "x-www-form-urlencoded" { return .form }
        // Servers often do not say that it is JSON.
        let first = text.utf8.first { $0 > 0x20 }
        let isUnclear = contentType == nil || contentType?.essence == "text/plain" || subtype == "javascript"
        return isUnclear && (first == UInt8(ascii: "{") || first == UInt8(ascii: "[")) ? .json : .plain
    }
}
