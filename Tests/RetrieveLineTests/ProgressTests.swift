import RetrieveLine
import Testing

private func state(
    _ name: String = "file.iso", _ phase: DownloadState.Phase = .running, received: Int = 0, expected: Int? = nil,
    rate: Double = 0,
    segments: Int = 1
) -> DownloadState {
    var state = DownloadState(name: name)
    (state.phase, state.received, state.expected, state.rate, state.segments) = (phase, received, expected, rate, segments)
    return state
}

@Suite("Progress bars")
struct ProgressTests {
    @Test(
        "One line",
        arguments: [
            (
                state(received: 45 << 20, expected: 100 << 20, rate: 5_242_880, segments: 4), 80,
                "file.iso       45%  ██████▊░░░░░░░░  45.0 MiB of 100.0 MiB  5.0 MiB/s  0:11  ×4"
            ),
            (state(received: 45 << 20, expected: 100 << 20, rate: 5_242_880), 30, "file.iso  45%"),
            (state(received: 1536, expected: nil, rate: 512), 80, "file.iso  1.5 KiB"),
            (state("file.iso", .finished, received: 2048), 80, "file.iso  done  2.0 KiB"),
            (state("file.iso", .failed("it is gone")), 80, "file.iso  failed: it is gone"),
            (state("a", .skipped), 80, "a  not newer"),
            (state("a", .retrying), 80, "a  interrupted, tries again"),
        ])
    func lineShowsTheState(state: DownloadState, width: Int, line: String) {
        #expect(ProgressPicture.line(state, width: width) == line)
    }

    @Test("Any width", arguments: 0...120)
    func noLineIsWiderThanTheTerminal(width: Int) {
        let states = [
            state(
                "a very long name of a file that is downloaded.tar.gz", received: 3 << 30, expected: 7 << 30, rate: 1e6,
                segments: 8),
            state("b", received: 10, expected: nil, rate: .infinity), state("c", received: 1, expected: 1, rate: .nan),
            state("d", .failed(String(repeating: "reason ", count: 30))), state("e", .waiting),
            state("f", received: 5, expected: 3, rate: 0), state("g", received: 0, expected: 0, rate: 0),
        ]
        for line in ProgressPicture.lines(states, width: width) { #expect(line.count <= width) }
    }

    @Test func totalComesLastAndSumsWhatIsKnown() {
        let states = [
            state("a", .finished, received: 1 << 20), state("b", received: 1 << 20, expected: 3 << 20, rate: 1_048_576),
            state("c", .failed("x")),
        ]
        let lines = ProgressPicture.lines(states, width: 80)
        #expect(lines.count == 4 && lines[3].hasPrefix("total 1/3 ") && lines[3].contains(" 50% "))
        #expect(lines[3].hasSuffix("2.0 MiB of 4.0 MiB  1.0 MiB/s  0:02"))
        #expect(ProgressPicture.lines([state("a")], width: 80).count == 1)
    }

    @Test func runningDownloadsComeFirstWhereThereIsLittleRoom() {
        let states = [state("done", .finished), state("waiting", .waiting), state("runs", received: 1, expected: 2, rate: 1)]
        let lines = ProgressPicture.lines(states, width: 80, height: 2)
        #expect(lines.count == 2 && lines[0].hasPrefix("runs") && lines[1].hasPrefix("total"))
    }
}
