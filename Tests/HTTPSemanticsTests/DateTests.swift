import HTTPSemantics
import Testing

@Suite("Dates, RFC 9110 §5.6.7")
struct DateTests {
    private static let example = HTTPDate(secondsSinceEpoch: 784_111_777)

    @Test(
        "All forms name the same instant, in any case of letters",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "sun, 06 NOV 1994 08:49:37 gmt", "Mon, 06 Nov 1994 08:49:37 GMT",
        ])
    func forms(text: String) {
        #expect(HTTPDate(text) == Self.example)
    }

    @Test(
        "What has another form is no date",
        arguments: [
            "", "0", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 AEST", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Nov 1994 08:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov ١٩٩٤ 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994", "Sunday, 06-Nov-1994 08:49:37 GMT",
        ])
    func malformed(text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test(
        "Instants are written as IMF-fixdate and read back",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"), (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"),
        ])
    func writing(seconds: Int, text: String) {
        #expect(HTTPDate(secondsSinceEpoch: seconds).description == text)
        #expect(HTTPDate(text)?.secondsSinceEpoch == seconds)
    }

    @Test("Days of eight centuries are read as they were written") func manyDays() {
        for day in stride(from: -146_097, through: 146_097, by: 11) {
            let date = HTTPDate(secondsSinceEpoch: day * 86_400 + 43_210)
            #expect(HTTPDate(date.description) == date)
        }
    }

    @Test(
        "No instant is too far away to be described",
        arguments: [Int.min, .min + 1, .min + 86_399, -62_167_219_201, 253_402_300_800, .max - 86_399, .max])
    func far(seconds: Int) {
        #expect(HTTPDate(secondsSinceEpoch: seconds).description.hasSuffix(" GMT"))
    }

    @Test("A leap second is the next minute's first") func leapSecond() {
        #expect(HTTPDate("Sat, 31 Dec 2016 23:59:60 GMT") == HTTPDate("Sun, 01 Jan 2017 00:00:00 GMT"))
    }

    @Test(
        "Two digits of a year are at most 50 years ahead",
        arguments: [
            ("Fri, 15 Jun 2040 00:00:00 GMT", "89", "2089"), ("Fri, 15 Jun 2040 00:00:00 GMT", "91", "1991"),
            ("Fri, 15 Jun 2040 00:00:00 GMT", "40", "2040"), ("Fri, 15 Jun 1994 00:00:00 GMT", "94", "1994"),
        ])
    func twoDigitYears(now: String, digits: String, year: String) throws {
        let now = try #require(HTTPDate(now))
        #expect(HTTPDate("Sunday, 06-Nov-\(digits) 08:49:37 GMT", now: now) == HTTPDate("Sun, 06 Nov \(year) 08:49:37 GMT"))
    }

    @Test("Two digits of a year without a present", arguments: [("69", "2069"), ("70", "1970")])
    func twoDigitYearsAlone(digits: String, year: String) {
        #expect(HTTPDate("Sunday, 06-Nov-\(digits) 08:49:37 GMT") == HTTPDate("Sun, 06 Nov \(year) 08:49:37 GMT"))
    }
}
