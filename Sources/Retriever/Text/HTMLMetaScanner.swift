internal import HTTPSemantics

/// Looks for the encoding that a page declares, before anything of it is parsed. HTML standard §13.2.3.2 "prescan a byte stream".
struct HTMLMetaScanner {
    private var rest: ArraySlice<UInt8>

    /// For the first bytes of a page.
    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func encoding() -> TextEncoding? {
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if starts(with: "<!--") {
                // The dashes of the end may be those of the beginning.
                skip(behind: "-->", from: start + 2)
            } else if starts(with: "<meta"),
                rest.dropFirst(5).first.map({ $0.isASCIIWhitespace || $0 == UInt8(ascii: "/") }) == true
            {
                rest = rest.dropFirst(5)
                if let encoding = metaEncoding() { return encoding }
            } else if startsTag {
                rest = rest.drop { !$0.isASCIIWhitespace && $0 != UInt8(ascii: ">") }
                while attribute() != nil {}
            } else if ["<!", "</", "<?"].contains(where: starts(with:)) {
                skip(behind: ">", from: start)
            } else {
                rest = rest.dropFirst()
            }
        }
        return nil
    }

    private func starts(with text: String) -> Bool {
        rest.prefix(text.utf8.count).lazy.map(\.asciiLowercased).elementsEqual(text.utf8)
    }

    private var startsTag: Bool {
        let name = rest.dropFirst()
        return (name.first == UInt8(ascii: "/") ? name.dropFirst() : name).first?.isASCIIAlpha == true
    }

    private mutating func skip(behind text: String, from start: Int) {
        let found = rest[min(start, rest.endIndex)...].firstRange(of: Array(text.utf8))
        rest = rest[(found?.upperBound ?? rest.endIndex)...]
    }

    private mutating func metaEncoding() -> TextEncoding? {
        var names: Set<[UInt8]> = []
        var isContentType = false
        var needsContentType = false
        var encoding: TextEncoding?
        var hasCharset = false
        while let (name, value) = attribute() {
            guard names.insert(name).inserted else { continue }
            switch String(decoding: name, as: UTF8.self) {
            case "http-equiv": isContentType = value.elementsEqual("content-type".utf8)
            case "content":
                guard !hasCharset, let named = Self.charset(in: value) else { continue }
                (encoding, hasCharset, needsContentType) = (named, true, true)
            case "charset": (encoding, hasCharset, needsContentType) = (TextEncoding(declared: value), true, false)
            default: break
            }
        }
        // What is cut off may be another label.
        guard rest.first == UInt8(ascii: ">") else { return nil }
        return needsContentType && !isContentType ? nil : encoding
    }

    /// The next attribute, in lower case; `nil` at the end of the tag. "Get an attribute".
    private mutating func attribute() -> (name: [UInt8], value: [UInt8])? {
        rest = rest.drop { $0.isASCIIWhitespace || $0 == UInt8(ascii: "/") }
        guard let first = rest.first, first != UInt8(ascii: ">") else { return nil }
        // A "=" that begins the name is part of it.
        let name = rest.prefix(1) + rest.dropFirst().prefix { !$0.isASCIIWhitespace && !"=/>".utf8.contains($0) }
        rest = rest[name.endIndex...].drop(while: \.isASCIIWhitespace)
        let lowered = name.map(\.asciiLowercased)
        guard rest.first == UInt8(ascii: "=") else { return (lowered, []) }
        rest = rest.dropFirst().drop(while: \.isASCIIWhitespace)
        return (lowered, attributeValue().map(\.asciiLowercased))
    }

    private mutating func attributeValue() -> ArraySlice<UInt8> {
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let value = rest.dropFirst().prefix { $0 != quote }
            rest = rest[value.endIndex...].dropFirst()
            return value
        }
        let value = rest.prefix { !$0.isASCIIWhitespace && $0 != UInt8(ascii: ">") }
        rest = rest[value.endIndex...]
        return value
    }

    /// "Extract a character encoding from a meta element": the one in `text/html; charset=…`.
    private static func charset(in value: [UInt8]) -> TextEncoding? {
        var rest = value[...]
        while let name = rest.firstRange(of: Array("charset".utf8)) {
            rest = rest[name.upperBound...].drop(while: \.isASCIIWhitespace)
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: \.isASCIIWhitespace)
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return TextEncoding(declared: rest.prefix { !$0.isASCIIWhitespace && $0 != UInt8(ascii: ";") })
            }
            let label = rest.dropFirst().prefix { $0 != quote }
            return label.endIndex < rest.endIndex ? TextEncoding(declared: label) : nil
        }
        return nil
    }
}
