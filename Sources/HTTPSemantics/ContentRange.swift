/// Which bytes a 206 response holds, or how many there would have been (416): the field `Content-Range`. RFC 9110 §14.4.
public struct ContentRange: Hashable, Sendable, CustomStringConvertible {
    /// The positions of the content; `nil` in a 416.
    public let positions: Range<Int>?
    /// How many bytes the whole representation has; `nil` when the server does not know ("*").
    public let completeLength: Int?

    /// The positions and the complete length, or `nil` when there is nothing to say or the positions go beyond the length.
    public init?(positions: Range<Int>?, completeLength: Int?) {
        if let positions {
            guard !positions.isEmpty, positions.lowerBound >= 0, positions.upperBound <= completeLength ?? Int.max else {
                return nil
            }
        } else if completeLength ?? -1 < 0 {
            return nil
        }
        self.positions = positions
        self.completeLength = completeLength
    }

    /// What a field's value says, or `nil` when it is malformed, has another unit or a number beyond 2⁶³ − 1.
    public init?(_ value: String) {
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].equalsIgnoringASCIICase("bytes") else { return nil }
        let halves = words[1].trimmingOptionalWhitespace.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let completeLength = Int(digits: halves[1])
        guard completeLength != nil || halves[1] == "*" else { return nil }
        guard halves[0] != "*" else {
            self.init(positions: nil, completeLength: completeLength)
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(digits: ends[0]), let last = Int(digits: ends[1]), first <= last, last < Int.max
        else { return nil }
        self.init(positions: first..<last + 1, completeLength: completeLength)
    }

    /// The value of the field.
    public var description: String {
        let length = completeLength.map { "\($0)" } ?? "*"
        guard let positions else { return "bytes */\(length)" }
        return "bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(length)"
    }
}
