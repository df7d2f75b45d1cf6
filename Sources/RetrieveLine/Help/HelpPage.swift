/// The help, made from the table of options.
package enum HelpPage {
    /// What `--help` prints.
    package static let short = """
        Usage: retrieve [option …] [METHOD] URL [item …]
               retrieve get URL…                          downloads
               retrieve sse|lines|pages URL               what comes in pieces
               retrieve from-curl 'curl …'                a pasted command
               retrieve help TOPIC                        \(OptionTable.topics.map(\.name).prefix(6).joined(separator: ", ")) …

        Makes an HTTP request and prints the answer: laid out and coloured on a terminal, byte for byte into a pipe.
        Without METHOD it is GET, or POST when there is something to send.

        URL       http:// may be left out; :8080/path is http://localhost:8080/path

        Items, as many as you like:
          name=value      text to send, as a member of a JSON object or, with --form, of a form
          name:=json      JSON to send: count:=3 tags:='["a","b"]'
          name==value     a parameter of the query
          Name:value      a header field; Name: leaves a default one out
          name@file       a file to send in a form

        Options; those that are on or off are switched off by --no-NAME:
        \(OptionTable.options.filter(\.isCommon).map(line).joined(separator: "\n"))

        Exit status: 0 for 2xx, 3 for 3xx, 4 for 4xx, 5 for 5xx; 1 when there was no complete answer, 2 when the command
        line means nothing, 6 when a time limit passed, 7 when TLS failed.

        Examples:
        \(OptionTable.items.examples.prefix(4).map { "  " + $0.line }.joined(separator: "\n"))

        """

    /// What topics there are.
    package static let topics =
        "Topics; “retrieve help TOPIC” tells more:\n"
        + OptionTable.topics.map { "  " + $0.name + String(repeating: " ", count: 14 - $0.name.count) + $0.title + "\n" }.joined()

    /// About a topic, or an option with its topic.
    ///
    /// - Throws: A sentence, with the topic that was probably meant.
    static func page(_ name: String) throws(UsageError) -> String {
        if let topic = OptionTable.topics.first(where: { $0.name == name }) { return page(topic) }
        if let topic = topicsOfCommands[name] { return page(topic) }
        if let option = OptionTable.option(named: name), let topic = OptionTable.topic(of: option) {
            return line(option) + "\n\n" + page(topic)
        }
        let names = OptionTable.topics.map(\.name) + OptionTable.options.map(\.name)
        let hint = Spelling.nearest(to: name, among: names).map { "; did you mean “\($0)”?" } ?? "; “retrieve help” lists them"
        throw UsageError("there is no topic “\(name)”\(hint)")
    }

    private static let topicsOfCommands = [
        "get": OptionTable.downloads, "sse": OptionTable.streams, "lines": OptionTable.streams, "pages": OptionTable.streams,
        "from-curl": OptionTable.inspecting, "help": OptionTable.general,
    ]

    private static func page(_ topic: OptionTopic) -> String {
        var parts = [topic.title, topic.text]
        if !topic.options.isEmpty { parts.append(topic.options.map(line).joined(separator: "\n")) }
        if !topic.examples.isEmpty {
            parts.append("Examples:\n" + topic.examples.map { "  \($0.line)\n      \($0.meaning)" }.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// An option and what it does.
    private static func line(_ option: CommandOption) -> String {
        let names = "  " + OptionText.names(option)
        let gap = names.count < 32 ? String(repeating: " ", count: 32 - names.count) : "\n" + String(repeating: " ", count: 32)
        return names + gap + option.help
    }
}
