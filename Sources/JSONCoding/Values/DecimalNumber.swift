internal import FoundationEssentials

/// A number of JSON as ±significand × 10^exponent, exactly where the significand fits; it has no zeros at its end.
struct DecimalNumber {
    private(set) var isNegative = false
    private(set) var significand: UInt128 = 0
    private(set) var exponent = 0
    /// Whether digits had to be left out.
    private(set) var isTooLong = false

    /// - Parameter text: A number by the grammar of RFC 8259 §6.
    init(_ text: some Sequence<UInt8>) {
        var (hasPoint, hasExponent, exponentIsNegative) = (false, false, false)
        var (zeros, written) = (0, 0)
        for byte in text {
            switch byte {
            case UInt8(ascii: "-"): if hasExponent { exponentIsNegative = true } else { isNegative = true }
            case UInt8(ascii: "+"): break
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): hasExponent = true
            case _ where hasExponent: written = min(written * 10 + Int(byte &- 0x30), 1 << 40)
            default:
                if hasPoint { exponent -= 1 }
                zeros += 1
                if byte != UInt8(ascii: "0") {
                    append(digit: byte &- 0x30, afterZeros: zeros - 1)
                    zeros = 0
                }
            }
        }
        exponent += zeros + (exponentIsNegative ? -written : written)
        if significand == 0 { exponent = 0 }
    }

    private mutating func append(digit: UInt8, afterZeros zeros: Int) {
        for place in 0...zeros {
            let (product, overflows) = significand.multipliedReportingOverflow(by: 10)
            let (sum, alsoOverflows) = product.addingReportingOverflow(place == zeros ? UInt128(digit) : 0)
            guard !isTooLong, !overflows, !alsoOverflows else {
                isTooLong = true
                exponent += zeros - place + 1
                return
            }
            significand = sum
        }
    }

    /// The number, if it is whole and fits.
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        guard !isTooLong, 0...38 ~= exponent else { return nil }
        var magnitude = significand
        for _ in 0..<exponent {
            let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            magnitude = product
        }
        guard isNegative else { return Integer(exactly: magnitude) }
        // The least number has no positive counterpart.
        guard magnitude <= Int128.min.magnitude else { return nil }
        return Integer(exactly: Int128(truncatingIfNeeded: 0 &- magnitude))
    }

    /// The number, if it has no more than 38 digits and its exponent is −128 to 127.
    var decimal: Decimal? {
        guard !isTooLong, "\(significand)".utf8.count <= 38, -128...127 ~= exponent else { return nil }
        return Decimal(string: "\(isNegative ? "-" : "")\(significand)e\(exponent)")
    }
}

extension BinaryFloatingPoint {
    /// A number whose digits and power of ten the type holds exactly, so that one multiplication or division rounds it rightly; `nil`
    /// for others. (Clinger, “How to read floating point numbers accurately”, 1990.)
    init?(shortDecimal text: ArraySlice<UInt8>) {
        var (significand, exponent, hasPoint): (UInt64, Int, Bool) = (0, 0, false)
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        guard rest.count < 19 else { return nil }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                guard rest.count < 5, let written = Int(String(decoding: rest, as: UTF8.self)) else { return nil }
                exponent += written
                rest = []
            default:
                significand = significand &* 10 &+ UInt64(byte &- 0x30)
                if hasPoint { exponent -= 1 }
            }
        }
        // 5^22 fits into the 53 bits of a Double, 5^10 into the 24 of a Float.
        let largest = Self.significandBitCount >= 52 ? 22 : 10
        guard significand >> UInt64(Self.significandBitCount) == 0, exponent.magnitude <= largest else { return nil }
        var power: Self = 1
        for _ in 0..<exponent.magnitude { power *= 10 }
        let value = exponent < 0 ? Self(significand) / power : Self(significand) * power
        self = isNegative ? -value : value
    }
}
