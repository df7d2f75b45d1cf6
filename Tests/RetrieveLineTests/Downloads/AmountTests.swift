import RetrieveLine
import Testing

@Suite("Amounts on the screen")
struct AmountTests {
    @Test(
        "Bytes in units of 1024",
        arguments: [
            (0, "0 B"), (1, "1 B"), (999, "999 B"), (1000, "1.0 KiB"), (1024, "1.0 KiB"), (10_188, "9.9 KiB"), (10_189, "10 KiB"),
            (1_000_000, "977 KiB"), (1_048_576, "1.0 MiB"), (1_288_490_189, "1.2 GiB"), (5 << 40, "5.0 TiB"),
            (1 << 60, "1024 PiB"),
            (Int.max, "8192 PiB"), (-1, "0 B"),
        ])
    func bytes(count: Int, text: String) { #expect(Amount.bytes(count) == text) }

    @Test(
        "Times",
        arguments: [
            (0, "0:00"), (0.2, "0:01"), (59.5, "1:00"), (65, "1:05"), (3600, "1:00:00"), (360_000, nil), (-1, nil), (.nan, nil),
            (.infinity, nil),
        ] as [(Double, String?)])
    func times(seconds: Double, text: String?) { #expect(Amount.time(seconds) == text) }

    @Test("How long it took", arguments: [(0.04, "0.0 s"), (1.25, "1.3 s"), (9.96, "0:10"), (61, "1:01")])
    func durations(seconds: Double, text: String) { #expect(Amount.duration(seconds) == text) }

    @Test(
        "100 % is all of it",
        arguments: [(0, 10, "0 %"), (999, 1000, "99 %"), (1000, 1000, "100 %"), (0, 0, "100 %"), (Int.max / 2, Int.max, "50 %")])
    func percents(part: Int, whole: Int, text: String) { #expect(Amount.percent(part, of: whole) == text) }
}
