/// How the text of a joke is made safe for the place it goes to.
enum TextEscaping: Sendable, Hashable {
    /// For HTML text and attribute values; ICNDB's default.
    case html
    /// For the inside of a JavaScript string literal, also one in a `<script>` element.
    case javaScript

    /// Appends `text`, escaped.
    func append(_ text: [UInt8], to output: inout [UInt8]) {
        // Most text needs no escape: what lies between two escapes is copied as a whole.
        var start = 0
        for position in text.indices {
            let byte = text[position]
            // Letters and the space never need one.
            if byte >= UInt8(ascii: "a") || byte == UInt8(ascii: " ") { continue }
            let escape =
                switch self {
                case .html: Self.entity(byte)
                case .javaScript: Self.escape(byte, after: position > 0 ? text[position - 1] : 0)
                }
            guard let escape else { continue }
            output.append(contentsOf: text[start..<position])
            output.append(contentsOf: escape.utf8)
            start = position + 1
        }
        output.append(contentsOf: text[start...])
    }

    /// `text`, escaped.
    func escape(_ text: String) -> String {
        var output: [UInt8] = []
        append(Array(text.utf8), to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private static func entity(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    /// `</` and `<!` would end or comment out the script around the literal, so what follows `<` is escaped.
    private static func escape(_ byte: UInt8, after previous: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "'"): "\\'"
        case UInt8(ascii: "\\"): "\\\\"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case UInt8(ascii: "/") where previous == UInt8(ascii: "<"): "\\/"
        case UInt8(ascii: "!") where previous == UInt8(ascii: "<"): "\\!"
        default: nil
        }
    }
}
