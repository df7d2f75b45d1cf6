/// The command line that all benchmark programs share: `COMMAND [--name VALUE | --flag]…`.
public struct Arguments: Sendable {
    public let command: String
    private var values: [String: String] = [:]
    private static let flags: Set<String> = ["h2", "decode", "form"]

    public init(_ words: [String]) throws {
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

    public func has(_ flag: String) -> Bool { values[flag] != nil }
    public subscript(name: String) -> String? { values[name] }

    public func number(_ name: String, default standard: Int? = nil) throws -> Int {
        guard let text = values[name] else {
            if let standard { return standard }
            throw UsageError(description: "--\(name) is missing")
        }
        guard let number = Int(text), number >= 0 else { throw UsageError(description: "--\(name) \(text) is no number") }
        return number
    }

    public func text(_ name: String) throws -> String {
        guard let text = values[name] else { throw UsageError(description: "--\(name) is missing") }
        return text
    }
}

public struct UsageError: Error, CustomStringConvertible {
    public let description: String
    public init(description: String) { self.description = description }
}
