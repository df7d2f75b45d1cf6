/// Reads a response's text line by line.
struct LineReader {
    private let body: ResponseBody
    private var decoder: TextDecoder?
    private var splitter: LineSplitter
    private var hasEnded = false
    /// How many lines were answered.
    var count: Int { splitter.count }

    /// - Parameter decoder: Turns the content into UTF-8; without it bytes stay as they are.
    init(_ body: ResponseBody, decoder: TextDecoder?, limit: Int) {
        self.body = body
        self.decoder = decoder
        splitter = LineSplitter(limit: limit)
    }

    /// The next line, without its end; `nil` after the last.
    mutating func next() async throws -> ArraySlice<UInt8>? {
        while true {
            if let line = try splitter.next() { return line }
            guard !hasEnded else { return nil }
            if let chunk = try await body.nextChunk() {
                splitter.append(decoder?.decode(chunk) ?? chunk)
            } else {
                splitter.append(decoder?.finish() ?? [])
                splitter.end()
                hasEnded = true
            }
        }
    }
}
