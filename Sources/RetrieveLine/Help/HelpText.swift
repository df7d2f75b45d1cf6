extension RetrieveInvocation {
    /// What `--help` prints.
    package static let helpText = """
        Usage: retrieve [option …] [METHOD] URL [item …]

        Makes an HTTP request and prints the answer: laid out and coloured on a terminal, byte for byte into a pipe.
        Without METHOD it is GET, or POST when there is something to send.

        URL       http:// may be left out; :8080/path is http://localhost:8080/path

        Items, as many as you like:
          name=value      text to send, as a member of a JSON object or, with --form, of a form
          name:=json      JSON to send: count:=3 tags:='["a","b"]'
          name==value     a parameter of the query
          Name:value      a header field; Name: leaves a default one out
          name@file       a file to send in a form

        Options:
        \(OptionTable.options.filter(\.isCommon).map(line).joined(separator: "\n"))

        Exit status: 0 for 2xx, 3 for 3xx, 4 for 4xx, 5 for 5xx; 1 when there was no complete answer, 2 when the command
        line means nothing, 6 when a time limit passed, 7 when TLS failed.

        Examples:
        \(OptionTable.items.examples.prefix(4).map { "  " + $0.line }.joined(separator: "\n"))
        """

    /// An option and what it does.
    static func line(_ option: CommandOption) -> String {
        let names =
            "--\(option.name)" + (option.valueName.map { " \($0)" } ?? "") + (option.letters.first.map { ", -\($0)" } ?? "")
        return "  " + names + String(repeating: " ", count: max(2, 32 - names.count)) + option.help
    }
}
