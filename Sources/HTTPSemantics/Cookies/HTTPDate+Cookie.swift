extension HTTPDate {
    /// The instant that a cookie's `Expires` names, in any of the forms that servers have come up with; `nil` when it names none.
    /// RFC 6265bis §5.1.1.
    ///
    /// Time, day, month and year are found wherever they stand, each as the first part that looks like it; all else, zones included,
    /// is passed over. Years 70 to 99 are of the 20th century, 0 to 69 of the 21st.
    public init?(cookieDate text: String) { self.init(cookieDate: Array(text.utf8)[...]) }

    init?(cookieDate octets: ArraySlice<UInt8>) {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in octets.split(whereSeparator: \.isCookieDateDelimiter) {
            if time == nil, let found = token.cookieTime {
                time = found
            } else if day == nil, let found = token.number(digits: 1...2) {
                day = found
            } else if month == nil, let found = token.month {
                month = found
            } else if year == nil, let found = token.number(digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year, time.second < 60 else { return nil }
        if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
        guard year >= 1601 else { return nil }
        self.init(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }
}

extension UInt8 {
    fileprivate var isCookieDateDelimiter: Bool {
        switch self {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// Three numbers with colons between them.
    fileprivate var cookieTime: (Int, Int, Int)? {
        var rest = self
        guard let hour = rest.takeNumber(digits: 1...2), rest.popFirst() == UInt8(ascii: ":"),
            let minute = rest.takeNumber(digits: 1...2), rest.popFirst() == UInt8(ascii: ":"),
            let second = rest.takeNumber(digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// The month, from 1 on, whose first three letters these begin with.
    fileprivate var month: Int? {
        let name = String(decoding: prefix(3), as: UTF8.self)
        return HTTPDate.months.firstIndex { $0.equalsIgnoringASCIICase(name) }.map { $0 + 1 }
    }

    /// The number at the start, when it has so many digits; what follows it does not matter.
    fileprivate func number(digits: ClosedRange<Int>) -> Int? {
        var rest = self
        return rest.takeNumber(digits: digits)
    }

    private mutating func takeNumber(digits: ClosedRange<Int>) -> Int? {
        let number = prefix(while: \.isASCIIDigit)
        guard digits.contains(number.count) else { return nil }
        self = self[number.endIndex...]
        return number.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
}
