/// An IPv4 address in the notations that the WHATWG URL standard §3.5 accepts: one to four parts, decimal, octal or hexadecimal.
public struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
    /// The address as a number: 0x7F000001 for 127.0.0.1.
    public let value: UInt32

    /// The address of this number.
    public init(_ value: UInt32) { self.value = value }

    /// The address that `text` means, such as "127.0.0.1", "0x7f.1" or "2130706433"; `nil` when it means none.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        self.init(text.utf8.span)
    }

    init?(_ text: Span<UInt8>) {
        let count = Self.endWithoutDot(text)
        var value: UInt64 = 0
        var bitsLeft: UInt64 = 32
        var start = 0
        while true {
            let end = text.firstIndex(from: start, to: count, in: Self.dot)
            guard let number = Self.number(text, start..<end) else { return nil }
            if end == count {
                // The last part fills all that is left.
                guard number < 1 << bitsLeft else { return nil }
                self.value = UInt32(value << bitsLeft | number)
                return
            }
            guard number < 256, bitsLeft > 8 else { return nil }
            value = value << 8 | number
            bitsLeft -= 8
            start = end + 1
        }
    }

    /// Whether a host's last label is a number, so that the host can only be an IPv4 address.
    static func endsInNumber(_ host: Span<UInt8>) -> Bool {
        let end = endWithoutDot(host)
        var start = end
        var isDecimal = true
        while start > 0, host[start - 1] != UInt8(ascii: ".") {
            start -= 1
            if !host[start].isASCIIDigit { isDecimal = false }
        }
        return start < end && (isDecimal || number(host, start..<end) != nil)
    }

    private static let dot = ASCIISet(".")

    /// Where the text ends without one "." at its end.
    private static func endWithoutDot(_ text: Span<UInt8>) -> Int {
        text.count > 0 && text[text.count - 1] == UInt8(ascii: ".") ? text.count - 1 : text.count
    }

    private static func number(_ text: Span<UInt8>, _ part: Range<Int>) -> UInt64? {
        guard !part.isEmpty else { return nil }
        var start = part.lowerBound
        var radix: UInt64 = 10
        if text[start] == UInt8(ascii: "0"), part.count > 1 {
            radix = 8
            start += 1
            if text[start].asciiLowercased == UInt8(ascii: "x") {
                radix = 16
                start += 1
            }
        }
        var value: UInt64 = 0
        for index in start..<part.upperBound {
            guard let digit = text[index].hexDigitValue, digit < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 32)  // no address is larger; more digits must not overflow
        }
        return value
    }

    /// Four decimal numbers with points between them.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes of the description.
    var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(15)
        for shift in [24, 16, 8, 0] as [UInt32] {
            let octet = UInt8(truncatingIfNeeded: value >> shift)
            if octet > 99 { result.append(0x30 + octet / 100) }
            if octet > 9 { result.append(0x30 + octet / 10 % 10) }
            result.append(0x30 + octet % 10)
            if shift > 0 { result.append(UInt8(ascii: ".")) }
        }
        return result
    }
}
