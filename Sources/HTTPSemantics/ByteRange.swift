/// Bytes that a request asks for: one element of a `Range` field with the unit `bytes`. RFC 9110 §14.1.2.
public enum ByteRange: Hashable, Sendable {
    /// From the first position to the last, both included. RFC 9110: int-range.
    case closed(first: Int, last: Int)
    /// From a position to the end.
    case from(Int)
    /// The last so many bytes. RFC 9110: suffix-range.
    case suffix(Int)

    /// The positions that this means in a representation of `completeLength` bytes; `nil` when it holds none of them, which is
    /// answered 416.
    public func positions(in completeLength: Int) -> Range<Int>? {
        let (lower, upper) =
            switch self {
            case .closed(let first, let last): (first, last < completeLength ? last + 1 : completeLength)
            case .from(let first): (first, completeLength)
            case .suffix(let count): (completeLength - min(completeLength, count), completeLength)
            }
        return 0 <= lower && lower < upper ? lower..<upper : nil
    }
}

extension ByteRange: CustomStringConvertible {
    /// The element as the field has it.
    public var description: String {
        switch self {
        case .closed(let first, let last): "\(first)-\(last)"
        case .from(let first): "\(first)-"
        case .suffix(let count): "-\(count)"
        }
    }
}

extension ByteRange {
    /// The elements of a `Range` field, or `nil` when it has another unit or is malformed; such a field is ignored (RFC 9110
    /// §14.2). Numbers too large for an `Int` become its largest: no content reaches that far.
    public static func parse(field value: String) -> [ByteRange]? {
        let halves = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].trimmingOptionalWhitespace.equalsIgnoringASCIICase("bytes") else { return nil }
        var ranges: [ByteRange] = []
        for element in halves[1].split(separator: ",") {
            let element = element.trimmingOptionalWhitespace
            guard !element.isEmpty else { continue }  // empty elements of a list mean nothing (RFC 9110 §5.6.1.2)
            guard let range = ByteRange(element) else { return nil }
            ranges.append(range)
        }
        return ranges.isEmpty ? nil : ranges
    }

    /// The value of a `Range` field.
    public static func field(_ ranges: [ByteRange]) -> String { "bytes=" + ranges.map(\.description).joined(separator: ", ") }

    private init?(_ element: Substring) {
        let halves = element.split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        switch (Int(saturatingDigits: halves[0]), Int(saturatingDigits: halves[1])) {
        case (let first?, let last?) where first <= last: self = .closed(first: first, last: last)
        case (let first?, nil) where halves[1].isEmpty: self = .from(first)
        case (nil, let count?) where halves[0].isEmpty: self = .suffix(count)
        default: return nil
        }
    }
}
