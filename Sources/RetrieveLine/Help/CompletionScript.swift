/// Scripts by which shells complete words, made from the table of options.
package enum CompletionScript {
    package static func text(for shell: Settings.Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static let firstWords = OptionTable.commands + RequestLine.methods.sorted()

    /// `--output` and `-o`.
    private static func spellings(_ option: CommandOption) -> [String] {
        option.names.map { "--\($0)" } + option.letters.map { "-\($0)" }
    }

    private static func switchedOff(_ option: CommandOption) -> [String] {
        if case .flag = option.effect { option.names.map { "--no-\($0)" } } else { [] }
    }

    // MARK: - bash

    private static var bash: String {
        let values = OptionTable.options.filter { $0.valueName != nil }.map { option in
            let words = OptionText.choices(option)
            let answer = words.isEmpty ? "-f" : "-W '\(words.joined(separator: " "))'"
            return "        \(spellings(option).joined(separator: "|"))) COMPREPLY=($(compgen \(answer) -- \"$cur\")); return ;;"
        }
        let names = OptionTable.options.flatMap { spellings($0) + switchedOff($0) }.joined(separator: " ")
        return """
            # Completion for retrieve in bash
            _retrieve() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
                case $prev in
            \(values.joined(separator: "\n"))
                    help) COMPREPLY=($(compgen -W '\(OptionTable.topics.map(\.name).joined(separator: " "))' -- "$cur")); return ;;
                esac
                case $cur in
                    -*) COMPREPLY=($(compgen -W '\(names)' -- "$cur")) ;;
                    *@*) COMPREPLY=($(compgen -P "${cur%%@*}@" -f -- "${cur#*@}")) ;;
                    *) COMPREPLY=($(compgen -W '\(firstWords.joined(separator: " "))' -- "$cur")) ;;
                esac
            }
            complete -o default -F _retrieve retrieve

            """
    }

    // MARK: - zsh

    private static var zsh: String {
        let specifications = OptionTable.options.flatMap { option -> [String] in
            let value = option.valueName.map { name -> String in
                if case .flagOrSource = option.effect { return "" }
                let choices = OptionText.choices(option)
                let action = choices.isEmpty ? OptionText.isPath(option) ? "_files" : " " : "(\(choices.joined(separator: " ")))"
                return ":\(zshText(name)):\(action)"
            }
            let on = spellings(option).map { "'*\($0)[\(zshText(option.help))]\(value ?? "")'" }
            return on + switchedOff(option).map { "'*\($0)[not: \(zshText(option.help))]'" }
        }
        return """
            #compdef retrieve
            # Completion for retrieve in zsh
            _arguments -s -S \\
            \(specifications.map { "    \($0) \\" }.joined(separator: "\n"))
                '1:command, method or URL:(\(firstWords.joined(separator: " ")))' \\
                '*:URL or item:_files'

            """
    }

    /// In the specifications brackets and colons have a meaning, in the quotes around them quotes.
    private static func zshText(_ text: String) -> String {
        String(
            decoding: text.utf8.flatMap { byte -> [UInt8] in
                switch byte {
                case UInt8(ascii: "'"): Array(#"'\''"#.utf8)
                case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
                default: [byte]
                }
            }, as: UTF8.self)
    }

    // MARK: - fish

    private static var fish: String {
        var lines = ["# Completion for retrieve in fish"]
        lines.append("complete -c retrieve -n __fish_is_first_arg -a '\(firstWords.joined(separator: " "))'")
        let topics = OptionTable.topics.map(\.name).joined(separator: " ")
        lines.append("complete -c retrieve -n '__fish_seen_subcommand_from help' -f -a '\(topics)'")
        for option in OptionTable.options {
            let letters = option.letters.map { " -s \($0)" }.joined()
            let choices = OptionText.choices(option)
            var value = ""
            if case .value = option.effect { value = choices.isEmpty ? " -r" : " -x -a '\(choices.joined(separator: " "))'" }
            for (index, name) in option.names.enumerated() {
                lines.append("complete -c retrieve\(index == 0 ? letters : "") -l \(name)\(value) -d '\(fishText(option.help))'")
            }
            for name in switchedOff(option) {
                lines.append("complete -c retrieve -l \(name.dropFirst(2)) -d 'not: \(fishText(option.help))'")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func fishText(_ text: String) -> String {
        String(
            decoding: text.utf8.flatMap {
                [UInt8(ascii: "'"), UInt8(ascii: "\\")].contains($0) ? [UInt8(ascii: "\\"), $0] : [$0]
            }, as: UTF8.self)
    }
}
