/// An IPv6 address; written in the compressed form of RFC 5952.
public struct IPv6Address: Hashable, Sendable, CustomStringConvertible {
    /// The address as a number: 1 for ::1.
    public let value: UInt128

    /// The address of this number.
    public init(_ value: UInt128) { self.value = value }

    /// The address that `text` means, such as "2001:db8::1" or "::ffff:192.0.2.1", without brackets; `nil` when it means none.
    /// WHATWG URL standard §3.5.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        self.init(text.utf8.span)
    }

    init?(_ bytes: Span<UInt8>) {
        let colon = UInt8(ascii: ":")
        var value: UInt128 = 0
        var pieces = 0
        var gap: Int?  // how many pieces stand before "::"
        var position = 0
        if bytes.byte(0) == colon {
            guard bytes.byte(1) == colon else { return nil }
            position = 2
            gap = 0
        }
        while position < bytes.count {
            guard pieces < 8 else { return nil }
            if bytes[position] == colon {
                guard gap == nil else { return nil }
                position += 1
                gap = pieces
                continue
            }
            let start = position
            var piece: UInt128 = 0
            while position - start < 4, let digit = bytes.byte(position)?.hexDigitValue {
                piece = piece << 4 | UInt128(digit)
                position += 1
            }
            guard position > start else { return nil }
            switch bytes.byte(position) {
            case UInt8(ascii: "."):
                guard pieces <= 6, let tail = Self.dottedTail(bytes, from: start) else { return nil }
                value = value << 16 | UInt128(tail >> 16)
                piece = UInt128(tail & 0xFFFF)
                pieces += 1
                position = bytes.count
            case colon:
                position += 1
                guard position < bytes.count else { return nil }
            case nil: break
            default: return nil
            }
            value = value << 16 | piece
            pieces += 1
        }
        if let gap {
            guard pieces < 8 else { return nil }
            // What stands behind the gap stays at the end, what stands before it moves to the front.
            let tailBits = 16 * (pieces - gap)
            value = (value >> tailBits) << (16 * (8 - gap)) | value & ((1 << tailBits) - 1)
        } else {
            guard pieces == 8 else { return nil }
        }
        self.value = value
    }

    /// Four decimal numbers without leading zeros.
    private static func dottedTail(_ bytes: Span<UInt8>, from start: Int) -> UInt32? {
        var value: UInt32 = 0
        var position = start
        for part in 0..<4 {
            if part > 0 {
                guard bytes.byte(position) == UInt8(ascii: ".") else { return nil }
                position += 1
            }
            let first = position
            var number: UInt32 = 0
            while let digit = bytes.byte(position), digit.isASCIIDigit, position - first < 3 {
                number = number * 10 + UInt32(digit &- 0x30)
                position += 1
            }
            guard position > first, number < 256, position == first + 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
            value = value << 8 | number
        }
        return position == bytes.count ? value : nil
    }

    private func piece(_ index: Int) -> UInt16 { UInt16(truncatingIfNeeded: value >> (16 * (7 - index))) }

    /// Hexadecimal pieces with colons between them, the longest run of zeros as "::".
    public var description: String {
        func text(_ range: Range<Int>) -> String { range.map { String(piece($0), radix: 16) }.joined(separator: ":") }
        guard let gap = longestZeroRun else { return text(0..<8) }
        return text(0..<gap.lowerBound) + "::" + text(gap.upperBound..<8)
    }

    /// The first of the longest runs of at least two zero pieces.
    private var longestZeroRun: Range<Int>? {
        var best: Range<Int>?
        var start = 0
        while start < 8 {
            guard piece(start) == 0 else {
                start += 1
                continue
            }
            let end = (start..<8).first { piece($0) != 0 } ?? 8
            if end - start >= 2, end - start > best?.count ?? 0 { best = start..<end }
            start = end
        }
        return best
    }
}
