/// Reads the links of one line. RFC 8288 appendix B.
struct LinkParser {
    private var rest: ArraySlice<UInt8>

    init(_ line: String) { rest = Array(line.utf8)[...] }

    mutating func links() -> [Link] {
        var links: [Link] = []
        while let link = link() { links.append(link) }
        return links
    }

    private mutating func link() -> Link? {
        rest = rest.drop { $0.isOptionalWhitespace || $0 == UInt8(ascii: ",") }
        guard rest.popFirst() == UInt8(ascii: "<") else { return nil }
        let target = rest.removePrefix(upTo: Self.targetEnds)
        guard rest.popFirst() != nil else { return nil }
        return Link(target: text(target), parameters: parameters())
    }

    private mutating func parameters() -> [Link.Parameter] {
        var parameters: [Link.Parameter] = []
        while skip(to: UInt8(ascii: ";")) {
            let name = text(rest.removePrefix(upTo: Self.nameEnds).trimming(after: \.isOptionalWhitespace)).asciiLowercased
            let value = skip(to: UInt8(ascii: "=")) ? value() : ""
            guard name.isToken else { continue }
            if !name.hasSuffix("*") {
                parameters.append(Link.Parameter(name: name, value: value))
            } else if let decoded = ExtendedValue.decode(value) {
                parameters.append(Link.Parameter(name: name, value: decoded))
            }
        }
        return parameters
    }

    /// Takes a mark, with white space around it, when it comes next.
    private mutating func skip(to mark: UInt8) -> Bool {
        rest = rest.drop(while: \.isOptionalWhitespace)
        guard rest.first == mark else { return false }
        rest = rest.dropFirst().drop(while: \.isOptionalWhitespace)
        return true
    }

    private mutating func value() -> String {
        guard rest.first == UInt8(ascii: "\"") else {
            return text(rest.removePrefix(upTo: Self.valueEnds).trimming(after: \.isOptionalWhitespace))
        }
        let value = text(rest.removeQuotedString()[...])
        _ = rest.removePrefix(upTo: Self.valueEnds)
        return value
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static let targetEnds = ASCIISet(">")
    private static let nameEnds = ASCIISet("=;,")
    private static let valueEnds = ASCIISet(";,")
}

extension UInt8 {
    /// SP or HTAB. RFC 9110 §5.6.3.
    var isOptionalWhitespace: Bool { self == 0x20 || self == 0x09 }
}
