/// What is printed of an exchange.
package struct OutputParts: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// `H`
    package static let requestHead = Self(rawValue: 1)
    /// `B`
    package static let requestContent = Self(rawValue: 2)
    /// `h`
    package static let responseHead = Self(rawValue: 4)
    /// `b`
    package static let responseContent = Self(rawValue: 8)
    /// `m`
    package static let metrics = Self(rawValue: 16)

    static let response: Self = [.responseHead, .responseContent]
    static let request: Self = [.requestHead, .requestContent]

    /// The parts that letters name.
    ///
    /// - Throws: A sentence that points at the first other letter.
    init(letters: String) throws(UsageError) {
        self = []
        for (offset, letter) in letters.utf8.enumerated() {
            guard let part = Self.letters[letter] else {
                throw UsageError("the parts are H and B of the request, h and b of the response, and m", in: letters, at: offset)
            }
            insert(part)
        }
    }

    private static let letters: [UInt8: Self] = [
        UInt8(ascii: "H"): .requestHead, UInt8(ascii: "B"): .requestContent, UInt8(ascii: "h"): .responseHead,
        UInt8(ascii: "b"): .responseContent, UInt8(ascii: "m"): .metrics,
    ]
}

/// What is done to content before it is printed.
package enum Pretty: String, Sendable, CaseIterable {
    case all, colors, format, none

    var colours: Bool { self == .all || self == .colors }
    var formats: Bool { self == .all || self == .format }
}
