/// One option: everything that the parser, the help, the man page and the completions say about it comes from here.
package struct CommandOption: Sendable {
    package typealias Flag = @Sendable (inout Settings, Bool) throws(UsageError) -> Void
    package typealias Value = @Sendable (inout Settings, String) throws(UsageError) -> Void

    /// What does the same for curl.
    package enum CurlForm: Sendable, ExpressibleByStringLiteral {
        /// An option with the same value; of flags it stands for “on”.
        case same(String)
        /// An option that takes seconds.
        case seconds(String)
        /// Other words. A flag's value is "true" or "false".
        case words(@Sendable (String) -> [String])

        package init(stringLiteral value: String) { self = .same(value) }
    }

    /// What the option does to the settings.
    package enum Effect: Sendable {
        /// Is on by `--name` and off by `--no-name`.
        case flag(Flag)
        /// Takes a value, which the help calls so.
        case value(String, Value)
        /// Takes a value when the next word begins with "@" or is "-"; else it is a flag that can only be on.
        case flagOrSource(String, flag: Flag, value: Value)
    }

    /// The names without "--", the one to teach first.
    package let names: [String]
    /// The letters.
    package let letters: String
    /// What it does, in a line.
    package let help: String
    /// Whether the short help lists it.
    package let isCommon: Bool
    package var curl: CurlForm?
    package let effect: Effect

    static func flag(
        _ name: String, also aliases: [String] = [], letters: String = "", common: Bool = false,
        curl: CurlForm? = nil, _ help: String, _ effect: @escaping Flag
    ) -> Self {
        Self(names: [name] + aliases, letters: letters, help: help, isCommon: common, curl: curl, effect: .flag(effect))
    }

    static func value(
        _ name: String, also aliases: [String] = [], letters: String = "", called value: String, common: Bool = false,
        curl: CurlForm? = nil, _ help: String, _ effect: @escaping Value
    ) -> Self {
        Self(names: [name] + aliases, letters: letters, help: help, isCommon: common, curl: curl, effect: .value(value, effect))
    }

    /// The words that do the same for curl; `nil` when it has none.
    func curlWords(_ value: String) -> [String]? {
        switch curl {
        case nil: return nil
        case .same(let name): if case .flag = effect { return value == "true" ? [name] : [] } else { return [name, value] }
        case .seconds(let name): return [name, (try? Quantity.duration(value))?.trimmedSecondsText ?? value]
        case .words(let words): return words(value)
        }
    }

    /// The name to teach.
    package var name: String { names[0] }

    /// How the value is called; `nil` for flags.
    package var valueName: String? {
        switch effect {
        case .flag: nil
        case .value(let name, _), .flagOrSource(let name, _, _): name
        }
    }
}

/// Options that belong together, with what is to be said about them.
package struct OptionTopic: Sendable {
    /// A command line that is made good by a test.
    package struct Example: Sendable {
        package let line: String
        package let meaning: String
        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// What `help` is asked for.
    package let name: String
    /// The heading.
    package let title: String
    /// What to know.
    package let text: String
    package let options: [CommandOption]
    package let examples: [Example]
}
