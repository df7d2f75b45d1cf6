extension [UInt8] {
    /// The bytes that a text in Base64 stands for, decoded as web pages are used to: white space anywhere, padding or none, and
    /// bits left over are let pass. `nil` when it is no Base64 even so. Infra standard §7 "forgiving-base64 decode".
    public init?(forgivingBase64 text: some StringProtocol) { self.init(forgivingBase64: Array(text.utf8)) }

    init?(forgivingBase64 bytes: [UInt8]) {
        var digits = bytes.filter { !$0.isASCIIWhitespace }
        if digits.count.isMultiple(of: 4) {
            for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        }
        guard digits.count % 4 != 1 else { return nil }
        self.init()
        reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0  // what is not yet written stands in the lowest `count` bits
        var count = 0
        for digit in digits {
            guard let value = digit.base64Value else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
    }
}

extension UInt8 {
    /// Whether the byte is ASCII white space: HT, LF, FF, CR or SP. Infra standard §4.6.
    package var isASCIIWhitespace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }

    /// The value of a digit in Base64, or `nil`. RFC 4648 §4.
    fileprivate var base64Value: UInt8? {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self &- 0x41
        case UInt8(ascii: "a")...UInt8(ascii: "z"): self &- 0x47
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self &+ 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
