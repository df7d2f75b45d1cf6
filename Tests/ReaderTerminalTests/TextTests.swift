import Console
import Testing

@testable import ReaderTerminal

@Suite("Text in a terminal")
struct TextTests {
    @Test(
        "Widths",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("ｗ", 2), ("😀", 2), ("👩‍👩‍👧", 2), ("❤️", 2), ("❤", 1), ("🇩🇪", 2),
            ("–", 1),
            ("…", 1), ("\u{200D}", 0), ("", 0), ("👍🏽", 2), ("ق", 1),
        ])
    func displayWidthCountsColumns(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test(
        "Wrapping",
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]), ("", 5, [""]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("a bcdefgh", 3, ["a", "bcd", "efg", "h"]), ("日本語日本語", 5, ["日本", "語日", "本語"]), ("ab日本", 4, ["ab日", "本"]),
            ("  two   spaces ", 20, ["two spaces"]),
            ("exactly ten", 11, ["exactly ten"]), ("日", 1, ["日"]),
        ])
    func textIsBrokenBetweenWords(text: String, width: Int, lines: [String]) {
        #expect(StyledText(text).wrapped(to: width).map(\.plain) == lines)
    }

    @Test func wrappedLinesAreNeverTooWideAndLoseNothing() {
        let text = "Zwölf Boxkämpfer jagen 日本語のテキスト über den 😀 Sylter-Deich-und-noch-viel-weiter entlang e\u{301}"
        for width in 2...60 {
            let lines = StyledText(text).wrapped(to: width)
            #expect(lines.allSatisfy { $0.width <= width })
            #expect(lines.map(\.plain).joined().filter { $0 != " " } == text.filter { $0 != " " })
        }
    }

    @Test func stylesSurviveWrapping() {
        let text = StyledText("plain ") + StyledText("bold words", .bold) + StyledText(" end")
        let lines = text.wrapped(to: 11)
        #expect(lines.map(\.plain) == ["plain bold", "words end"])
        #expect(lines[0].spans.last?.style == .bold && lines[1].spans.first?.style == .bold)
        #expect(lines[1].spans.last?.style == [])
    }

    @Test("Cutting", arguments: [("abcdef", 4, "abc…"), ("abcd", 4, "abcd"), ("日本語", 4, "日…"), ("abc", 0, ""), ("abc", 1, "…")])
    func textIsCutWithAnEllipsis(text: String, width: Int, cut: String) {
        #expect(StyledText(text).truncated(to: width).plain == cut)
    }

    @Test(
        "What a terminal would obey",
        arguments: [
            ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("\u{1B}]0;title\u{7}x", "\u{FFFD}]0;title\u{FFFD}x"),
            ("\u{9B}31m", "\u{FFFD}31m"),
            ("\u{90}q\u{9C}", "\u{FFFD}q\u{FFFD}"), ("a\rb\nc\td", "a b c d"), ("a\u{8}b\u{7F}", "a\u{FFFD}b\u{FFFD}"),
            ("a\u{0}b", "a\u{FFFD}b"),
            ("\u{202E}evil\u{202C}", "evil"), ("\u{2066}x\u{2069}\u{FEFF}", "x"), ("a\u{2028}b", "a b"),
            ("ش\u{200C}ب", "ش\u{200C}ب"),
            ("\u{E0001}x", "x"), ("\u{AD}x", "x"),
        ])
    func networkTextCannotCommandTheTerminal(text: String, clean: String) {
        #expect(Array(text.printable.unicodeScalars) == Array(clean.unicodeScalars))
        #expect(StyledText(text).plain == clean)
    }

    @Test func marksStackedOnOneCharacterEnd() {
        #expect(("a" + String(repeating: "\u{300}", count: 500)).printable.unicodeScalars.count == 9)
    }

    @Test(
        "Keys",
        arguments: [
            ([[0x75]], [.character("u")]), ([[0x1B, 0x5B, 0x41]], [.up]), ([[0x1B, 0x4F, 0x42]], [.down]), ([[0x1B]], [.escape]),
            ([[0x1B, 0x5B], [0x35, 0x7E]], [.pageUp]), ([[0x1B, 0x5B, 0x36, 0x7E, 0x6A]], [.pageDown, .character("j")]),
            ([[0x1B, 0x5B, 0x31, 0x3B, 0x35, 0x50, 0x71]], [.character("q")]), ([[0xC3], [0xA9]], [.character("é")]),
            ([[0xF0, 0x9F, 0x98, 0x80]], [.character("😀")]),
            ([[0x0D, 0x7F, 0x0C]], [.enter, .backspace, .redraw]),
            ([[0x1B, 0x78, 0x79]], [.character("y")]), ([[0xFF, 0x80, 0x61]], [.character("a")]), ([[0x00, 0x01]], []),
            ([[0x1B, 0x1B]], [.escape, .escape]),
        ] as [([[UInt8]], [Key])])
    func bytesBecomeKeys(reads: [[UInt8]], keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(reads.flatMap { decoder.decode($0) } == keys)
    }

    @Test func promptCollectsHidesAndConfirms() {
        var prompt = Prompt("Password", isSecret: true)
        for key in [Key.character("a"), .character("b"), .backspace, .up, .character("ü")] {
            let outcome = prompt.handle(key)
            #expect(outcome == .editing)
        }
        #expect(prompt.line.plain == "Password: _")
        let outcomes = [prompt.handle(.enter), prompt.handle(.escape)]
        #expect(outcomes == [.answered("aü"), .cancelled])
        #expect(Prompt("User", answer: "ann").line.plain == "User: ann_")
    }

    @Test func scrollingStaysInsideTheText() {
        var position = ScrollPosition()
        let steps: [(Key, Int)] = [
            (.up, 0), (.down, 1), (.character("j"), 2), (.character(" "), 11), (.pageDown, 15), (.down, 15),
            (.character("k"), 14), (.pageUp, 5),
            (.home, 0), (.end, 15),
        ]
        for (key, line) in steps {
            let scrolls = position.handle(key, window: 10, maximum: 15)
            #expect(scrolls)
            #expect(position.line == line)
        }
        let scrolls = position.handle(.character("x"), window: 10, maximum: 15)
        #expect(!scrolls)
    }
}
