/// Writes values as RFC 8259 has them.
struct JSONWriter {
    let formatting: JSON.OutputFormatting
    private(set) var bytes: [UInt8] = []
    private var depth = 0

    init(formatting: JSON.OutputFormatting) { self.formatting = formatting }

    mutating func write(_ value: JSON.Value) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let bool): bytes += (bool ? "true" : "false").utf8
        case .number(let number): bytes += number.description.utf8
        case .string(let string): write(string)
        case .array(let array): list(array, "[", "]") { $0.write($1) }
        case .object(let object): members(object, \.name) { $0.write($1.value) }
        }
    }

    /// What has been encoded, without making a value of it first.
    mutating func write(_ node: EncodedNode) {
        switch node {
        case .value(let value): write(value)
        case .array(let array): list(array.elements, "[", "]") { $0.write($1) }
        case .object(let object): members(object.names.indices, { object.names[$0] }) { $0.write(object.values[$1]) }
        case .later(let encoder): write(encoder.node ?? .value(.object([:])))
        }
    }

    private mutating func members<Members: Collection>(
        _ members: Members, _ name: (Members.Element) -> String, _ write: (inout Self, Members.Element) -> Void
    ) {
        let colon = formatting.contains(.prettyPrinted) ? ": " : ":"
        func member(_ writer: inout Self, _ member: Members.Element) {
            writer.write(name(member))
            writer.bytes += colon.utf8
            write(&writer, member)
        }
        guard formatting.contains(.sortedKeys) else { return list(members, "{", "}", member) }
        list(members.sorted { name($0).utf8.lexicographicallyPrecedes(name($1).utf8) }, "{", "}", member)
    }

    private mutating func list<Items: Collection>(
        _ items: Items, _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ write: (inout Self, Items.Element) -> Void
    ) {
        bytes.append(UInt8(ascii: start))
        depth += 1
        var isFirst = true
        for item in items {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            newLine()
            write(&self, item)
        }
        depth -= 1
        if !isFirst { newLine() }
        bytes.append(UInt8(ascii: end))
    }

    private mutating func newLine() {
        guard formatting.contains(.prettyPrinted) else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        if !formatting.contains(.escapingControls), string.utf8.allSatisfy({ isPlain($0) }) {
            bytes += string.utf8
        } else {
            for scalar in string.unicodeScalars { write(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte.isPlainJSONText && (byte != UInt8(ascii: "/") || formatting.contains(.withoutEscapingSlashes))
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": bytes += #"\""#.utf8
        case "\\": bytes += #"\\"#.utf8
        case "/" where !formatting.contains(.withoutEscapingSlashes): bytes += #"\/"#.utf8
        case "\u{8}": bytes += #"\b"#.utf8
        case "\u{C}": bytes += #"\f"#.utf8
        case "\n": bytes += #"\n"#.utf8
        case "\r": bytes += #"\r"#.utf8
        case "\t": bytes += #"\t"#.utf8
        case _ where scalar < " " || "\u{7F}"..."\u{9F}" ~= scalar && formatting.contains(.escapingControls):
            let digits = String(scalar.value, radix: 16)
            bytes += (#"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
        default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
    }
}
