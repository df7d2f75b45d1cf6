/// All options.
package enum OptionTable {
    /// The topics, in the order in which the help has them.
    package static let topics: [OptionTopic] = [
        items, output, status, redirects, downloads, authentication, cache, time, network, tls, inspecting, streams, general,
    ]

    /// The names of options that change how a request is carried out.
    static let clientOptionNames = Set([redirects, cache, time, network, tls, authentication].flatMap(\.options).map(\.name))

    /// The options of all topics.
    package static let options: [CommandOption] = topics.flatMap(\.options)

    private static let byName = Dictionary(
        options.flatMap { option in option.names.map { ($0, option) } }, uniquingKeysWith: { first, _ in first })
    private static let byLetter = Dictionary(
        options.flatMap { option in option.letters.unicodeScalars.map { ($0, option) } }, uniquingKeysWith: { first, _ in first })

    /// The option with a name, without "--".
    static func option(named name: String) -> CommandOption? { byName[name] }
    /// The option with a letter.
    static func option(lettered letter: Unicode.Scalar) -> CommandOption? { byLetter[letter] }

    /// The option that a word such as `--timeout` or `-m` means.
    static func option(typed word: String) -> CommandOption? {
        if word.utf8.starts(with: "--".utf8) { return option(named: String(word.dropFirst(2))) }
        guard word.utf8.first == UInt8(ascii: "-"), word.unicodeScalars.count == 2 else { return nil }
        return word.unicodeScalars.last.flatMap(option(lettered:))
    }

    /// The name that was probably meant by one that is none.
    static func suggestion(for name: String) -> String? {
        let candidates = options.flatMap { option in
            option.names.flatMap { name -> [String] in if case .flag = option.effect { [name, "no-" + name] } else { [name] } }
        }
        return Spelling.nearest(to: name, among: candidates)
    }

    static let general = OptionTopic(
        name: "general", title: "General",
        text: """
            “retrieve help TOPIC” tells about a topic or an option. “retrieve help --man” writes the manual page, and “retrieve help
            --completions bash”, zsh or fish a script that lets the shell complete options: source <(retrieve help --completions
            bash).
            """,
        options: [
            .flag("help", letters: "h", common: true, "show a short help; “retrieve help TOPIC” tells more") {
                $0.wantsHelp = $1
            },
            .flag("version", common: true, "show the version") { $0.wantsVersion = $1 },
            .flag("man", "with help: write the manual page, for man") { $0.wantsManual = $1 },
            .value("completions", called: "bash|zsh|fish", "with help: write a script for a shell's completion") {
                settings, text throws(UsageError) in
                guard let shell = Settings.Shell(rawValue: text) else { throw UsageError("it is bash, zsh or fish") }
                settings.completedShell = shell
            },
        ],
        examples: [
            .init("retrieve help downloads", "a topic"), .init("retrieve help --man > retrieve.1", "the manual page"),
            .init("retrieve help --completions bash > retrieve.bash", "completion"),
        ])
}
