/// A request as it was typed.
package struct RequestLine: Sendable, Equatable {
    /// The method, when one was given.
    package var method: String?
    /// The address, expanded.
    package var address: String
    /// What to add, in order.
    package var items: [RequestItem] = []

    /// Reads `[METHOD] URL [item …]`.
    ///
    /// - Throws: A sentence that points at the word.
    init(_ words: [String], _ settings: Settings) throws(UsageError) {
        var words = words[...]
        method = settings.method
        if let first = words.first, words.count > 1, Self.isMethod(first) {
            method = words.removeFirst().uppercased()
        }
        guard let address = words.popFirst(), !words.isEmpty || method != nil || !Self.methods.contains(address) else {
            throw UsageError("a URL is missing: retrieve [METHOD] URL [item …]")
        }
        self.address = URLShortcut.expand(address)
        for word in words { items.append(try RequestItem(word)) }
    }

    /// The methods that are known in any case; others are methods when they are all capitals, so that a host such as `localhost`
    /// is a host.
    static let methods: Set = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"]

    private static func isMethod(_ word: String) -> Bool {
        methods.contains(word.uppercased()) || word.utf8.allSatisfy { 0x41...0x5A ~= $0 || $0 == 0x2D || $0 == 0x5F }
    }
}
