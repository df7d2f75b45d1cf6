internal import HTTPSemantics
internal import Retriever

/// A simple path into JSON: `.users[0].name`, `users[].name`, `.["odd name"]`, `.` for all of it.
package struct Selection: Sendable, Equatable {
    private enum Step: Equatable {
        case member(String)
        /// From the end when it is negative.
        case element(Int)
        case each
    }

    private var steps: [Step] = []

    /// - Throws: A sentence that points at the character where it ceases to be a path.
    init(_ text: String) throws(UsageError) {
        let bytes = Array(text.utf8)
        // As others write the root.
        var index = bytes.first == UInt8(ascii: "$") ? 1 : 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: ".") { index += 1 }
            guard index < bytes.count else { break }
            if bytes[index] == UInt8(ascii: "[") {
                guard let close = bytes[index...].firstIndex(of: UInt8(ascii: "]")) else {
                    throw UsageError("the “[” is not closed", in: text, at: index)
                }
                steps.append(try Self.step(bytes[index + 1..<close], in: text))
                index = close + 1
            } else {
                let end = bytes[index...].firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? bytes.count
                guard end > index else { throw UsageError("here a name is expected", in: text, at: index) }
                steps.append(.member(String(decoding: bytes[index..<end], as: UTF8.self)))
                index = end
            }
        }
    }

    private static func step(_ bytes: ArraySlice<UInt8>, in text: String) throws(UsageError) -> Step {
        let inner = String(decoding: bytes, as: UTF8.self)
        if inner.isEmpty || inner == "*" { return .each }
        if let index = Int(inner) { return .element(index) }
        if let first = bytes.first, first == bytes.last, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
            bytes.count > 1
        {
            return .member(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))
        }
        throw UsageError("in brackets stands a number, a name in quotes, or nothing", in: text, at: bytes.startIndex)
    }

    /// The values at the path; none where it leads nowhere.
    func values(in value: JSON.Value) -> [JSON.Value] {
        steps.reduce([value]) { values, step in
            values.flatMap { value -> [JSON.Value] in
                switch step {
                case .member(let name): value[name].map { [$0] } ?? []
                case .element(let index): value[index < 0 ? (value.array?.count ?? 0) + index : index].map { [$0] } ?? []
                case .each: value.array ?? value.object?.map(\.value) ?? []
                }
            }
        }
    }
}
