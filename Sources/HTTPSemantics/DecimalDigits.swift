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
    init?(saturatingDigits digits: some StringProtocol) {
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
