/// The command line that all benchmark programs share: `COMMAND [--name VALUE | --flag]…`.
package struct Arguments: Sendable {
    package let command: String
    private var values: [String: String] = [:]

    /// - Parameters:
    ///   - options: The names that the program knows and that take a value.
    ///   - flags: Those that take none.
    /// - Throws: ``UsageError`` for anything else: an option is never accepted and ignored.
    package init(_ words: [String], options: Set<String>, flags: Set<String>) throws {
        guard let command = words.first else { throw UsageError("a command is missing") }
        self.command = command
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            let name = String(word.dropFirst(2))
            if word.hasPrefix("--"), flags.contains(name) {
                values[name] = ""
            } else if word.hasPrefix("--"), options.contains(name) {
                guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value") }
                values[name] = value
            } else {
                throw UsageError("\(command) knows no \(word)")
            }
        }
    }

    package func has(_ flag: String) -> Bool { values[flag] != nil }
    package subscript(name: String) -> String? { values[name] }

    package func number(_ name: String, default standard: Int? = nil) throws -> Int {
        guard let text = values[name] else {
            if let standard { return standard }
            throw UsageError("--\(name) is missing")
        }
        guard let number = Int(text), number >= 0 else { throw UsageError("--\(name) \(text) is no number") }
        return number
    }

    package func text(_ name: String) throws -> String {
        guard let text = values[name] else { throw UsageError("--\(name) is missing") }
        return text
    }
}
