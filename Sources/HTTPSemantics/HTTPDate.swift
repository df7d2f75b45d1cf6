/// An instant as HTTP writes it, in whole seconds of UTC. RFC 9110 §5.6.7.
public struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let secondsSinceEpoch: Int

    /// An instant by its seconds since 1970-01-01T00:00:00Z.
    public init(secondsSinceEpoch: Int) { self.secondsSinceEpoch = secondsSinceEpoch }

    /// The instant that a field's value names in one of HTTP's three forms, or `nil` when it names none.
    ///
    /// Names count in any case; apart from that the forms are taken literally. A wrong name of the day is overlooked.
    ///
    /// - Parameter now: What the two digits of a year (RFC 850) are seen from: no more than 50 years after it. Without it 70 to 99
    ///   are of the 20th century, the others of the 21st.
    public init?(_ value: String, now: HTTPDate? = nil) {
        if let usual = Self(usualForm: value.utf8.span) {
            self = usual
            return
        }
        var text = DateText(value)
        guard let instant = text.imfFixdate() ?? text.rfc850(now: now) ?? text.asctime() else { return nil }
        self = instant
    }

    /// What nearly all servers send, `Sun, 06 Nov 1994 08:49:37 GMT` to the letter, read at its fixed positions. Other texts are `nil`,
    /// also those that are dates all the same.
    init?(usualForm bytes: Span<UInt8>) {
        guard bytes.count == 29, bytes[3] == UInt8(ascii: ","), bytes[19] == UInt8(ascii: ":"), bytes[22] == UInt8(ascii: ":"),
            bytes[25] == 0x20, bytes[26] == UInt8(ascii: "G"), bytes[27] == UInt8(ascii: "M"), bytes[28] == UInt8(ascii: "T"),
            Self.dayCodes.contains(Self.code(bytes, at: 0)),
            let month = Self.monthCodes.firstIndex(of: Self.code(bytes, at: 8))
        else { return nil }
        for space in [4, 7, 11, 16] where bytes[space] != 0x20 { return nil }
        guard let day = Int(digits: bytes.extracting(5..<7)), let year = Int(digits: bytes.extracting(12..<16)),
            let hour = Int(digits: bytes.extracting(17..<19)), let minute = Int(digits: bytes.extracting(20..<22)),
            let second = Int(digits: bytes.extracting(23..<25))
        else { return nil }
        self.init(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    }

    /// Three letters as one number, which is quick to look for.
    private static func code(_ bytes: Span<UInt8>, at start: Int) -> Int {
        Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
    }

    private static let dayCodes = days.map { code($0.utf8.span, at: 0) }
    private static let monthCodes = months.map { code($0.utf8.span, at: 0) }

    /// The instant of a date and time; `nil` when there is no such day or time. Second 60, a leap second, is the next minute's first.
    init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard 1...12 ~= month, 1...lengths[month - 1] ~= day, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second else {
            return nil
        }
        // Days are counted from 0000-03-01, so that the day a leap year adds is its last.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = 365 * shifted + shifted.floorDivided(by: 4) - shifted.floorDivided(by: 100) + shifted.floorDivided(by: 400)
        secondsSinceEpoch = (days + dayOfYear - 719_468) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// Earlier instants come first.
    public static func < (left: Self, right: Self) -> Bool { left.secondsSinceEpoch < right.secondsSinceEpoch }

    /// Year, month and day of the Gregorian calendar.
    var calendarDay: (year: Int, month: Int, day: Int) {
        let days = secondsSinceEpoch.floorDivided(by: 86_400) + 719_468
        let era = days.floorDivided(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension HTTPDate: CustomStringConvertible {
    static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The instant as fields have it: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate).
    public var description: String {
        func digits(_ number: Int, _ count: Int = 2) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let (year, month, day) = calendarDay
        let dayNumber = secondsSinceEpoch.floorDivided(by: 86_400)
        let second = (secondsSinceEpoch % 86_400 + 86_400) % 86_400
        let weekday = Self.days[(dayNumber + 4) - (dayNumber + 4).floorDivided(by: 7) * 7]
        let time = "\(digits(second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))"
        return "\(weekday), \(digits(day)) \(Self.months[month - 1]) \(digits(year, 4)) \(time) GMT"
    }
}

/// A text that is tried as one form after the other.
private struct DateText {
    private let whole: Substring.UTF8View
    private var rest: Substring.UTF8View

    init(_ value: String) {
        whole = value[...].utf8
        rest = whole
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    mutating func imfFixdate() -> HTTPDate? {
        rest = whole
        guard name(of: HTTPDate.days) != nil, literal(", "), let day = number(2), literal(" "),
            let month = name(of: HTTPDate.months), literal(" "), let year = number(4), literal(" "), let time = time(),
            literal(" GMT"), rest.isEmpty
        else { return nil }
        return HTTPDate(year: year, month: month + 1, day: day, hour: time.0, minute: time.1, second: time.2)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    mutating func rfc850(now: HTTPDate?) -> HTTPDate? {
        rest = whole
        let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        guard name(of: days) != nil, literal(", "), let day = number(2), literal("-"), let month = name(of: HTTPDate.months),
            literal("-"), let digits = number(2), literal(" "), let time = time(), literal(" GMT"), rest.isEmpty
        else { return nil }
        func date(_ year: Int) -> HTTPDate? {
            HTTPDate(year: year, month: month + 1, day: day, hour: time.0, minute: time.1, second: time.2)
        }
        guard let now else { return date(digits < 70 ? 2000 + digits : 1900 + digits) }
        let (year, nowMonth, nowDay) = now.calendarDay
        let sameCentury = year - year % 100 + digits
        // "More than 50 years in the future" means the most recent year in the past with the same last two digits.
        let isTooFar = (sameCentury - 50, month + 1, day) > (year, nowMonth, nowDay)
        return date(isTooFar ? sameCentury - 100 : sameCentury)
    }

    /// `Sun Nov  6 08:49:37 1994`
    mutating func asctime() -> HTTPDate? {
        rest = whole
        guard name(of: HTTPDate.days) != nil, literal(" "), let month = name(of: HTTPDate.months), literal(" "),
            let day = literal(" ") ? number(1) : number(2), literal(" "), let time = time(), literal(" "), let year = number(4),
            rest.isEmpty
        else { return nil }
        return HTTPDate(year: year, month: month + 1, day: day, hour: time.0, minute: time.1, second: time.2)
    }

    private mutating func time() -> (Int, Int, Int)? {
        guard let hour = number(2), literal(":"), let minute = number(2), literal(":"), let second = number(2) else { return nil }
        return (hour, minute, second)
    }

    private mutating func number(_ digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(\.isASCIIDigit) else { return nil }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int($1 & 15) }
    }

    private mutating func literal(_ text: StaticString) -> Bool {
        let bytes = "\(text)".utf8
        guard rest.prefix(bytes.count).elementsEqual(bytes, by: { $0.asciiLowercased == $1.asciiLowercased }) else {
            return false
        }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    private mutating func name(of names: [String]) -> Int? {
        let text = Substring(rest.prefix { $0.isASCIIAlpha })
        guard let index = names.firstIndex(where: { $0.equalsIgnoringASCIICase(text) }) else { return nil }
        rest = rest.dropFirst(text.utf8.count)
        return index
    }
}

extension Int {
    /// The quotient, rounded down.
    fileprivate func floorDivided(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
