/// The command line that all benchmark programs share: `COMMAND [--name VALUE | --flag]…`.
package struct Arguments: Sendable {
    package let command: String
    private var values: [String: String] = [:]
    private static let flags: Set<String> = ["h2", "decode", "form", "pool"]

    package init(_ words: [String]) throws {
        guard let command = words.first else { throw UsageError(description: "a command is missing") }
        self.command = command
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else { throw UsageError(description: "what is \(word)?") }
            let name = String(word.dropFirst(2))
            if Self.flags.contains(name) {
                values[name] = ""
            } else if let value = rest.popFirst() {
                values[name] = value
            } else {
                throw UsageError(description: "\(word) needs a value")
            }
        }
    }

    package func has(_ flag: String) -> Bool { values[flag] != nil }
    package subscript(name: String) -> String? { values[name] }

    package func number(_ name: String, default standard: Int? = nil) throws -> Int {
        guard let text = values[name] else {
            if let standard { return standard }
            throw UsageError(description: "--\(name) is missing")
        }
        guard let number = Int(text), number >= 0 else { throw UsageError(description: "--\(name) \(text) is no number") }
        return number
    }

    package func text(_ name: String) throws -> String {
        guard let text = values[name] else { throw UsageError(description: "--\(name) is missing") }
        return text
    }
}

package struct UsageError: Error, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
}
