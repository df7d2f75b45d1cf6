/// Reads a structured field from its bytes. RFC 9651 §4.2.
struct StructuredFieldParser {
    let bytes: [UInt8]
    var position = 0

    init(_ value: String) { bytes = Array(value.utf8) }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    func error(_ code: StructuredFieldError.Code) -> StructuredFieldError { StructuredFieldError(code: code, position: position) }

    /// Takes `byte` when it is the next one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let byte = next, condition(byte) { position += 1 }
        return bytes[start..<position]
    }

    private mutating func skipSpaces() { while take(0x20) {} }

    private mutating func skipOptionalWhitespace() { while take(0x20) || take(0x09) {} }

    /// Reads a whole value, which `body` is to reach the end of.
    mutating func whole<Value>(
        _ body: (inout Self) throws(StructuredFieldError) -> Value
    ) throws(StructuredFieldError) -> Value {
        skipSpaces()
        let value = try body(&self)
        skipSpaces()
        guard next == nil else { throw error(.trailingCharacters) }
        return value
    }

    /// RFC 9651 §4.2.1.
    mutating func list() throws(StructuredFieldError) -> StructuredField.List {
        var members: [StructuredField.Member] = []
        while next != nil {
            members.append(try member())
            try skipComma()
        }
        return StructuredField.List(members)
    }

    /// RFC 9651 §4.2.2.
    mutating func dictionary() throws(StructuredFieldError) -> StructuredField.Dictionary {
        var dictionary: StructuredField.Dictionary = [:]
        while next != nil {
            let key = try key()
            dictionary[key] =
                take(UInt8(ascii: "=")) ? try member() : .item(StructuredField.Item(true, parameters: try parameters()))
            try skipComma()
        }
        return dictionary
    }

    /// Takes the comma between members; after it there is one more.
    private mutating func skipComma() throws(StructuredFieldError) {
        skipOptionalWhitespace()
        guard next != nil else { return }
        guard take(UInt8(ascii: ",")) else { throw error(.trailingCharacters) }
        skipOptionalWhitespace()
        guard next != nil else { throw error(.trailingComma) }
    }

    private mutating func member() throws(StructuredFieldError) -> StructuredField.Member {
        next == UInt8(ascii: "(") ? .innerList(try innerList()) : .item(try item())
    }

    /// RFC 9651 §4.2.1.2.
    private mutating func innerList() throws(StructuredFieldError) -> StructuredField.InnerList {
        var items: [StructuredField.Item] = []
        position += 1
        while true {
            skipSpaces()
            if take(UInt8(ascii: ")")) { return StructuredField.InnerList(items, parameters: try parameters()) }
            guard next != nil else { throw error(.invalidInnerList) }
            items.append(try item())
            guard next == 0x20 || next == UInt8(ascii: ")") else { throw error(.invalidInnerList) }
        }
    }

    /// RFC 9651 §4.2.3.
    mutating func item() throws(StructuredFieldError) -> StructuredField.Item {
        StructuredField.Item(try bareItem(), parameters: try parameters())
    }

    /// RFC 9651 §4.2.3.2.
    private mutating func parameters() throws(StructuredFieldError) -> StructuredField.Parameters {
        var parameters: StructuredField.Parameters = [:]
        while take(UInt8(ascii: ";")) {
            skipSpaces()
            let key = try key()
            parameters[key] = take(UInt8(ascii: "=")) ? try bareItem() : true
        }
        return parameters
    }

    /// RFC 9651 §4.2.3.3.
    private mutating func key() throws(StructuredFieldError) -> String {
        guard next?.beginsKey == true else { throw error(.invalidKey) }
        return text(take(while: \.isKeyCharacter))
    }

    func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension UInt8 {
    private var isLowercaseLetter: Bool { self &- 0x61 < 26 }

    /// Whether a key may begin with the byte. RFC 9651 §3.1.2.
    var beginsKey: Bool { isLowercaseLetter || self == UInt8(ascii: "*") }

    /// Whether a key may hold the byte.
    var isKeyCharacter: Bool { isLowercaseLetter || isASCIIDigit || "_-.*".utf8.contains(self) }

    /// Whether a token may begin with the byte. RFC 9651 §3.3.4.
    var beginsToken: Bool { isASCIIAlpha || self == UInt8(ascii: "*") }

    /// Whether a token of a structured field may hold the byte: more than other tokens do.
    var isStructuredTokenCharacter: Bool { isTokenCharacter || self == UInt8(ascii: ":") || self == UInt8(ascii: "/") }

    /// Whether the byte is ASCII and neither a control character nor DEL.
    var isPrintableASCII: Bool { 0x20...0x7E ~= self }
}
