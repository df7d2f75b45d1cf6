/// How an option is written down.
enum OptionText {
    /// `--output FILE, -o`, with the other names behind.
    static func names(_ option: CommandOption) -> String {
        let first = "--\(option.name)" + (option.valueName.map { " \($0)" } ?? "")
        return ([first] + option.names.dropFirst().map { "--\($0)" } + option.letters.map { "-\($0)" }).joined(separator: ", ")
    }

    /// The values there are to choose from, such as those of `--pretty`; none where any may be given.
    static func choices(_ option: CommandOption) -> [String] {
        guard let name = option.valueName else { return [] }
        let choices = name.split(separator: "|").map(String.init)
        let areWords = choices.allSatisfy { $0.utf8.allSatisfy { $0 < 0x41 || $0 > 0x5A } }
        return choices.count > 1 && areWords ? choices : []
    }

    /// Whether the value is a file or folder.
    static func isPath(_ option: CommandOption) -> Bool {
        option.valueName.map { $0.contains("FILE") || $0.contains("FOLDER") } ?? false
    }
}

extension OptionTable {
    /// The words that are commands when they stand first.
    static let commands = ["get", "sse", "lines", "pages", "from-curl", "help"]

    /// The topic that an option belongs to.
    static func topic(of option: CommandOption) -> OptionTopic? {
        topics.first { topic in topic.options.contains { $0.name == option.name } }
    }
}
