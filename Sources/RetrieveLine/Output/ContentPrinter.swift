internal import HTTPSemantics
internal import Retriever

/// Prints the content of a response as it is wanted: byte for byte into a pipe or file, as text people like to read on a terminal.
struct ContentPrinter {
    let settings: Settings
    let terminal: Terminal
    let output: OutputFile

    /// More is not laid out but printed as it comes.
    private static let formattingLimit = 16 << 20

    /// Reads all of the content and prints it.
    ///
    /// - Returns: How many bytes came.
    /// - Throws: What the body throws, and ``OutputFile/Failure``.
    func print(_ response: HTTPClientResponse) async throws -> Int {
        guard terminal.isTerminal || terminal.pretty != .none else { return try await copy(response) }
        let chunks = response.body.makeAsyncIterator()
        guard let first = try await chunks.next() else { return 0 }
        if BinaryContent.isBinary(first) {
            guard terminal.isTerminal else { return try await copy(response, after: first) }
            return try await skip(response, after: first)
        }
        if settings.streams || Self.isEndless(response) { return try await stream(response, after: first) }
        var content = first
        while let chunk = try await chunks.next() {
            content += chunk
            if content.count > Self.formattingLimit { return try await stream(response, after: content) }
        }
        let type = response.headerFields[.contentType].flatMap(MediaType.init)
        try end(ContentFormatter(terminal: terminal, contentType: type).text(content))
        return content.count
    }

    /// Content that arrives as things happen.
    private static func isEndless(_ response: HTTPClientResponse) -> Bool {
        let type = response.headerFields[.contentType].flatMap(MediaType.init)
        return ["text/event-stream", "application/jsonl", "application/x-ndjson", "application/json-seq"].contains(type?.essence)
    }

    private func copy(_ response: HTTPClientResponse, after start: [UInt8] = []) async throws -> Int {
        var count = start.count
        if !start.isEmpty { try output.write(start) }
        for try await chunk in response.body {
            try output.write(chunk)
            count += chunk.count
        }
        return count
    }

    private func skip(_ response: HTTPClientResponse, after start: [UInt8]) async throws -> Int {
        let type = response.headerFields[.contentType].flatMap(MediaType.init)
        try output.write(
            "[binary content\(type.map { " of type \($0.essence)" } ?? ""): not shown on a terminal; use --output FILE]\n")
        return start.count
    }

    /// Prints text as it comes, in pieces that end where characters do.
    private func stream(_ response: HTTPClientResponse, after start: [UInt8]) async throws -> Int {
        let counter = Counter(start: start, rest: response.body)
        let whole = response.with(body: ResponseBody { try await counter.next() })
        for try await text in whole.textChunks() { try output.write(terminal.shown(text)) }
        return counter.count
    }

    private func end(_ text: String) throws {
        try output.write(terminal.isTerminal && text.utf8.last != 0x0A ? text + "\n" : text)
    }

    /// What was read already, the rest, and how much that is. Read by one task, a chunk after the other.
    private final class Counter: @unchecked Sendable {
        private var start: [UInt8]?
        private let rest: ResponseBody.AsyncIterator
        private(set) var count = 0

        init(start: [UInt8], rest: ResponseBody) {
            self.start = start
            self.rest = rest.makeAsyncIterator()
        }

        func next() async throws -> [UInt8]? {
            let chunk: [UInt8]? = if let start = start.take() { start } else { try await rest.next() }
            count += chunk?.count ?? 0
            return chunk
        }
    }
}
