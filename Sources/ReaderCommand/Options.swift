/// The words of a command line, sorted into options and the rest; options may stand anywhere.
struct Options {
    private(set) var words: [String] = []
    private(set) var service: String?
    private(set) var user: String?
    private var flags: Set<String> = []

    private static let known: Set = ["--terminal", "--json", "--private", "--help", "--version"]

    mutating func read(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let inlineValue = parts.count > 1 ? parts[1] : nil
            switch parts[0] {
            case "--service": service = try Self.value(of: "--service URL", inlineValue, &rest)
            case "--user": user = try Self.value(of: "--user NAME", inlineValue, &rest)
            case "-h": flags.insert("--help")
            case let name where Self.known.contains(name) && inlineValue == nil: flags.insert(name)
            case let name where Self.known.contains(name): throw UsageError("\(name) takes no value")
            case let name: throw UsageError("there is no option \(name)")
            }
        }
    }

    private static func value(
        of option: String, _ inlineValue: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let value = inlineValue ?? rest.popFirst(), !value.isEmpty else {
            throw UsageError("a value is missing: \(option)")
        }
        return value
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// Refuses the options that mean nothing for a command, instead of ignoring them.
    func allow(_ names: String...) throws(UsageError) {
        let given = flags.union(user == nil ? [] : ["--user"])
        if let stranger = given.subtracting(names).sorted().first {
            throw UsageError("\(stranger) means nothing for “retriever\(words.first.map { " \($0)" } ?? "")”")
        }
    }
}
