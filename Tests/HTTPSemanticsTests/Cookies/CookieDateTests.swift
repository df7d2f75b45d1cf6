import HTTPSemantics
import Testing

@Suite("Dates of cookies, RFC 6265bis §5.1.1")
struct CookieDateTests {
    private static let example = HTTPDate(secondsSinceEpoch: 784_111_777)

    @Test(
        "Time, day, month and year are found in any order, between any delimiters",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "6 nov 1994 8:49:37", "08:49:37 1994 November 6", "6;NOV\"1994\\8:49:37", "1994/6/Nov/8:49:37",
            // What follows a part's digits, or its first three letters, does not matter
            "6th Novembre 1994ad 8:49:37pm", "Sun, 06 Nov 1994 08:49:37 -0400", "6 Nov 1994 08:49:37 00:00:00",
            // A token that is no time can be another part
            "6:49 Nov 1994 08:49:37", "Anything, 6 Nov 94 08:49:37 BLAH",
        ])
    func forms(text: String) {
        #expect(HTTPDate(cookieDate: text) == Self.example)
    }

    @Test(
        "A year of two digits is of this century up to 69, one of three is of the first",
        arguments: [
            ("70", 1970), ("99", 1999), ("00", 2000), ("69", 2069), ("069", 2069), ("094", 1994), ("1601", 1601), ("9999", 9999),
        ])
    func years(digits: String, year: Int) {
        let date = HTTPDate(cookieDate: "1 Jan \(digits) 0:0:0")
        #expect(date?.description.contains(" \(year) ") ?? false, "\(String(describing: date))")
    }

    @Test(
        "What is out of range, missing or no day of the calendar makes no date",
        arguments: [
            "", "Nov 1994 08:49:37", "6 1994 08:49:37", "6 Nov 08:49:37", "6 Nov 1994", "6 Nov 1994 08:49",
            "0 Nov 1994 08:49:37", "32 Oct 1994 08:49:37", "31 Nov 1994 08:49:37", "29 Feb 1995 08:49:37", "29 Feb 1900 0:0:0",
            "6 Nov 1600 08:49:37", "6 Nov 100 08:49:37", "6 Nov 12345 08:49:37", "6 Nov 1994 24:49:37", "6 Nov 1994 08:60:37",
            "6 Nov 1994 08:49:60", "6 Nov 1994 008:49:37", "6 No 1994 08:49:37", "6 Nov 1994 99:49:37 08:49:37",
            "6 Nov 1994 08:49:379999999999999999999", "\u{661} Nov 1994 08:49:37",
        ])
    func noDates(text: String) {
        #expect(HTTPDate(cookieDate: text) == nil)
    }
}
