import Console
import RetrieveLine
import Retriever
import Testing

private let megabyte = 1 << 20

private func download(
    _ name: String, _ received: Int = 0, of expected: Int? = nil, rate: Double = 0, segments: Int = 1,
    in phase: DownloadProgress.Phase = .running
) -> DownloadProgress {
    var progress = DownloadProgress(name: name)
    (progress.received, progress.expected, progress.rate) = (received, expected, rate)
    (progress.segments, progress.phase) = (segments, phase)
    return progress
}

private func picture(_ downloads: DownloadProgress..., width: Int = 100, height: Int = 10, isColoured: Bool = false) -> [String] {
    ProgressPicture.lines(downloads, width: width, height: height, isColoured: isColoured).map(\.text)
}

@Suite("The picture of downloads")
struct ProgressPictureTests {
    private let half = download("a.iso", 50 * megabyte, of: 100 * megabyte, rate: 10 * 1_048_576, segments: 4)

    @Test(
        "What is told, by the width",
        arguments: [
            (76, "a.iso  ━━━━━──────   50 %   50 MiB of 100 MiB   10 MiB/s  0:05 left  4 parts"),
            (75, "a.iso  ━━━━━─────   50 %   50 MiB of 100 MiB   10 MiB/s  0:05 left  4 parts"),
            (74, "a.iso  ━━━━━━━━━─────────   50 %   50 MiB of 100 MiB   10 MiB/s  0:05 left"),
            (66, "a.iso  ━━━━━─────   50 %   50 MiB of 100 MiB   10 MiB/s  0:05 left"),
            (65, "a.iso   50 %   50 MiB of 100 MiB   10 MiB/s  0:05 left"),
            (53, "a.iso   50 %   50 MiB of 100 MiB   10 MiB/s"), (42, "a.iso   50 %   10 MiB/s"),
            (20, "a.iso   50 %"), (6, "a.iso"), (4, "a…so"), (1, "…"),
        ])
    func lineFits(width: Int, text: String) { #expect(picture(half, width: width) == [text]) }

    @Test("No line is wider than the terminal, and says how wide it is", arguments: Array(1...130))
    func widthIsKept(width: Int) {
        let downloads = [half, download("日本語のファイル名.tar.gz", 7, rate: 3), download("e\u{301}.txt", 0, of: 0)]
        let lines = ProgressPicture.lines(downloads, width: width, height: 10, isColoured: false)
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.width == $0.text.displayWidth && $0.width <= width })
    }

    @Test func severalHaveATotal() {
        let second = download("longer-name.iso", 10 * megabyte, of: 20 * megabyte, rate: 2 * 1_048_576)
        let third = download("done", 80 * megabyte, of: 80 * megabyte, in: .ended)
        #expect(
            picture(half, second, third, width: 75) == [
                "a.iso           ━━━━━─────   50 %   50 MiB of 100 MiB   10 MiB/s  0:05 left",
                "longer…ame.iso  ━━━━━─────   50 %    10 MiB of 20 MiB  2.0 MiB/s  0:05 left",
                "1 of 3 done     ━━━━━━━───   70 %  140 MiB of 200 MiB   12 MiB/s  0:05 left",
            ])
    }

    @Test func totalSizeIsKnownWhenAllAre() {
        let lines = picture(half, download("b", 10 * megabyte, rate: 1_048_576), width: 60)
        #expect(lines[2] == "0 of 2 done                     60 MiB   11 MiB/s")
    }

    @Test func phasesAreTold() {
        #expect(picture(download("a", in: .connecting)).first?.hasSuffix("0 B  connecting") == true)
        #expect(
            picture(download("a", 5, of: 10, in: .tryingAgain), width: 50).first?.hasSuffix("5 B of 10 B  trying again") == true)
        #expect(picture(download("a", in: .waiting)).isEmpty && picture(download("a", in: .ended)).isEmpty)
    }

    @Test func moreThanTheScreenHasIsCounted() {
        let all = (0..<9).map { download("f\($0)", 1, of: 2) }
        let lines = ProgressPicture.lines(all, width: 60, height: 5, isColoured: false).map(\.text)
        #expect(lines.count == 5)
        #expect(lines[3] == "… and 6 more" && lines[4].hasPrefix("0 of 9 done"))
    }

    @Test func onlyTheBarIsColoured() {
        let plain = picture(half)[0]
        let coloured = picture(half, isColoured: true)[0]
        #expect(!plain.contains("\u{1B}"))
        #expect(coloured.contains("\u{1B}[32m━") && coloured.contains("\u{1B}[2m─"))
        let codes = ["\u{1B}[32m", "\u{1B}[2m", "\u{1B}[0m"]
        #expect(codes.reduce(coloured) { $0.replacing($1, with: "") } == plain)
    }

    @Test func nameCannotMoveTheCursor() {
        #expect(!picture(download("a\u{1B}[2Jb\nc", 1, of: 2))[0].contains { $0 == "\u{1B}" || $0 == "\n" })
    }

    @Test(
        "The middle of a long name is left out",
        arguments: [
            ("debian-12.iso", 13, "debian-12.iso"), ("debian-12.iso", 9, "debi….iso"), ("debian-12.iso", 8, "deb….iso"),
            ("日本語日本語", 8, "日…本語"), ("日本語", 3, "日…"), ("日本語", 2, "…"), ("ab", 1, "…"), ("ab", 0, ""),
        ])
    func shortened(name: String, width: Int, text: String) {
        #expect(name.shortened(toWidth: width) == text)
        #expect(name.shortened(toWidth: width).displayWidth <= width)
    }

    @Test func eventsMoveIt() {
        var progress = DownloadProgress(name: "x")
        progress.takesName = true
        progress.apply(.started(expected: 100, suggestedName: "name.txt"))
        progress.apply(.resumed(at: 10))
        progress.apply(.segmented(count: 1, reason: nil))
        #expect(
            progress
                == {
                    var p = download("name.txt", 10, of: 100); p.takesName = true; return p
                }())
        progress.apply(.progress(received: 50, expected: 100, rate: 5))
        progress.apply(.interrupted(HTTPClientError(.connectionLost, ""), retryAfter: .seconds(1)))
        #expect(progress.phase == .tryingAgain && progress.rate == 0)
        progress.apply(.progress(received: 50, expected: 100, rate: 5))
        #expect(progress.phase == .tryingAgain)
        progress.apply(.progress(received: 51, expected: 100, rate: 5))
        #expect(progress.phase == .running && progress.rate == 5)
        progress.apply(.restarted(.changed))
        #expect(progress.received == 0)
    }
}
