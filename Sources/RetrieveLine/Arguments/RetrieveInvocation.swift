/// What the words after `retrieve` ask for.
package struct RetrieveInvocation: Sendable {
    /// What is to be done.
    package enum Command: Sendable {
        case request(RequestLine)
        case help
        case version
    }

    package let command: Command
    package let settings: Settings

    /// Parses the words.
    ///
    /// - Throws: A sentence that says what to do.
    package init(_ arguments: [String]) throws(UsageError) {
        let parsed = try ArgumentParser(arguments)
        settings = parsed.settings
        if settings.wantsHelp {
            command = .help
        } else if settings.wantsVersion {
            command = .version
        } else {
            command = .request(try RequestLine(parsed.words, settings))
        }
    }
}
