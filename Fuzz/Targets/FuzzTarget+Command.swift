import JSONCoding
import RetrieveLine

extension FuzzTarget {
    /// Words of a command line, one in a line: items, a path, a template, and a command line for curl. No file is read and nothing
    /// is sent.
    static let requestItems = FuzzTarget(name: "request-items") { bytes in
        let words = parts(bytes, 6)
        try promiseUsage { try RetrieveInvocation(["--select=" + words[0], "a"]) }
        try promiseUsage { try RetrieveInvocation(["--write-out=" + words[1], "a"]) }
        let command = words[2].utf8.contains(UInt8(ascii: "@")) ? "" : words[2]
        try promiseUsage { try FromCurl.translated(["from-curl", "curl " + command]) }
        let items = words[3...].filter { !$0.utf8.contains(UInt8(ascii: "@")) }
        try promiseUsage {
            guard case .request(let line) = try RetrieveInvocation(["--", "PUT", "http://h/"] + items).command else { return }
            let built = try line.build()
            guard let content = built.content?.bytes, built.content?.contentType == "application/json" else { return }
            try promise((try? JSON.Value(parsing: content)) != nil, "content that is no JSON: \(text(content))")
        }
    }

    /// An error is one that points into a word and can be shown.
    private static func promiseUsage(_ body: () throws -> some Any) throws {
        do { _ = try body() } catch let error as UsageError {
            if let place = error.place { try promise(0...place.word.utf8.count ~= place.offset, "\(place)") }
            for line in error.lines {
                try promise(
                    line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "a control character in \(line)"
                )
            }
        }
    }
}
