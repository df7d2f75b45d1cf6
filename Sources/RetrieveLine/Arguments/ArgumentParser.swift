/// Takes the options out of the words of a command line.
struct ArgumentParser {
    /// What the options ask for.
    private(set) var settings = Settings()
    /// The other words.
    private(set) var words: [String] = []
    /// How many of the words stand before "--".
    private(set) var wordsBeforeDashes: Int?

    /// The names of the options that were given.
    private var given: Set<String> = []

    private var rest: ArraySlice<String>

    /// - Throws: A sentence that points at the option.
    init(_ arguments: [String]) throws(UsageError) {
        rest = arguments[...]
        while let argument = rest.popFirst() {
            let bytes = argument.utf8
            if argument == "--" {
                wordsBeforeDashes = words.count
                words += rest
                return
            } else if bytes.starts(with: "--".utf8) {
                try parseName(argument)
            } else if bytes.first == UInt8(ascii: "-"), bytes.count > 1 {
                try parseLetters(argument)
            } else {
                words.append(argument)
            }
        }
    }

    /// `--name`, `--no-name`, `--name=value`, `--name value`.
    private mutating func parseName(_ argument: String) throws(UsageError) {
        let halves = argument.utf8.dropFirst(2).split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(Substring(halves[0]))
        let value = halves.count > 1 ? String(Substring(halves[1])) : nil
        let valueOffset = 2 + name.utf8.count + 1
        if let option = OptionTable.option(named: name) {
            try apply(option, value, in: argument, at: value == nil ? 2 : valueOffset)
        } else if name.utf8.starts(with: "no-".utf8), value == nil,
            let option = OptionTable.option(named: String(name.dropFirst(3))),
            case .flag(let effect) = option.effect
        {
            note(option, "false")
            try effect(&settings, false)
        } else {
            let hint = OptionTable.suggestion(for: name).map { "; did you mean --\($0)?" }
            let hintAtCurl = CurlCommandLine.knows(name: name) ? Self.curlHint : nil
            throw UsageError("there is no option --\(name)\(hintAtCurl ?? hint ?? "")", in: argument, at: 2)
        }
    }

    /// `-abc`, `-o value`, `-ovalue`, `-o=value`.
    private mutating func parseLetters(_ argument: String) throws(UsageError) {
        var letters = argument.unicodeScalars.dropFirst()
        while let letter = letters.popFirst() {
            let offset = argument.utf8.count - String(letters).utf8.count - UTF8.width(letter)
            guard let option = OptionTable.option(lettered: letter) else {
                let hint = CurlCommandLine.knows(letter: letter) ? Self.curlHint : ""
                throw UsageError("there is no option -\(letter)\(hint)", in: argument, at: offset)
            }
            guard case .value = option.effect, !letters.isEmpty else {
                try apply(option, nil, in: argument, at: offset)
                continue
            }
            if letters.first == "=" { letters.removeFirst() }
            return try apply(option, String(letters), in: argument, at: offset + 1)
        }
    }

    private static let curlHint = "; curl's options are understood behind from-curl: retrieve from-curl curl …"

    private mutating func apply(
        _ option: CommandOption, _ value: String?, in argument: String, at offset: Int
    ) throws(UsageError) {
        switch option.effect {
        case .flag(let effect):
            guard let isOn = value.map(Self.truth) ?? true else {
                throw UsageError("--\(option.name) is on or off: --\(option.name)=true or =false", in: argument, at: offset)
            }
            note(option, isOn ? "true" : "false")
            try effect(&settings, isOn)
        case .value(let name, let effect):
            guard let value = value ?? rest.popFirst() else {
                throw UsageError("--\(option.name) needs a value: --\(option.name) \(name)", in: argument, at: offset)
            }
            try set(effect, option, value)
        case .flagOrSource(_, let flag, let effect):
            if let value { return try set(effect, option, value) }
            given.insert(option.name)
            guard let next = rest.first, next == "-" || next.utf8.first == UInt8(ascii: "@") else {
                return try flag(&settings, true)
            }
            rest.removeFirst()
            try set(effect, option, next)
        }
    }

    private mutating func note(_ option: CommandOption, _ value: String) {
        given.insert(option.name)
        if let words = option.curlWords(value) { settings.curlWords += words } else { settings.unlikeCurl.append(option.name) }
    }

    private mutating func set(_ effect: CommandOption.Value, _ option: CommandOption, _ value: String) throws(UsageError) {
        note(option, value)
        do throws(UsageError) { try effect(&settings, value) } catch {
            let sentence = "--\(option.name): \(error.description)"
            throw error.place.map { UsageError(sentence, in: $0.word, at: $0.offset) } ?? UsageError(sentence, in: value, at: 0)
        }
    }

    /// Refuses options that would have no effect beside others, or without others.
    ///
    /// - Throws: A sentence that names both.
    func checkTogether() throws(UsageError) {
        for (name, other) in Self.contradictions where given.contains(name) && given.contains(other) {
            throw UsageError("--\(name) and --\(other) do not go together")
        }
        for (name, other) in Self.companions where given.contains(name) && !given.contains(other) {
            throw UsageError("--\(name) is of use with --\(other) only")
        }
    }

    private static let contradictions = [
        ("session", "cookies"), ("session-read-only", "cookies"), ("session", "session-read-only"), ("output", "select"),
        ("output", "json-output"), ("select", "json-output"), ("print", "json-output"), ("headers", "json-output"),
        ("include", "json-output"), ("verbose", "json-output"), ("raw", "data"), ("raw", "data-raw"), ("dry-run", "curl"),
        ("bearer", "keyring"),
    ]
    private static let companions = [("noproxy", "proxy"), ("key", "cert"), ("pass", "cert"), ("forget", "keyring")]

    /// Refuses options of a topic that would have no effect.
    ///
    /// - Throws: A sentence that names the first of them.
    func refuse(_ topic: OptionTopic, but allowed: Set<String>, _ reason: String) throws(UsageError) {
        guard let option = topic.options.first(where: { given.contains($0.name) && !allowed.contains($0.name) }) else { return }
        throw UsageError("--\(option.name) \(reason)")
    }

    private static func truth(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }
}
