internal import Console
internal import Files
internal import HTTPSemantics
internal import Retriever

/// Downloads files, several at once.
struct DownloadsRun: Sendable {
    private let jobs: [DownloadJob]
    private let settings: Settings
    private let client: HTTPClient
    private let options: DownloadOptions
    private let board: ProgressBoard
    /// The words of the command line, to say how to go on.
    private let arguments: [String]

    /// - Throws: What is wrong with the options, or with the files that they name.
    init(_ jobs: [DownloadJob], _ line: RequestLine?, _ settings: Settings, _ arguments: [String]) throws {
        var settings = settings
        let session = try settings.session.map { try Session(named: $0, for: jobs[0].urls[0]) }
        session?.apply(to: &settings)
        self.jobs = jobs
        self.settings = settings
        self.arguments = arguments
        let (fields, withheld) = try line?.fields(settings) ?? (HTTPFields(settings.fields), [])
        var configuration = try ClientSetup.configuration(settings, withholding: withheld)
        if let session { configuration.cookieJar = session.cookieJar() }
        configuration.options.redirects = .follow(maximum: settings.maximumRedirects)
        configuration.options.credentials = try Credentials.credential(settings, for: jobs[0].urls[0])
        // The download tries again by itself, with what it has.
        configuration.options.retries = .never
        configuration.connectionsPerHost = max(6, settings.segments * min(settings.parallelDownloads, jobs.count))
        client = HTTPClient(configuration: configuration)
        var options = DownloadOptions()
        options.headerFields = fields
        options.segments = settings.segments
        options.bytesPerSecond = settings.rateLimit.map { max(1, $0 / min(settings.parallelDownloads, jobs.count)) }
        options.existingFile = settings.isConditional ? .replace : settings.existingFile
        options.resumes = settings.resumesDownloads
        if let retries = settings.retries { options.retries.attempts = retries }
        options.expectedDigest = settings.checksum
        options.computesDigest = settings.checksum != nil
        options.keepsModificationTime = settings.isConditional
        self.options = options
        board = ProgressBoard(names: jobs.map(\.name.printable), isSilent: settings.isQuiet || !settings.showsProgress)
    }

    private enum Outcome { case interrupted, ended([Int32]) }

    /// - Returns: The exit status: that of the first failure.
    func run() async -> Int32 {
        if let folder = settings.folder, let error = Self.failure({ () throws(FileError) in try UserFolder.make(folder) }) {
            Retrieval.report(error)
            return ExitStatus.failure
        }
        let statuses = await withTaskGroup(of: Outcome.self) { group -> [Int32]? in
            group.addTask {
                await TerminationSignal.wait {}
                return .interrupted
            }
            group.addTask { .ended(await downloadAll()) }
            let first = await group.next()
            // Cancelled, the downloads keep what has come; the group waits for that.
            group.cancelAll()
            if case .ended(let statuses) = first { return statuses }
            return nil
        }
        board.end()
        guard let statuses else { return interrupted() }
        return statuses.first { $0 != 0 } ?? 0
    }

    private func interrupted() -> Int32 {
        let command = (["retrieve"] + arguments).map(\.shellQuoted).joined(separator: " ")
        let advice = options.resumes ? "what has come is kept; go on with: \(command)" : "what has come is gone (--no-continue)"
        Console.printError("retrieve: interrupted; \(advice.printable)")
        return ExitStatus.interrupted
    }

    private static func failure(_ body: () throws(FileError) -> Void) -> FileError? {
        do throws(FileError) { try body() } catch { return error }
        return nil
    }

    /// Keeps as many running as may.
    private func downloadAll() async -> [Int32] {
        await withTaskGroup(of: Int32.self) { group in
            var statuses: [Int32] = []
            for index in jobs.indices {
                if index >= settings.parallelDownloads, let status = await group.next() { statuses.append(status) }
                group.addTask { await download(index) }
            }
            for await status in group { statuses.append(status) }
            return statuses
        }
    }

    // MARK: - One download

    private func download(_ index: Int) async -> Int32 {
        let job = jobs[index]
        do {
            if settings.isConditional, try await isCurrent(job) {
                board.update(index, line: "not newer") { $0.phase = .skipped }
                return 0
            }
            board.update(index) { $0.phase = .running }
            for try await event in client.download(mirrors: job.urls, to: destination, options: options) {
                try show(event, index)
            }
            return 0
        } catch let error as HTTPClientError where error.code == .cancelled {
            return ExitStatus.interrupted
        } catch {
            board.fail(index, "\(error)".printable)
            return ExitStatus.of(error)
        }
    }

    private var destination: DownloadDestination {
        guard let file = settings.outputFile else { return .folder(settings.folder ?? ".") }
        return .file(settings.folder.map { "\($0)/\(file)" } ?? file)
    }

    private func show(_ event: DownloadEvent, _ index: Int) throws {
        switch event {
        case .started(let expected, let name):
            board.update(index, line: expected.map { "\(ByteText.size($0))" } ?? "begins") {
                $0.expected = expected
                if settings.outputFile == nil { $0.name = name.printable }
            }
        case .resumed(let offset): board.update(index, line: "goes on at \(ByteText.size(offset))") { $0.received = offset }
        case .restarted(let reason): board.update(index, line: "begins anew: \(Self.words(reason))") { $0.received = 0 }
        case .segmented(let count, let reason):
            board.update(index, line: "\(count) parts at once\(reason.map { ": \($0)" } ?? "")") { $0.segments = count }
        case .interrupted(let error, let delay):
            guard let delay else { return }
            board.update(index, line: "\("\(error)".printable); again in \(delay.secondsText) s") { $0.phase = .retrying }
        case .mirrorDropped(let url, let reason): board.update(index, line: "without \(url.authority): \(reason)") { _ in }
        case .progress(let received, let expected, let rate):
            board.update(index) {
                $0.phase = .running
                ($0.received, $0.expected, $0.rate) = (received, expected, rate)
            }
        case .finished(let file):
            let seconds = max(file.elapsed.seconds, 0.001)
            let rate = ByteText.rate(Double(file.receivedBytes) / seconds)
            board.update(
                index, line: "\(ByteText.size(file.size)) in \(file.elapsed.secondsText) s, \(rate): \(file.path.printable)"
            ) {
                $0.received = file.size
                $0.phase = .finished
            }
            if !settings.isQuiet, !Terminal(settings).isTerminal { try OutputFile.standard.write(file.path + "\n") }
        }
    }

    private static func words(_ reason: DownloadPlan.RestartReason) -> String {
        switch reason {
        case .changed: "the file has changed"
        case .rangesUnsupported: "the server has no ranges"
        case .noValidator: "nothing proves that it is the same file"
        }
    }

    /// Whether the file that is there is not older than the server's. RFC 9110 §13.1.3.
    private func isCurrent(_ job: DownloadJob) async throws -> Bool {
        let name = settings.outputFile ?? job.name
        let path = settings.folder.map { "\($0)/\(name)" } ?? name
        guard let time = FileSystem.modificationTime(of: path) else { return false }
        var fields = options.headerFields
        fields.require(.ifModifiedSince(HTTPDate(secondsSinceEpoch: time)))
        let response = try await client.get(job.urls[0], headerFields: fields)
        defer { response.cancel() }
        if response.status == .notModified { return true }
        // Not every server compares the dates.
        let modified = response.headerFields[.lastModified].flatMap { HTTPDate($0) }
        return response.status.kind == .successful && modified.map { $0.secondsSinceEpoch <= time } ?? false
    }
}
