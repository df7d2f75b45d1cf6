import CatalogAPI

/// Writes ICNDB's envelope as JSON by hand: a random joke is what the service is asked for most, and a general encoder takes
/// longer than all the rest of the answer.
enum ICNDBText {
    static func joke(_ joke: Joke) -> [UInt8] { success { append(joke, to: &$0) } }

    static func jokes(_ jokes: some Sequence<Joke>) -> [UInt8] {
        success { append(list: jokes, to: &$0) { append($0, to: &$1) } }
    }

    static func count(_ count: Int) -> [UInt8] { success { $0.append(contentsOf: "\(count)".utf8) } }

    static func names(_ names: [String]) -> [UInt8] { success { append(list: names, to: &$0) { appendString($0, to: &$1) } } }

    /// ICNDB answered with status 200 when there was no such joke, and named the exception in the envelope.
    static func noSuchQuote(_ sentence: String) -> [UInt8] {
        var output = Array(#"{"type":"NoSuchQuoteException","value":"#.utf8)
        appendString(sentence, to: &output)
        output.append(UInt8(ascii: "}"))
        return output
    }

    private static func success(_ value: (inout [UInt8]) -> Void) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(320)
        output.append(contentsOf: #"{"type":"success","value":"#.utf8)
        value(&output)
        output.append(UInt8(ascii: "}"))
        return output
    }

    private static func append(_ joke: Joke, to output: inout [UInt8]) {
        output.append(contentsOf: #"{"id":"#.utf8)
        output.append(contentsOf: "\(joke.id)".utf8)
        output.append(contentsOf: #","joke":"#.utf8)
        appendString(joke.joke, to: &output)
        output.append(contentsOf: #","categories":"#.utf8)
        append(list: joke.categories, to: &output) { appendString($0, to: &$1) }
        output.append(UInt8(ascii: "}"))
    }

    private static func append<Element>(
        list: some Sequence<Element>, to output: inout [UInt8], _ element: (Element, inout [UInt8]) -> Void
    ) {
        output.append(UInt8(ascii: "["))
        var isFirst = true
        for value in list {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            element(value, &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    /// Appends a string in quotes. RFC 8259 §7. U+2028 and U+2029 are escaped too, since JSONP makes the text JavaScript.
    static func appendString(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        let bytes = Array(text.utf8)
        // Most text needs no escape: what lies between two escapes is copied as a whole.
        var start = 0
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0xE2,
                let (length, escape) = escape(bytes[position...])
            else {
                position += 1
                continue
            }
            output.append(contentsOf: bytes[start..<position])
            output.append(contentsOf: escape.utf8)
            position += length
            start = position
        }
        output.append(contentsOf: bytes[start...])
        output.append(UInt8(ascii: "\""))
    }

    /// How many bytes at the start of a text must be escaped, and as what; `nil` when the first need not.
    private static func escape(_ bytes: ArraySlice<UInt8>) -> (Int, String)? {
        guard let byte = bytes.first else { return nil }
        switch byte {
        case UInt8(ascii: "\""): return (1, "\\\"")
        case UInt8(ascii: "\\"): return (1, "\\\\")
        case 0x0A: return (1, "\\n")
        case 0x0D: return (1, "\\r")
        case 0x09: return (1, "\\t")
        case 0..<0x20: return (1, (byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16))
        default:
            if bytes.starts(with: [0xE2, 0x80, 0xA8]) { return (3, "\\u2028") }
            return bytes.starts(with: [0xE2, 0x80, 0xA9]) ? (3, "\\u2029") : nil
        }
    }
}
