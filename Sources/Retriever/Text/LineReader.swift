internal import Glibc
internal import HTTPSemantics

/// Cuts a response's text into lines.
struct LineReader {
    private let body: ResponseBody
    private let limit: Int
    private var decoder: TextDecoder
    /// Text whose lines before `start` were answered; none ends before `searched`.
    private var text: [UInt8] = []
    private var start = 0
    private var searched = 0
    private var hasEnded = false
    /// How many lines were answered.
    private(set) var count = 0

    init(_ body: ResponseBody, decoder: TextDecoder, limit: Int) {
        self.body = body
        self.decoder = decoder
        self.limit = limit
    }

    /// The next line in UTF-8, without its end; `nil` after the last.
    mutating func next() async throws -> ArraySlice<UInt8>? {
        while true {
            if let end = nextLineFeed() {
                defer { (start, searched) = (end + 1, end + 1) }
                return try line(until: end)
            }
            searched = text.count
            // One more for the CR of a line end that is on its way.
            guard text.count - start <= limit + 1 else { throw tooLong() }
            if hasEnded {
                guard start < text.count else { return nil }
                defer { start = text.count }
                return try line(until: text.count)
            }
            try await receive()
        }
    }

    private func nextLineFeed() -> Int? {
        unsafe text.withUnsafeBytes { text in
            guard let base = text.baseAddress, searched < text.count,
                let found = unsafe memchr(base + searched, 0x0A, text.count - searched)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    private mutating func receive() async throws {
        let more: [UInt8]
        if let chunk = try await body.nextChunk() {
            more = decoder.decode(chunk)
        } else {
            more = decoder.finish()
            hasEnded = true
        }
        searched -= start
        if start == text.count {
            text = more
        } else {
            text.removeFirst(start)
            text += more
        }
        start = 0
    }

    private mutating func line(until end: Int) throws -> ArraySlice<UInt8> {
        var line = text[start..<end]
        if line.last == 0x0D { line.removeLast() }
        guard line.count <= limit else { throw tooLong() }
        count += 1
        return line
    }

    private func tooLong() -> HTTPClientError {
        HTTPClientError(.contentTooLarge, "line \(count + 1) is longer than the limit of \(limit) bytes")
    }
}
