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

    private static let topics = OptionTable.topics.map(\.name).joined(separator: " ")

    // MARK: - bash

    /// Unless told otherwise, bash takes "=" and "@" for words of their own, but replaces "@" with what is behind it.
    private static var bash: String {
        let values = OptionTable.options.compactMap { option -> String? in
            guard case .value = option.effect else { return nil }
            let words = OptionText.choices(option)
            let answer =
                words.isEmpty
                ? OptionText.isPath(option) ? "_retrieve_files" : ":" : "_retrieve_words '\(words.joined(separator: " "))'"
            return "        \(spellings(option).joined(separator: "|"))) \(answer); return ;;"
        }
        let names = OptionTable.options.flatMap { spellings($0) + switchedOff($0) }.joined(separator: " ")
        return """
            # Completion for retrieve in bash
            _retrieve_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
            _retrieve_files() {
                local IFS=$'\\n'
                compopt -o filenames
                COMPREPLY=($(compgen -f -- "$cur"))
            }
            _retrieve_files_behind() {
                local IFS=$'\\n' file
                for file in $(compgen -f -- "$2"); do
                    [[ -d $file ]] && file+=/ && compopt -o nospace
                    COMPREPLY+=("$1$(printf %q "$file")")
                done
            }
            _retrieve() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
                COMPREPLY=()
                if [[ $cur == = ]]; then
                    cur=
                elif [[ $cur == *@* ]]; then
                    _retrieve_files_behind "${cur%%@*}@" "${cur#*@}"
                    return
                elif [[ $prev == @ ]]; then
                    _retrieve_files_behind @ "$cur"
                    return
                elif [[ $prev == = ]]; then
                    prev=${COMP_WORDS[COMP_CWORD-2]}
                fi
                case $prev in
            \(values.joined(separator: "\n"))
                    help) _retrieve_words '\(topics)'; return ;;
                esac
                case $cur in
                    -*) _retrieve_words '\(names)' ;;
                    *) _retrieve_words '\(firstWords.joined(separator: " "))' ;;
                esac
            }
            complete -F _retrieve retrieve

            """
    }

    // MARK: - zsh

    /// Works as a file in `$fpath` as well as when it is read by `source`.
    private static var zsh: String {
        let specifications = OptionTable.options.flatMap { option -> [String] in
            var value = ""
            if case .value(let name, _) = option.effect {
                let choices = OptionText.choices(option)
                let action = choices.isEmpty ? OptionText.isPath(option) ? "_files" : " " : "(\(choices.joined(separator: " ")))"
                value = ":\(zshText(name)):\(action)"
            }
            let on = spellings(option).map { name in
                // The value may stand behind "=", too.
                "'*\(name)\(value.isEmpty || !name.hasPrefix("--") ? "" : "=")[\(zshText(option.help))]\(value)'"
            }
            return on + switchedOff(option).map { "'*\($0)[not: \(zshText(option.help))]'" }
        }
        return """
            #compdef retrieve
            # Completion for retrieve in zsh
            _retrieve_word() {
                if [[ $PREFIX == *@* ]]; then
                    compset -P 1 '*@'
                    _files
                elif (( CURRENT == 2 )); then
                    compadd \(firstWords.joined(separator: " "))
                elif [[ $words[2] == help ]]; then
                    compadd \(topics)
                else
                    _message 'URL or item'
                fi
            }
            _retrieve() {
                _arguments -s -S \\
            \(specifications.map { "        \($0) \\" }.joined(separator: "\n"))
                    '*: :_retrieve_word'
            }
            if [[ $funcstack[1] == _retrieve ]]; then
                _retrieve "$@"
            else
                compdef _retrieve retrieve
            fi

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
        var lines = [
            """
            # Completion for retrieve in fish
            function __retrieve_files
                set -l parts (string split -m 1 @ -- (commandline -ct))
                and for path in (__fish_complete_path $parts[2])
                    echo -- $parts[1]@$path
                end
            end
            complete -c retrieve -f
            complete -c retrieve -a '(__retrieve_files)'
            """
        ]
        lines.append("complete -c retrieve -n __fish_is_first_arg -a '\(firstWords.joined(separator: " "))'")
        lines.append("complete -c retrieve -n '__fish_seen_subcommand_from help' -f -a '\(topics)'")
        for option in OptionTable.options {
            let letters = option.letters.map { " -s \($0)" }.joined()
            let choices = OptionText.choices(option)
            var value = ""
            if case .value = option.effect {
                value =
                    choices.isEmpty ? OptionText.isPath(option) ? " -r -F" : " -x" : " -x -a '\(choices.joined(separator: " "))'"
            }
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
