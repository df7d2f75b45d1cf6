internal import Files
internal import Glibc
internal import HTTPSemantics
internal import Retriever

/// The downloads of a command line.
struct DownloadsRun: Sendable {
    private let batch: DownloadBatch
    /// With what the session adds.
    private let settings: Settings
    private let session: Session?
    private let fields: HTTPFields
    private let cookieJar: CookieJar?

    /// - Throws: What is wrong with the options, or with the files that they name.
    init(_ jobs: [DownloadJob], _ line: RequestLine?, _ settings: Settings) throws {
        var settings = settings
        let first = jobs[0].urls[0]
        let isOneServer = jobs.allSatisfy { $0.urls.allSatisfy { $0.origin == first.origin } }
        guard isOneServer || settings.credentials == nil && settings.session == nil else {
            throw UsageError("--auth and --session are for one server, and these files are at several")
        }
        let session = try settings.session.map { try Session(named: $0, for: first) }
        session?.apply(to: &settings, itemFields: line?.fieldNames ?? [])
        let (fields, withheld) = try line?.fields(settings) ?? (HTTPFields(settings.fields), [])
        let screen = ProgressScreen(.standardError(isSilent: settings.isQuiet || !settings.showsProgress))
        var configuration = try ClientSetup.configuration(settings, withholding: withheld, screen: screen)
        if let session { configuration.cookieJar = session.cookieJar() }
        configuration.options.redirects = .follow(maximum: settings.maximumRedirects)
        configuration.options.credentials = try Credentials.credential(settings, for: first)
        // The download tries again by itself, with what it has, and the screen tells of it.
        configuration.options.retries = .never
        configuration.connectionsPerHost = max(6, settings.segments * min(settings.parallelDownloads, jobs.count))
        if let folder = settings.folder { try UserFolder.make(folder) }

        let client = HTTPClient(configuration: configuration)
        let options = Self.options(settings, fields)
        let printsPaths = !settings.isQuiet && isatty(STDOUT_FILENO) == 0
        let tasks = jobs.enumerated().map { index, job in
            DownloadTask(
                index: index, job: job, file: Self.file(job, settings), folder: settings.folder ?? ".",
                isConditional: settings.isConditional, options: options, client: client, screen: screen, printsPath: printsPaths)
        }
        batch = DownloadBatch(tasks: tasks, simultaneous: settings.parallelDownloads, screen: screen)
        self.settings = settings
        self.session = session
        self.fields = fields
        cookieJar = configuration.cookieJar
    }

    /// - Returns: The exit status: 0 when all is well, else the highest of the failures'.
    /// - Throws: ``FileError`` when the session cannot be kept.
    func run() async throws -> Int32 {
        let end = await batch.run()
        if end.wasAnswered, settings.savesSession, var session {
            try session.save(settings, fields: Array(fields), cookieJar)
        }
        return end.status
    }

    /// The path that the user has given the file.
    private static func file(_ job: DownloadJob, _ settings: Settings) -> String? {
        (settings.outputFile ?? job.name).map { name in settings.folder.map { "\($0)/\(name)" } ?? name }
    }

    private static func options(_ settings: Settings, _ fields: HTTPFields) -> DownloadOptions {
        var options = DownloadOptions()
        options.headerFields = fields
        options.segments = settings.segments
        options.rateLimiter = settings.rateLimit.map { DownloadRateLimiter(bytesPerSecond: $0) }
        options.existingFile = settings.existingFile ?? (settings.isConditional ? .replace : .number)
        options.resumes = settings.resumesDownloads
        if let retries = settings.retries { options.retries.attempts = retries }
        options.expectedDigest = settings.checksum
        options.computesDigest = settings.checksum != nil
        // The next comparison is with the server's time of this file.
        options.keepsModificationTime = settings.isConditional
        return options
    }
}
