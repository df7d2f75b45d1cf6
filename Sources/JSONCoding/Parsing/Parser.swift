/// Turns bytes into a tape. It uses no stack for nesting, takes exactly the grammar of RFC 8259, and reads nothing twice.
struct Parser {
    /// An array or object whose end has not come, or the document around all.
    struct Level {
        enum Kind { case document, array, object }

        var kind: Kind
        var entry = 0
        var count = 0
        /// A bit for each name so far; only names that share one have to be compared.
        var names: UInt64 = 0
        var mayRepeatNames = false
    }

    let bytes: [UInt8]
    let options: JSON.ParsingOptions
    var tape: [TapeEntry] = []
    private var outer: [Level] = []

    /// The tape of a document.
    ///
    /// - Parameter isPart: Whether it is taken out of another; then no byte order mark can be before it.
    static func parse(
        _ bytes: [UInt8], _ options: JSON.ParsingOptions, isPart: Bool = false
    ) throws(ParsingFault) -> [TapeEntry] {
        guard bytes.count < UInt32.max else { throw ParsingFault(.tooLarge, "a document has 4 GiB at most", at: 0) }
        var parser = Parser(bytes: bytes, options: options)
        parser.tape.reserveCapacity(bytes.count / 8 + 4)
        try parser.document(bytes.span, from: !isPart && bytes.span.startsWithByteOrderMark ? 3 : 0)
        return parser.tape
    }

    private init(bytes: [UInt8], options: JSON.ParsingOptions) {
        self.bytes = bytes
        self.options = options
    }

    private mutating func document(_ bytes: Span<UInt8>, from start: Int) throws(ParsingFault) {
        var index = start
        var level = Level(kind: .document)
        repeat {
            bytes.skipSpace(&index)
            guard let opened = try value(bytes, &index) else {
                level.count += 1
                try separator(bytes, &index, &level)
                continue
            }
            guard outer.count < options.depthLimit else {
                throw ParsingFault(.tooDeep, options.tooDeep, at: index - 1)
            }
            outer.append(level)
            level = opened
            bytes.skipSpace(&index)
            if index < bytes.count, bytes[index] == (opened.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                index += 1
                close(&level)
                try separator(bytes, &index, &level)
            } else if opened.kind == .object {
                try name(bytes, &index, &level)
            }
        } while level.kind != .document
        guard index == bytes.count else { throw ParsingFault(.syntax, "the end of the document is expected", at: index) }
    }

    /// What stands between two values: passes commas, names and ends, up to the next value or to the end of the document.
    private mutating func separator(_ bytes: Span<UInt8>, _ index: inout Int, _ level: inout Level) throws(ParsingFault) {
        bytes.skipSpace(&index)
        while level.kind != .document {
            guard index < bytes.count else { throw bytes.unexpectedEnd }
            switch (bytes[index], level.kind) {
            case (UInt8(ascii: ","), .object):
                index += 1
                bytes.skipSpace(&index)
                return try name(bytes, &index, &level)
            case (UInt8(ascii: ","), _):
                index += 1
                return
            case (UInt8(ascii: "}"), .object):
                try dropDuplicates(of: level)
                fallthrough
            case (UInt8(ascii: "]"), .array):
                index += 1
                close(&level)
                bytes.skipSpace(&index)
            case (_, let kind):
                throw ParsingFault(.syntax, "a comma or the end of the \(kind) is expected", at: index)
            }
        }
    }

    /// Ends an array or object; what stands around it goes on.
    private mutating func close(_ level: inout Level) {
        tape[level.entry].next = UInt32(tape.count)
        tape[level.entry].length = UInt32(level.count)
        level = outer.removeLast()
        level.count += 1
    }

    /// The name of a member and the colon.
    private mutating func name(_ bytes: Span<UInt8>, _ index: inout Int, _ level: inout Level) throws(ParsingFault) {
        guard index < bytes.count else { throw bytes.unexpectedEnd }
        guard bytes[index] == UInt8(ascii: "\"") else {
            throw ParsingFault(.syntax, "a name in quotes is expected", at: index)
        }
        let entry = try string(.key, bytes, &index)
        note(entry, bytes, in: &level)
        tape.append(entry)
        bytes.skipSpace(&index)
        guard index < bytes.count else { throw bytes.unexpectedEnd }
        guard bytes[index] == UInt8(ascii: ":") else { throw ParsingFault(.syntax, "a colon is expected", at: index) }
        index += 1
    }

    /// Puts the value at `index` on the tape; of an array or object its beginning, which is answered.
    private mutating func value(_ bytes: Span<UInt8>, _ index: inout Int) throws(ParsingFault) -> Level? {
        guard index < bytes.count else { throw bytes.unexpectedEnd }
        let position = UInt32(tape.count)
        switch bytes[index] {
        case UInt8(ascii: "\""):
            tape.append(try string(.string, bytes, &index))
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = bytes[index] == UInt8(ascii: "{")
            tape.append(TapeEntry(kind: isObject ? .object : .array, start: UInt32(index), next: position))
            index += 1
            return Level(kind: isObject ? .object : .array, entry: Int(position))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = index
            let kind = try bytes.skipNumber(&index)
            let length = UInt32(index - start)
            tape.append(TapeEntry(kind: kind, start: UInt32(start), length: length, next: position + 1))
        case UInt8(ascii: "t"): try word("true", .yes, bytes, &index)
        case UInt8(ascii: "f"): try word("false", .no, bytes, &index)
        case UInt8(ascii: "n"): try word("null", .null, bytes, &index)
        default: throw ParsingFault(.syntax, "a value is expected", at: index)
        }
        return nil
    }

    private mutating func word(
        _ word: StaticString, _ kind: TapeEntry.Kind, _ bytes: Span<UInt8>, _ index: inout Int
    ) throws(ParsingFault) {
        let start = index
        for character in word.description.utf8 {
            guard index < bytes.count else { throw bytes.unexpectedEnd }
            guard bytes[index] == character else { throw ParsingFault(.syntax, "\(word) is expected", at: index) }
            index += 1
        }
        tape.append(TapeEntry(kind: kind, start: UInt32(start), length: UInt32(index - start), next: UInt32(tape.count + 1)))
    }

    /// The string whose quote is at `index`.
    private func string(
        _ kind: TapeEntry.Kind, _ bytes: Span<UInt8>, _ index: inout Int
    ) throws(ParsingFault) -> TapeEntry {
        index += 1
        let start = index
        let isEscaped = try bytes.skipString(&index, replacingSurrogates: options.loneSurrogates == .replaced)
        return TapeEntry(
            kind: kind, isEscaped: isEscaped, start: UInt32(start), length: UInt32(index - 1 - start),
            next: UInt32(tape.count + 1))
    }
}
