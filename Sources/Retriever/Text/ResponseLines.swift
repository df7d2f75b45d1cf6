/// The lines of a response as they arrive. Read it once, in one task.
public struct ResponseLines: AsyncSequence, Sendable {
    /// A line without its end.
    public typealias Element = String

    fileprivate let response: HTTPClientResponse
    fileprivate let limit: Int

    /// Reads line after line.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var reader: LineReader

        /// The next line, or `nil` after the last.
        ///
        /// - Throws: ``HTTPClientError`` when the content breaks off, or with code `contentTooLarge` when a line is too long.
        public mutating func next() async throws -> String? {
            try await reader.next().map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Reads the lines from where the last reader of the content stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: LineReader(response.body, decoder: TextDecoder(response.headerFields), limit: limit))
    }
}

extension HTTPClientResponse {
    /// The content as lines, as they arrive. They end at LF or CR LF, which are left out; the last may lack its end. Its characters
    /// are decoded as in ``CollectedResponse/text``, but where nothing says how they are encoded they are UTF-8, since a guess would have to
    /// wait for the end.
    ///
    /// - Parameter limit: The most bytes of UTF-8 in a line; a longer one is an error.
    public func lines(upTo limit: Int = 1 << 20) -> ResponseLines { ResponseLines(response: self, limit: limit) }
}
