/// What did not go as a script has it.
public struct ScriptError: Error, Sendable, Hashable {
    /// A request that no rule was for.
    public struct Surprise: Sendable, Hashable {
        /// Method and URL, without secrets.
        public let request: String
        /// The rules that are the least different, and how they differ.
        public let nearest: [String]
    }

    /// What was expected and did not come, or not often enough.
    public let missing: [String]
    /// What came and was not expected.
    public let unexpected: [Surprise]
}

extension ScriptError: CustomStringConvertible {
    /// A line for each thing, and lines for what comes near to it.
    public var description: String {
        let surprises = unexpected.map { surprise in
            let nearest = surprise.nearest.isEmpty ? ["there are no rules"] : surprise.nearest.map { "not by " + $0 }
            return (["unexpected: \(surprise.request)"] + nearest).joined(separator: "\n    ")
        }
        return (missing.map { "missing: " + $0 } + surprises).joined(separator: "\n")
    }
}
