internal import HTTPSemantics

/// The name of an item that goes into the content, as it was typed.
///
/// To forms it is plain text; in JSON brackets in it are a path: `user[roles][]`.
package struct ItemKey: Sendable, Equatable, ExpressibleByStringLiteral {
    /// One step into a JSON value.
    enum Step: Equatable {
        case member(String)
        case element(Int)
        case append
    }

    /// With its backslashes.
    let typed: String

    package init(_ typed: String) { self.typed = typed }
    package init(stringLiteral value: String) { self.init(value) }

    /// What a backslash takes the meaning from.
    static let special = Array(#":=@;\[]"#.utf8)

    /// The name without the backslashes that have done their work.
    package var text: String {
        var bytes: [UInt8] = []
        var rest = typed.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let next = rest.first, Self.special.contains(next) {
                bytes.append(next)
                rest.removeFirst()
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// More steps are refused, as a parser of JSON would refuse what they lead to.
    private static let depthLimit = 256
    /// The elements that one item may leave empty before its own.
    private static let largestIndex = 9_999

    /// The steps that lead to the value.
    ///
    /// - Throws: A sentence that points at the bracket or index.
    func path(in word: String) throws(UsageError) -> [Step] {
        let bytes = Array(typed.utf8)
        let end = Self.nextBracket(in: bytes, from: 0)
        var steps: [Step] = end > 0 ? [.member(ItemKey(String(decoding: bytes[..<end], as: UTF8.self)).text)] : []
        var index = end
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "[") else {
                throw UsageError("“\(word)”: here a “[” is expected; write \\] for a bracket in a name", in: word, at: index)
            }
            let close = Self.nextBracket(in: bytes, from: index + 1)
            guard close < bytes.count, bytes[close] == UInt8(ascii: "]") else {
                throw UsageError("“\(word)”: the “[” is not closed; write \\[ for a bracket in a name", in: word, at: index)
            }
            steps.append(try Self.step(bytes[index + 1..<close], in: word))
            index = close + 1
        }
        guard steps.count <= Self.depthLimit else {
            throw UsageError("“\(typed)” leads deeper than \(Self.depthLimit) steps", in: word, at: 0)
        }
        return steps
    }

    /// How many bytes of a word stand before a step of the path that it begins with.
    static func offset(ofStep number: Int, in word: String) -> Int {
        let bytes = Array(word.utf8)
        var bracketsBefore = bytes.first == UInt8(ascii: "[") ? number : number - 1
        var index = bracketsBefore < 0 ? bytes.count : nextBracket(in: bytes, from: 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "[") {
                if bracketsBefore == 0 { return index }
                bracketsBefore -= 1
            }
            index = nextBracket(in: bytes, from: index + 1)
        }
        return 0
    }

    private static func step(_ bytes: ArraySlice<UInt8>, in word: String) throws(UsageError) -> Step {
        if bytes.isEmpty { return .append }
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.allSatisfy(\.isASCIIDigit) {
            guard let index = Int(text), index <= largestIndex else {
                throw UsageError("“\(word)”: the index is larger than \(largestIndex)", in: word, at: bytes.startIndex)
            }
            return .element(index)
        }
        // A backslash before a digit makes the name of a member of it.
        let isName = bytes.first == UInt8(ascii: "\\") && bytes.dropFirst().first?.isASCIIDigit == true
        return .member(ItemKey(isName ? String(text.dropFirst()) : text).text)
    }

    /// The next bracket that no backslash stands before; the end when there is none.
    private static func nextBracket(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 1
            } else if bytes[index] == UInt8(ascii: "[")
                || bytes[index] == UInt8(ascii: "]")
            {
                return index
            }
            index += 1
        }
        return bytes.count
    }
}
