package import HTTPSemantics

/// Turns content, part by part, into UTF-8. WHATWG encoding standard §6: a byte order mark decides and is left out, else the encoding that
/// the content is labelled with, else the one that it declares.
package struct TextDecoder {
    private enum State {
        /// There may still be a byte order mark or a declaration.
        case start([UInt8])
        /// UTF-8, and the beginning of a character whose end has not come.
        case utf8(rest: [UInt8])
        case table(SingleByteTable)
        case other(TextConverter)
        /// What is not decoded is one U+FFFD, however much there is of it.
        case replacement(isDone: Bool)
    }

    /// `nil` when the content has no label.
    private let encoding: TextEncoding?
    private let declaration: TextDeclaration?
    private var state = State.start([])

    init(_ encoding: TextEncoding?, declaration: TextDeclaration? = nil) {
        self.encoding = encoding
        self.declaration = encoding == nil ? declaration : nil
    }

    /// For content with this label; without one, or with one that nobody knows, it is UTF-8.
    package init(label: String?) { self.init(label.flatMap { TextEncoding(label: $0) }) }

    /// For content with these header fields; without a label and a declaration it is UTF-8.
    init(_ headerFields: HTTPFields) {
        let type = headerFields[.contentType].flatMap(MediaType.init)
        self.init(type?.charset, declaration: type.flatMap(TextDeclaration.init))
    }

    /// For an XML document with these header fields.
    package init(xml headerFields: HTTPFields) {
        self.init(headerFields[.contentType].flatMap(MediaType.init)?.charset, declaration: .xml)
    }

    /// The text that is whole by now. What is not valid UTF-8 is passed on as it is; in all other encodings it becomes U+FFFD.
    package mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
        switch state {
        case .start(let first):
            let bytes = first.isEmpty ? bytes : first + bytes
            guard bytes.count >= (declaration == nil ? 3 : TextDeclaration.size) else {
                state = .start(bytes)
                return []
            }
            return begin(bytes)
        case .utf8(let rest): return decodeUTF8(rest.isEmpty ? bytes : rest + bytes)
        case .table(let table): return table.convert(bytes)
        case .other(let converter): return converter.convert(bytes)
        case .replacement(let isDone):
            guard !isDone, !bytes.isEmpty else { return [] }
            state = .replacement(isDone: true)
            return Array("\u{FFFD}".utf8)
        }
    }

    /// What is left at the end.
    package mutating func finish() -> [UInt8] {
        switch state {
        case .start(let bytes): return begin(bytes) + finish()
        case .utf8(let rest):
            state = .utf8(rest: [])
            return rest
        case .table, .replacement: return []
        case .other(let converter): return converter.finish()
        }
    }

    private mutating func begin(_ bytes: [UInt8]) -> [UInt8] {
        let mark = TextEncoding.byteOrderMark(of: bytes)
        state = Self.state(mark?.encoding ?? encoding ?? declaration?.encoding(in: bytes) ?? .utf8)
        return decode(mark.map { Array(bytes[$0.count...]) } ?? bytes)
    }

    /// UTF-8 also where the installed system does not know the encoding.
    private static func state(_ encoding: TextEncoding) -> State {
        switch encoding.method {
        case .utf8: return .utf8(rest: [])
        case .singleBytes, .userDefined: return SingleByteTable(encoding).map { .table($0) } ?? .utf8(rest: [])
        case .units(let size, let name): return TextConverter(name, unitSize: size).map { .other($0) } ?? .utf8(rest: [])
        case .replacement: return .replacement(isDone: false)
        }
    }

    private mutating func decodeUTF8(_ bytes: [UInt8]) -> [UInt8] {
        let count = Self.incompleteCount(bytes)
        state = .utf8(rest: bytes.suffix(count))
        return count == 0 ? bytes : bytes.dropLast(count)
    }

    /// How many bytes at the end begin a character of UTF-8 and do not end it.
    private static func incompleteCount(_ bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            let size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return size > index + 1 ? index + 1 : 0
        }
        return 0
    }
}
