internal import Console
internal import Glibc
package import Retriever

/// Shows on standard error how downloads go.
///
/// An actor, so that a terminal that has been told to wait does not hold up who brings news.
package actor ProgressScreen {
    /// How it is shown.
    package enum Style: Sendable {
        /// Bars that are drawn again and again in place.
        case bars(isColoured: Bool)
        /// Now and then a line.
        case lines
        /// Only what has failed.
        case failures

        /// What suits standard error.
        package static func standardError(isSilent: Bool) -> Self {
            if isSilent { return .failures }
            let terminal = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
            guard isatty(STDERR_FILENO) == 1, terminal != "dumb" else { return .lines }
            return .bars(isColoured: unsafe getenv("NO_COLOR").map { unsafe $0.pointee == 0 } ?? true)
        }
    }

    private let style: Style
    private let size: @Sendable () -> (width: Int, height: Int)
    private let write: @Sendable (String) -> Void
    private var downloads: [DownloadProgress] = []
    private var lastLines: [ContinuousClock.Instant] = []
    private var drawn: [ProgressPicture.Line] = []
    private var drawnSize = (width: 0, height: 0)

    /// - Parameters:
    ///   - size: Asks how large the terminal is.
    ///   - write: Writes all of a text at once.
    package init(
        _ style: Style, size: @escaping @Sendable () -> (width: Int, height: Int) = ProgressScreen.windowSize,
        write: @escaping @Sendable (String) -> Void = { try? OutputFile.errors.write($0) }
    ) {
        self.style = style
        self.size = size
        self.write = write
    }

    /// How often a line tells of a download that goes on.
    package static let lineInterval: Duration = .seconds(5)
    /// How often bars are drawn at most.
    package static let drawingInterval: Duration = .milliseconds(100)

    // MARK: - News

    /// Says which downloads there will be.
    package func begin(_ downloads: [DownloadProgress]) {
        self.downloads = downloads
        lastLines = downloads.map { _ in .now }
    }

    /// A download begins.
    package func start(_ index: Int, now: ContinuousClock.Instant = .now) {
        downloads[index].phase = .connecting
        lastLines[index] = now
    }

    /// Something has happened to a download.
    package func note(_ event: DownloadEvent, of index: Int, now: ContinuousClock.Instant = .now) {
        downloads[index].apply(event)
        guard case .lines = style else { return }
        if case .progress = event {
            guard now - lastLines[index] >= Self.lineInterval else { return }
            lastLines[index] = now
            say("\(downloads[index].name.printable): \(downloads[index].summary)")
        } else if let words = event.words {
            say("\(downloads[index].name.printable): \(words)")
        }
    }

    /// A download has ended well.
    package func end(_ index: Int, _ line: String) {
        close(index)
        if case .failures = style { return }
        say("\(downloads[index].name.printable): \(line)")
    }

    /// A download has failed.
    package func fail(_ index: Int, _ line: String) {
        close(index)
        say("retrieve: \(downloads[index].name.printable): \(line)")
    }

    /// From now on the download counts for the total with what is there.
    private func close(_ index: Int) {
        downloads[index].phase = .ended
        downloads[index].expected = downloads[index].received
    }

    /// Writes a line, above the bars.
    package func say(_ line: String) {
        let text = line.split(whereSeparator: \.isNewline).joined(separator: " ")
        write(erasure + text + "\n")
        drawn = []
    }

    // MARK: - Bars

    /// Draws the bars anew, if they have changed.
    package func draw() {
        guard case .bars(let isColoured) = style else { return }
        let size = size()
        let lines = ProgressPicture.lines(
            downloads, width: max(1, size.width - 1), height: max(2, size.height - 1), isColoured: isColoured)
        guard lines != drawn || size != drawnSize else { return }
        // One text, and nothing is erased before it is written over: that is why nothing flickers.
        write(start + lines.map { $0.text + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
        (drawn, drawnSize) = (lines, size)
    }

    /// Takes the bars away.
    package func clear() {
        guard !drawn.isEmpty else { return }
        write(erasure)
        drawn = []
    }

    /// Moves to where the bars begin. In a window that has become narrower they take more lines.
    private var start: String {
        let width = max(1, size().width)
        let rows = drawn.reduce(0) { $0 + max(1, ($1.width + width - 1) / width) }
        return rows > 0 ? "\r\u{1B}[\(rows)A" : ""
    }

    private var erasure: String { drawn.isEmpty ? "" : start + "\u{1B}[J" }

    /// The size of the terminal at standard error; 80 by 24 when it does not say.
    package static func windowSize() -> (width: Int, height: Int) {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
