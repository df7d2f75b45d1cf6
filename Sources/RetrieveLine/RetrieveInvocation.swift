/// What the words after `retrieve` ask for.
package enum RetrieveInvocation: Sendable, Equatable {
    case request(RequestLine)
    case help
    case version

    /// Parses the words.
    ///
    /// - Throws: A sentence that says what to do.
    package init(_ arguments: [String]) throws(UsageError) {
        var line = RequestLine()
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            switch argument {
            case "--": words += rest; rest = []
            case "--form", "-f": line.sendsForm = true
            case "--json", "-j": line.sendsForm = false
            case "--follow", "-F": line.followsRedirects = true
            case "--help", "-h": self = .help; return
            case "--version": self = .version; return
            default: throw UsageError("there is no option \(argument)")
            }
        }
        if let first = words.first, words.count > 1, Self.isMethod(first) {
            line.method = words.removeFirst().uppercased()
        }
        guard let address = words.first, words.count > 1 || !Self.methods.contains(address) else {
            throw UsageError("a URL is missing: retrieve [METHOD] URL [item …]")
        }
        line.address = URLShortcut.expand(address)
        for word in words.dropFirst() { line.items.append(try RequestItem(word)) }
        self = .request(line)
    }

    /// The methods that are known in any case; others are methods when they are all capitals, so that a host such as `localhost`
    /// is a host.
    private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"]

    private static func isMethod(_ word: String) -> Bool {
        methods.contains(word.uppercased()) || word.utf8.allSatisfy { 0x41...0x5A ~= $0 || $0 == 0x2D || $0 == 0x5F }
    }
}

/// A request as it was typed.
package struct RequestLine: Sendable, Equatable {
    /// The method, when one was given.
    package var method: String?
    /// The address, expanded.
    package var address = ""
    /// What to add, in order.
    package var items: [RequestItem] = []
    /// Whether content is a form instead of JSON.
    package var sendsForm = false
    /// Whether redirects are followed instead of delivered.
    package var followsRedirects = false

    /// An empty line.
    package init() {}
}
