/// Cuts the elements of an array out of a document that comes in parts: of the array that the document is, or of one that stands in
/// objects.
///
/// Of the document no more is kept than one element, name or scalar. All of it is checked, also what is passed over, but for names
/// that are repeated there.
package struct ElementSplitter: Sendable {
    /// What may come next.
    private enum Expectation { case start, value, elementOrEnd, nameOrEnd, name, colon, separator, end }

    /// An array or object that is open around the elements or is passed over.
    private struct Frame {
        var isObject: Bool
        /// How many keys of the path lead to it; `nil` beside the path.
        var steps: Int?
        /// Whether the next key of the path has been there.
        var isFollowed = false
    }

    private let path: [String]
    private let limit: Int
    private let options: JSON.ParsingOptions
    private var text: [UInt8] = []
    /// The place in the document of the byte that is `counted` in the text.
    private var place = TextPosition()
    private var counted = 0
    private var index = 0
    private var item: ItemScan?
    private var hasEnded = false
    private var expectation = Expectation.start
    private var frames: [Frame] = []
    /// How many keys of the path lead to the value that comes next; `nil` beside the path.
    private var steps: Int? = 0
    /// How many elements were answered.
    package private(set) var count = 0

    /// - Parameters:
    ///   - path: The keys that lead to the array.
    ///   - limit: The most bytes in an element, and in any other name, string or number of the document.
    ///   - options: What the parser does where RFC 8259 leaves it a choice.
    package init(path: [String] = [], limit: Int, options: JSON.ParsingOptions = JSON.ParsingOptions()) {
        (self.path, self.limit, self.options) = (path, limit, options)
    }

    /// Takes the next part of the document.
    package mutating func append(_ more: [UInt8]) {
        _ = place(of: index)
        if index == text.count {
            text = more
        } else {
            text.removeFirst(index)
            text += more
        }
        item?.searched -= index
        (index, counted) = (0, 0)
    }

    /// Takes note that there are no more parts.
    package mutating func end() { hasEnded = true }

    /// Decodes the next element; `nil` when its end has not come or there are no more.
    ///
    /// - Throws: `DecodingError`, as `decoder` does for the whole document; when there is no array, it says why.
    package mutating func next<Value: Decodable>(_ type: Value.Type, _ decoder: JSON.Decoder) throws -> Value? {
        guard let element = try nextElement() else { return nil }
        let origin = DocumentOrigin(
            path: pathKeys(path.count) + [PathKey(intValue: count - 1)], place: place(of: element.lowerBound),
            isAtEnd: isAtEnd(element))
        return try decoder.decode(type, from: Array(text[element]), origin: origin)
    }

    /// The next element.
    private mutating func nextElement() throws -> Range<Int>? {
        do {
            while true {
                // A byte order mark is one at the very beginning only.
                if expectation != .start { skipSpace() }
                guard index < text.count else {
                    guard !hasEnded || expectation == .end else { throw text.span.unexpectedEnd }
                    return nil
                }
                if isElementNext {
                    guard let element = try nextItem() else { return nil }
                    expectation = .separator
                    count += 1
                    return element
                }
                guard try step() else { return nil }
            }
        } catch let fault as ParsingFault {
            throw DecodingError.syntax(JSON.ParsingError(fault, at: place(of: fault.index)))
        }
    }

    private var isElementNext: Bool {
        guard let frame = frames.last, !frame.isObject, frame.steps == path.count else { return false }
        return expectation == .value || expectation == .elementOrEnd && text[index] != UInt8(ascii: "]")
    }

    private mutating func skipSpace() {
        var next = index
        text.span.skipSpace(&next)
        index = next
    }

    /// The place in the document. It never goes back, since lines are counted on the way.
    private mutating func place(of index: Int) -> TextPosition {
        place.advance(over: text[counted..<index])
        counted = index
        return place
    }

    private func isAtEnd(_ item: Range<Int>) -> Bool { hasEnded && item.upperBound == text.count }

    /// Moves over what stands around the elements.
    ///
    /// - Returns: Whether there was enough of it.
    private mutating func step() throws -> Bool {
        switch (expectation, text[index]) {
        case (.start, 0xEF):
            guard text.count >= 3 || hasEnded else { return false }
            if text.span.startsWithByteOrderMark { index = 3 }
            expectation = .value
        case (.start, _): expectation = .value
        case (.elementOrEnd, UInt8(ascii: "]")), (.nameOrEnd, UInt8(ascii: "}")): try close()
        case (.value, _), (.elementOrEnd, _): return try passValue()
        case (.name, _), (.nameOrEnd, _): return try passName()
        case (.colon, UInt8(ascii: ":")): pass(before: .value)
        case (.separator, UInt8(ascii: ",")): pass(before: frames.last?.isObject == true ? .name : .value)
        case (.separator, UInt8(ascii: "]")) where frames.last?.isObject == false: try close()
        case (.separator, UInt8(ascii: "}")) where frames.last?.isObject == true: try close()
        case (.colon, _): throw ParsingFault(.syntax, "a colon is expected", at: index)
        case (.separator, _): throw ParsingFault(.syntax, "a comma or the end of the \(kind) is expected", at: index)
        case (.end, _): throw ParsingFault(.syntax, "the end of the document is expected", at: index)
        }
        return true
    }

    private var kind: String { frames.last?.isObject == true ? "object" : "array" }

    private mutating func pass(before next: Expectation) {
        index += 1
        expectation = next
    }

    private mutating func passValue() throws -> Bool {
        switch text[index] {
        case UInt8(ascii: "["):
            try requireObjectBeforeEndOfPath("an array")
            try open(Frame(isObject: false, steps: steps), .elementOrEnd)
            steps = nil
        case UInt8(ascii: "{"):
            if steps == path.count { throw mismatch("an object") }
            try open(Frame(isObject: true, steps: steps), .nameOrEnd)
        default:
            guard let scalar = try nextItem() else { return false }
            _ = try parsed(scalar)
            if steps != nil { throw mismatch("something else") }
            afterValue()
        }
        return true
    }

    private func requireObjectBeforeEndOfPath(_ found: String) throws {
        if let steps, steps < path.count { throw mismatch(found) }
    }

    private mutating func open(_ frame: Frame, _ next: Expectation) throws {
        guard frames.count < options.depthLimit else { throw ParsingFault(.tooDeep, options.tooDeep, at: index) }
        frames.append(frame)
        pass(before: next)
    }

    private mutating func close() throws {
        if let frame = frames.last, frame.isObject, let steps = frame.steps, !frame.isFollowed {
            throw DecodingError.keyNotFound(
                PathKey(stringValue: path[steps]),
                .init(codingPath: pathKeys(steps), debugDescription: "the object has no such member"))
        }
        _ = frames.popLast()
        index += 1
        afterValue()
    }

    private mutating func afterValue() { expectation = frames.isEmpty ? .end : .separator }

    private mutating func passName() throws -> Bool {
        guard text[index] == UInt8(ascii: "\"") else { throw ParsingFault(.syntax, "a name in quotes is expected", at: index) }
        guard let name = try nextItem() else { return false }
        try follow(try parsed(name), at: name.lowerBound)
        expectation = .colon
        return true
    }

    /// Whether the path goes on through the member.
    private mutating func follow(_ name: String?, at index: Int) throws {
        steps = nil
        guard let frame = frames.last, let onPath = frame.steps, let name, name.utf8.elementsEqual(path[onPath].utf8) else {
            return
        }
        // Elements that were answered cannot be taken back for a later array.
        guard !frame.isFollowed || options.duplicateKeys == .first else {
            throw ParsingFault(repeatedKey: name, at: index)
        }
        if !frame.isFollowed { steps = onPath + 1 }
        frames[frames.count - 1].isFollowed = true
    }

    /// Checks a name or scalar, and answers its text.
    private func parsed(_ item: Range<Int>) throws -> String? {
        let bytes = Array(text[item])
        do {
            return try Document(bytes, Parser.parse(bytes, options, isPart: true)).value(0).string
        } catch {
            throw error.moved(by: item.lowerBound, isAtEnd: isAtEnd(item))
        }
    }

    /// Moves over a name, a scalar, or an element with all it holds; `nil` when its end has not come.
    private mutating func nextItem() throws -> Range<Int>? {
        var scan = item ?? ItemScan(searched: index)
        let isComplete = try scan.isComplete(text, hasEnded: hasEnded, depthLimit: options.depthLimit - frames.count, options)
        guard scan.searched - index <= limit else {
            throw ParsingFault(.tooLarge, "the element or name is longer than the limit of \(limit) bytes", at: index)
        }
        item = isComplete ? nil : scan
        guard isComplete else { return nil }
        defer { index = scan.searched }
        return index..<scan.searched
    }

    private func mismatch(_ found: String) -> DecodingError {
        let steps = steps ?? 0
        let expected: Any.Type = steps == path.count ? [Any].self : [String: Any].self
        return .typeMismatch(
            expected, .init(codingPath: pathKeys(steps), debugDescription: "\(found) is where the elements are expected"))
    }

    private func pathKeys(_ count: Int) -> [any CodingKey] { path.prefix(count).map { PathKey(stringValue: $0) } }
}
