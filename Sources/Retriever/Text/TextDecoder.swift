internal import HTTPSemantics

/// Turns content, part by part, into UTF-8. WHATWG encoding standard §6: a byte order mark decides and is left out, else the label
/// does; without either, or with a label that nobody knows, it is UTF-8.
package struct TextDecoder {
    private enum State {
        /// There may still be a byte order mark.
        case start([UInt8])
        /// UTF-8, and the beginning of a character whose end has not come.
        case utf8(rest: [UInt8])
        case other(TextConverter)
    }

    private let encoding: TextEncoding
    private var state = State.start([])

    package init(label: String?) { encoding = label.flatMap { TextEncoding(label: $0) } ?? .utf8 }

    /// For content with these header fields.
    init(_ headerFields: HTTPFields) {
        self.init(label: headerFields[.contentType].flatMap(MediaType.init)?.parameters["charset"])
    }

    /// The text that is whole by now. What is not valid UTF-8 is passed on as it is; in all other encodings it becomes U+FFFD.
    package mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
        switch state {
        case .start(let first):
            let bytes = first.isEmpty ? bytes : first + bytes
            guard bytes.count >= 3 else {
                state = .start(bytes)
                return []
            }
            return begin(bytes)
        case .utf8(let rest):
            return decodeUTF8(rest.isEmpty ? bytes : rest + bytes)
        case .other(let converter): return converter.convert(bytes)
        }
    }

    /// What is left at the end.
    package mutating func finish() -> [UInt8] {
        switch state {
        case .start(let bytes): return begin(bytes) + finish()
        case .utf8(let rest):
            state = .utf8(rest: [])
            return rest
        case .other(let converter): return converter.finish()
        }
    }

    private mutating func begin(_ bytes: [UInt8]) -> [UInt8] {
        let mark = TextEncoding.byteOrderMark(of: bytes)
        let bytes = mark.map { Array(bytes[$0.count...]) } ?? bytes
        let encoding = mark?.encoding ?? encoding
        guard encoding != .utf8, let converter = TextConverter(encoding) else { return decodeUTF8(bytes) }
        state = .other(converter)
        return converter.convert(bytes)
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
