/// An IPv4 address in the notations that the WHATWG URL standard §3.5 accepts: one to four parts, decimal, octal or hexadecimal.
public struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
    /// The address as a number: 0x7F000001 for 127.0.0.1.
    public let value: UInt32

    /// The address of this number.
    public init(_ value: UInt32) { self.value = value }

    /// The address that `text` means, such as "127.0.0.1", "0x7f.1" or "2130706433"; `nil` when it means none.
    public init?(_ text: String) {
        var parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
        guard parts.count <= 4 else { return nil }
        let numbers = parts.compactMap { Self.number($0) }
        guard numbers.count == parts.count, let last = numbers.last else { return nil }
        guard numbers.dropLast().allSatisfy({ $0 < 256 }), last < 1 << UInt64(8 * (5 - numbers.count)) else { return nil }
        var value = last
        for (index, number) in numbers.dropLast().enumerated() { value += number << UInt64(8 * (3 - index)) }
        self.value = UInt32(value)
    }

    /// Whether a host's last label is a number, so that the host can only be an IPv4 address.
    static func endsInNumber(_ host: String) -> Bool {
        var labels = host.utf8[...]
        if labels.last == UInt8(ascii: ".") { labels.removeLast() }
        let last = labels.lastIndex(of: UInt8(ascii: ".")).map { labels[labels.index(after: $0)...] } ?? labels
        return !last.isEmpty && last.allSatisfy(\.isASCIIDigit) || number(last) != nil
    }

    private static func number(_ part: Substring.UTF8View) -> UInt64? {
        guard let first = part.first else { return nil }
        var digits = part
        var radix: UInt64 = 10
        if first == UInt8(ascii: "0"), part.count > 1 {
            digits.removeFirst()
            radix = 8
            if digits.first?.asciiLowercased == UInt8(ascii: "x") {
                digits.removeFirst()
                radix = 16
            }
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = byte.hexDigitValue, digit < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 32)  // no address is larger; more digits must not overflow
        }
        return value
    }

    /// Four decimal numbers with points between them.
    public var description: String {
        "\(value >> 24).\(value >> 16 & 255).\(value >> 8 & 255).\(value & 255)"
    }
}
