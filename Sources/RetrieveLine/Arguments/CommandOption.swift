/// One option: everything that the parser, the help, the man page and the completions say about it comes from here.
package struct CommandOption: Sendable {
    package typealias Flag = @Sendable (inout Settings, Bool) throws(UsageError) -> Void
    package typealias Value = @Sendable (inout Settings, String) throws(UsageError) -> Void

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
    package let effect: Effect

    static func flag(
        _ name: String, also aliases: [String] = [], letters: String = "", common: Bool = false, _ help: String,
        _ effect: @escaping Flag
    ) -> Self {
        Self(names: [name] + aliases, letters: letters, help: help, isCommon: common, effect: .flag(effect))
    }

    static func value(
        _ name: String, also aliases: [String] = [], letters: String = "", called value: String, common: Bool = false,
        _ help: String,
        _ effect: @escaping Value
    ) -> Self {
        Self(names: [name] + aliases, letters: letters, help: help, isCommon: common, effect: .value(value, effect))
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
