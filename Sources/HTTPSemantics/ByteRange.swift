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

extension Int {
    /// The number that decimal digits write; `nil` for anything else and for what is too large.
    package init?(digits: some StringProtocol) {
        guard let number = DecimalNumber(digits.utf8), !number.isTooLarge else { return nil }
        self = number.value
    }

    /// As ``init(digits:)``, of bytes.
    init?(digits: Span<UInt8>) {
        var number = DecimalNumber()
        for position in digits.indices where !number.take(digits[position]) { return nil }
        guard !digits.isEmpty, !number.isTooLarge else { return nil }
        self = number.value
    }

    /// As ``init(digits:)``; what is too large becomes the largest number.
    fileprivate init?(saturatingDigits digits: some StringProtocol) {
        guard let number = DecimalNumber(digits.utf8) else { return nil }
        self = number.isTooLarge ? .max : number.value
    }
}

/// A number that is read digit by digit.
private struct DecimalNumber {
    var value = 0
    var isTooLarge = false

    init() {}

    /// - Returns: `nil` when there are other bytes than digits, or none.
    init?(_ digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        for digit in digits where !take(digit) { return nil }
    }

    /// Takes a digit; false when it is none.
    mutating func take(_ digit: UInt8) -> Bool {
        guard digit.isASCIIDigit else { return false }
        let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(Int(digit - 0x30))
        value = sum
        isTooLarge = isTooLarge || overflow || carry
        return true
    }
}
