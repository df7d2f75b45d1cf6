/// The text of a response as it arrives. Read it once, in one task.
public struct ResponseTextChunks: AsyncSequence, Sendable {
    /// The characters that have arrived since the chunk before; never empty.
    public typealias Element = String

    fileprivate let response: HTTPClientResponse

    /// Reads chunk after chunk.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let body: ResponseBody
        fileprivate var decoder: TextDecoder

        /// The next chunk, or `nil` at the end.
        ///
        /// - Throws: ``HTTPClientError`` when the content breaks off.
        public mutating func next() async throws -> String? {
            while let bytes = try await body.nextChunk() {
                let text = decoder.decode(bytes)
                if !text.isEmpty { return String(decoding: text, as: UTF8.self) }
            }
            let text = decoder.finish()
            return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        }
    }

    /// Reads the text from where the last reader of the content stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(body: response.body, decoder: TextDecoder(response.headerFields))
    }
}

extension HTTPClientResponse {
    /// The content as text in chunks, as it arrives. No scalar is cut in two; its characters are decoded as those of
    /// ``lines(upTo:)``.
    public func textChunks() -> ResponseTextChunks { ResponseTextChunks(response: self) }
}
