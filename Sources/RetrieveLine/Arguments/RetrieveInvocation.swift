package import HTTPSemantics

/// What the words after `retrieve` ask for.
package struct RetrieveInvocation: Sendable {
    /// What is to be done.
    package enum Command: Sendable {
        case request(RequestLine)
        case stream(StreamKind, RequestLine)
        case download([DownloadJob], RequestLine?)
        /// The keyring is to forget what it has for a host.
        case forget(WebURL.Origin, user: String?)
        /// The short help.
        case help
        /// About a topic or option; `nil` for what topics there are.
        case topic(String?)
        case manual
        case completions(Settings.Shell)
        case version
    }

    package let command: Command
    package let settings: Settings

    /// Parses the words.
    ///
    /// - Throws: A sentence that says what to do.
    package init(_ arguments: [String]) throws(UsageError) {
        if arguments.count == 2, arguments[0] == "help", let option = OptionTable.option(typed: arguments[1]),
            option.name != "man"
        {
            (command, settings) = (.topic(option.name), Settings())
            return
        }
        let parsed = try ArgumentParser(try FromCurl.translated(arguments))
        try parsed.checkTogether()
        settings = parsed.settings
        // After "--" every word is what it would be without commands.
        let name = parsed.wordsBeforeDashes == 0 ? nil : parsed.words.first
        if settings.wantsHelp {
            command = .help
        } else if settings.wantsVersion {
            command = .version
        } else if let shell = settings.completedShell {
            command = .completions(shell)
        } else if settings.wantsManual {
            command = .manual
        } else if name == "help" {
            command = .topic(parsed.words.dropFirst().first)
        } else if settings.forgetsPasswords {
            command = try Self.forget(parsed)
        } else if name == "get" {
            try Self.checkDownload(parsed)
            command = .download(try DownloadJob.list(Array(parsed.words.dropFirst()), settings), nil)
        } else if let kind = name.flatMap(StreamKind.init) {
            try parsed.refuse(OptionTable.downloads, but: [], "is about downloads")
            try parsed.refuse(OptionTable.inspecting, but: [], "does not go with \(kind.rawValue)")
            try parsed.refuse(
                OptionTable.output,
                but: Set(["select", "quiet", "pretty", "stream"] + (kind == .sse ? ["json-output"] : [])),
                "is about whole answers, not about \(kind.rawValue)")
            command = .stream(kind, try RequestLine(Array(parsed.words.dropFirst()), settings))
        } else if settings.downloads || settings.inputFile != nil {
            try Self.checkDownload(parsed)
            command = try Self.download(parsed.words, settings)
        } else {
            try parsed.refuse(OptionTable.downloads, but: ["silent", "progress"], "is about downloads; add --download")
            try parsed.refuse(OptionTable.streams, but: [], "is about “retrieve sse” and “retrieve pages”")
            command = .request(try RequestLine(parsed.words, settings))
        }
    }

    private static func download(_ words: [String], _ settings: Settings) throws(UsageError) -> Command {
        guard !words.isEmpty else { return .download(try DownloadJob.list([], settings), nil) }
        let line = try RequestLine(words, settings)
        guard line.method ?? "GET" == "GET", !line.items.contains(where: \.isContent), settings.contentSource == nil else {
            throw UsageError("a download is a GET without content; use --output to keep the answer of another request")
        }
        return .download(try DownloadJob.list([line.url().href], settings), line)
    }

    private static func forget(_ parsed: ArgumentParser) throws(UsageError) -> Command {
        for topic in OptionTable.topics where ![OptionTable.authentication.name, OptionTable.general.name].contains(topic.name) {
            try parsed.refuse(topic, but: [], "has no meaning with --forget")
        }
        guard parsed.words.count == 1 else { throw UsageError("one URL is wanted: retrieve --keyring --forget URL") }
        let user = parsed.settings.credentials.map { Credentials.halves($0).user }
        return .forget(try RequestLine(parsed.words, parsed.settings).url().origin, user: user)
    }

    private static func checkDownload(_ parsed: ArgumentParser) throws(UsageError) {
        try parsed.refuse(OptionTable.output, but: ["output", "quiet"], "is about answers that are printed, not about downloads")
        try parsed.refuse(OptionTable.inspecting, but: [], "does not go with downloads")
        try parsed.refuse(OptionTable.streams, but: [], "does not go with downloads")
    }
}
