internal import FoundationEssentials

/// Dates as RFC 3339 §5.6 writes them.
extension Date {
    init?(internetDateTime text: String) {
        var scan = DateScan(rest: Array(text.utf8)[...])
        guard let year = scan.number(4), scan.take("-"), let month = scan.number(2), scan.take("-"), let day = scan.number(2),
            scan.take("T") || scan.take("t") || scan.take(" "), let hour = scan.number(2), scan.take(":"),
            let minute = scan.number(2), scan.take(":"), let second = scan.number(2), let fraction = scan.fraction(),
            let offset = scan.offset(), scan.rest.isEmpty, let days = Self.days(year, month, day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        self.init(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// Days since 1970-01-01; `nil` when there is no such day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard 1...12 ~= month, 1...lengths[month - 1] ~= day else { return nil }
        let before = year + 399  // the last year before, with 400 more so that nothing is negative
        let leapDays = before / 4 - before / 100 + before / 400 - 97
        return 365 * year + leapDays - 719_528 + lengths[..<(month - 1)].reduce(day, +)
    }
}

private struct DateScan {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    }

    mutating func fraction() -> Double? {
        guard take(".") else { return 0 }
        let digits = rest.prefix { $0 &- 0x30 < 10 }
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// Seconds east of Greenwich.
    mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60 else {
            return nil
        }
        return (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
}
