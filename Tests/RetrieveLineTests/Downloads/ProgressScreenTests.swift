import RetrieveLine
import Retriever
import Synchronization
import Testing

/// What a screen has written.
private final class Written: Sendable {
    private let text = Mutex("")
    private let size = Mutex((width: 61, height: 20))
    var all: String { text.withLock { $0 } }
    func take() -> String {
        text.withLock { text in
            defer { text = "" }; return text
        }
    }
    func resize(_ width: Int) { size.withLock { $0.width = width } }

    func screen(_ style: ProgressScreen.Style) -> ProgressScreen {
        ProgressScreen(style, size: { self.size.withLock { $0 } }, write: { more in self.text.withLock { $0 += more } })
    }
}

@Suite("The screen of downloads")
struct ProgressScreenTests {
    private func began(_ style: ProgressScreen.Style, _ written: Written) async -> ProgressScreen {
        let screen = written.screen(style)
        await screen.begin([DownloadProgress(name: "a"), DownloadProgress(name: "b")])
        await screen.start(0)
        await screen.note(.started(expected: 1000, suggestedName: "a"), of: 0)
        return screen
    }

    @Test func barsAreDrawnInPlaceAndOnlyWhenTheyHaveChanged() async {
        let written = Written()
        let screen = await began(.bars(isColoured: false), written)
        #expect(written.take().isEmpty)
        await screen.draw()
        let first = written.take()
        #expect(first.hasPrefix("a  ") && first.hasSuffix("\u{1B}[J") && first.count { $0 == "\n" } == 2)
        await screen.draw()
        #expect(written.take().isEmpty)
        await screen.note(.progress(received: 500, expected: 1000, rate: 10), of: 0)
        #expect(written.take().isEmpty)
        await screen.draw()
        let second = written.take()
        #expect(second.hasPrefix("\r\u{1B}[2Aa") && second.contains("50 %"))
        await screen.clear()
        #expect(written.take() == "\r\u{1B}[2A\u{1B}[J")
    }

    @Test func linesGoAboveTheBars() async {
        let written = Written()
        let screen = await began(.bars(isColoured: false), written)
        await screen.draw()
        _ = written.take()
        await screen.fail(1, "no\nsuch file")
        #expect(written.take() == "\r\u{1B}[2A\u{1B}[Jretrieve: b: no such file\n")
        await screen.draw()
        #expect(written.take().hasPrefix("a"))
    }

    @Test func narrowedWindowBreaksLinesThatAreGoneBackOver() async {
        let written = Written()
        let screen = await began(.bars(isColoured: false), written)
        await screen.note(.progress(received: 500, expected: 1000, rate: 10), of: 0)
        await screen.draw()
        let lines: [Substring] = written.take().split(separator: "\n" as Character)
        let widths = lines.dropLast().map { $0.count - "\u{1B}[K".count }
        written.resize(20)
        await screen.draw()
        let rows = widths.reduce(0) { $0 + ($1 + 19) / 20 }
        #expect(rows > 2 && written.take().hasPrefix("\r\u{1B}[\(rows)A"))
    }

    @Test func elsewhereALineComesEveryFewSeconds() async {
        let written = Written()
        let screen = await began(.lines, written)
        let start = ContinuousClock.now
        await screen.start(0, now: start)
        for second in 0...14 {
            await screen.note(
                .progress(received: second * 40, expected: 1000, rate: 2048), of: 0, now: start + .seconds(second))
        }
        await screen.draw()
        await screen.end(0, "saved")
        #expect(
            written.take()
                == """
                a: 20 % of 1000 B, 2.0 KiB/s
                a: 40 % of 1000 B, 2.0 KiB/s
                a: saved

                """.replacing("1000 B", with: "1.0 KiB"))
    }

    @Test func quietScreenTellsFailuresOnly() async {
        let written = Written()
        let screen = await began(.failures, written)
        await screen.draw()
        await screen.note(.progress(received: 1, expected: 2, rate: 1), of: 0, now: .now + .seconds(60))
        await screen.end(0, "saved")
        #expect(written.take().isEmpty)
        await screen.fail(1, "lost")
        #expect(written.take() == "retrieve: b: lost\n")
    }
}
