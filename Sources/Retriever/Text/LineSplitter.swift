internal import Glibc

/// Cuts text that comes in parts into lines, which end at LF or CR LF; the last may lack its end.
package struct LineSplitter: Sendable {
    private let limit: Int
    /// Text whose lines before `start` were answered; none ends before `searched`.
    private var text: [UInt8] = []
    private var start = 0
    private var searched = 0
    private var hasEnded = false
    /// How many lines were answered.
    package private(set) var count = 0

    /// For lines of at most `limit` bytes.
    package init(limit: Int) { self.limit = limit }

    /// Takes the next part of the text.
    package mutating func append(_ more: [UInt8]) {
        searched -= start
        if start == text.count {
            text = more
        } else {
            text.removeFirst(start)
            text += more
        }
        start = 0
    }

    /// Takes note that there are no more parts.
    package mutating func end() { hasEnded = true }

    /// The next line, without its end; `nil` when its end has not come or there are no more.
    package mutating func next() throws(HTTPClientError) -> ArraySlice<UInt8>? {
        if let end = nextLineFeed() {
            defer { (start, searched) = (end + 1, end + 1) }
            return try line(until: end)
        }
        searched = text.count
        // One more for the CR of a line end that is on its way.
        guard text.count - start <= limit + 1 else { throw tooLong() }
        guard hasEnded, start < text.count else { return nil }
        defer { start = text.count }
        return try line(until: text.count)
    }

    private func nextLineFeed() -> Int? {
        unsafe text.withUnsafeBytes { text in
            guard let base = text.baseAddress, searched < text.count,
                let found = unsafe memchr(base + searched, 0x0A, text.count - searched)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    private mutating func line(until end: Int) throws(HTTPClientError) -> ArraySlice<UInt8> {
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
