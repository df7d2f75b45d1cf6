internal import Retriever

/// JSON laid out and coloured: numbers and the order of members stay as they came.
struct JSONPainter {
    let terminal: Terminal
    private static let indent = "    "

    /// The text of a document; `nil` when it is no JSON.
    func text(_ document: String) -> String? {
        // With the parser's strict rules: what would change by being laid out, such as repeated members, is left alone.
        guard let value = try? JSON.Value(parsing: document) else { return nil }
        return text(value)
    }

    /// The text of a value.
    func text(_ value: JSON.Value) -> String {
        var result = ""
        write(value, to: &result, lineStart: terminal.pretty.formats ? "\n" : nil)
        return result
    }

    private func write(_ value: JSON.Value, to text: inout String, lineStart: String?) {
        switch value {
        case .null, .bool: text += terminal.paint("\(value)", .literal)
        case .number(let number): text += terminal.paint(number.description, .number)
        case .string: text += terminal.paint(literal(value), .string)
        case .array(let array):
            list(array, "[", "]", to: &text, lineStart) { write($0, to: &$1, lineStart: $2) }
        case .object(let object):
            list(object, "{", "}", to: &text, lineStart) { member, text, lineStart in
                text += terminal.paint(literal(.string(member.name)), .name) + terminal.paint(": ", .punctuation)
                write(member.value, to: &text, lineStart: lineStart)
            }
        }
    }

    private func list<Items: Collection>(
        _ items: Items, _ start: String, _ end: String, to text: inout String, _ lineStart: String?,
        _ write: (Items.Element, inout String, String?) -> Void
    ) {
        text += terminal.paint(start, .punctuation)
        let inner = lineStart.map { $0 + Self.indent }
        var isFirst = true
        for item in items {
            if !isFirst { text += terminal.paint(inner == nil ? ", " : ",", .punctuation) }
            isFirst = false
            text += inner ?? ""
            write(item, &text, inner)
        }
        if !isFirst { text += lineStart ?? "" }
        text += terminal.paint(end, .punctuation)
    }

    private func literal(_ value: JSON.Value) -> String {
        terminal.shown(String(decoding: value.serialized([.withoutEscapingSlashes, .escapingControls]), as: UTF8.self))
    }
}
