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
        var tail: (UInt8, UInt8) = (0, 0)
        let bytes = text.utf8.span
        for position in bytes.indices {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0x0A: output.append(contentsOf: "\\n".utf8)
            case 0x0D: output.append(contentsOf: "\\r".utf8)
            case 0x09: output.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                output.append(contentsOf: byte < 16 ? "\\u000".utf8 : "\\u00".utf8)
                output.append(contentsOf: String(byte, radix: 16).utf8)
            case 0xA8 where tail == (0xE2, 0x80), 0xA9 where tail == (0xE2, 0x80):
                output.removeLast(2)
                output.append(contentsOf: byte == 0xA8 ? "\\u2028".utf8 : "\\u2029".utf8)
            default: output.append(byte)
            }
            tail = (tail.1, byte)
        }
        output.append(UInt8(ascii: "\""))
    }
}
