import HTTPSemantics

/// The function that a JSONP answer calls. Its name is checked: it is the one thing in the answer that the caller writes as code.
struct JSONPCallback: Sendable, Hashable {
    static let maximumSize = 128
    let name: String

    /// A callback, or `nil` when `name` is not identifiers joined by dots, or longer than `maximumSize`.
    init?(_ name: String) {
        guard name.utf8.count <= Self.maximumSize,
            name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(Self.isIdentifier)
        else { return nil }
        self.name = name
    }

    /// The callback a query names, or `nil` when it names none.
    static func requested(in query: FormParameters) throws(Fault) -> JSONPCallback? {
        guard let name = query["callback"] else { return nil }
        guard let callback = JSONPCallback(name) else {
            throw Fault(400, "A callback is identifiers joined by dots, \(maximumSize) characters at most.", field: "callback")
        }
        return callback
    }

    private static func isIdentifier(_ text: Substring.UTF8View.SubSequence) -> Bool {
        guard let first = text.first, !first.isASCIIDigit else { return false }
        return text.allSatisfy { $0.isASCIIAlpha || $0.isASCIIDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") }
    }

    /// The call with `json` for its argument. The leading comment keeps the answer from being taken for another format whose
    /// first bytes the caller could choose.
    func call(with json: [UInt8]) -> [UInt8] { Array("/**/\(name)(".utf8) + json + Array(");".utf8) }
}
