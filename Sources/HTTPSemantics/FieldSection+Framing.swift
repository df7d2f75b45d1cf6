/// Where a response's content ends, by its fields. RFC 9112 §6.3.
package enum ContentFraming: Hashable, Sendable {
    /// After so many bytes.
    case length(Int)
    /// After the last chunk. A length beside it does not count, and may be an attempt to smuggle another response in.
    case chunked(besideLength: Bool)
    /// Where the connection ends.
    case untilClose
    /// There are different lengths, or one that is none: nobody can say.
    case invalid
}

extension FieldSection {
    /// Where the content of a response with these fields ends.
    package var framing: ContentFraming {
        var length: Int?
        var isValid = true
        forEachSlice(.contentLength) { value in
            // A list of equal lengths is one length (RFC 9110 §8.6).
            var rest = value
            while true {
                let element = rest.prefix { $0 != UInt8(ascii: ",") }
                guard let number = Self.number(element), number == length ?? number else { return isValid = false }
                length = number
                guard element.endIndex < rest.endIndex else { return }
                rest = rest[(element.endIndex + 1)...]
            }
        }
        var isChunked = false
        forEachSlice(.transferEncoding) { value in
            let last = value.split(separator: UInt8(ascii: ",")).last ?? []
            let name = last.filter { $0 != 0x20 && $0 != 0x09 }
            isChunked = name.elementsEqual("chunked".utf8) { $0.asciiLowercased == $1 }
        }
        if isChunked { return .chunked(besideLength: length != nil || !isValid) }
        return isValid ? length.map { .length($0) } ?? .untilClose : .invalid
    }

    /// Decimal digits with optional white space around them.
    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let digits = text.drop(while: isSpace).prefix { !isSpace($0) }
        guard text[digits.endIndex...].allSatisfy(isSpace) else { return nil }
        return Int(digits: digits.span)
    }
}
