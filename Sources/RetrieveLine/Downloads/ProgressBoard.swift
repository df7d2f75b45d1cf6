internal import Console
internal import Glibc
internal import Synchronization

/// Shows how downloads go: on a terminal as bars that move, elsewhere as a line for what happens.
final class ProgressBoard: Sendable {
    private struct State {
        var downloads: [DownloadState]
        /// How many lines of the terminal are the board's.
        var shownLines = 0
        var lastDrawing: ContinuousClock.Instant?
    }

    private let state: Mutex<State>
    private let draws: Bool
    private let isSilent: Bool

    /// - Parameters:
    ///   - names: Of the downloads.
    ///   - isSilent: Whether nothing but failures is shown.
    init(names: [String], isSilent: Bool) {
        state = Mutex(State(downloads: names.map { DownloadState(name: $0) }))
        self.isSilent = isSilent
        draws = !isSilent && isatty(STDERR_FILENO) == 1
    }

    /// Changes what is known of a download.
    ///
    /// - Parameter line: What to say where no bars are.
    func update(_ index: Int, line: String? = nil, _ change: (inout DownloadState) -> Void) {
        state.withLock { state in
            let before = state.downloads[index].phase
            change(&state.downloads[index])
            if draws {
                let isNews = state.downloads[index].phase != before
                if isNews || state.lastDrawing.map({ .now - $0 > .milliseconds(100) }) ?? true { draw(&state) }
            } else if let line, !isSilent {
                Console.printError("\(state.downloads[index].name): \(line)")
            }
        }
    }

    /// Says why a download has failed: at once, or below the bars at the end.
    func fail(_ index: Int, _ reason: String) {
        update(index) { $0.phase = .failed(reason) }
        if !draws { Self.report(state.withLock { $0.downloads[index] }) }
    }

    /// Shows how it ended; what is printed next stands below.
    func end() {
        guard draws else { return }
        let downloads = state.withLock { state in
            draw(&state)
            return state.downloads
        }
        for download in downloads { Self.report(download) }
    }

    private static func report(_ download: DownloadState) {
        if case .failed(let reason) = download.phase { Console.printError("retrieve: \(download.name): \(reason)") }
    }

    private func draw(_ state: inout State) {
        let (width, height) = Self.size
        let lines = ProgressPicture.lines(state.downloads, width: width - 1, height: max(1, height - 1))
        var text = state.shownLines > 0 ? "\u{1B}[\(state.shownLines)A" : ""
        for line in lines { text += "\r\(line)\u{1B}[K\n" }
        text += "\u{1B}[J"
        state.shownLines = lines.count
        state.lastDrawing = .now
        try? OutputFile.errors.write(text)
    }

    private static var size: (width: Int, height: Int) {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
