public import Retriever

/// What an XML document has in it, as it arrives. Read it once, in one task.
public struct ResponseXMLEvents: AsyncSequence, Sendable {
    /// What is met next.
    public typealias Element = XMLEvent

    fileprivate let response: HTTPClientResponse
    fileprivate let limits: XMLLimits

    /// Reads event after event.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let response: HTTPClientResponse
        fileprivate let reader: XMLReader
        fileprivate var decoder: TextDecoder
        fileprivate var isChecked = false
        fileprivate var hasEnded = false

        /// The next event, or `nil` after the last.
        ///
        /// - Throws: `HTTPClientError`: code `status` unless the status is 2xx, `decoding` when the document is not well-formed,
        ///   `limitExceeded` when it is not what the limits allow; the cause is an ``XMLError``.
        public mutating func next() async throws -> XMLEvent? {
            if !isChecked { _ = try await response.successful() }
            isChecked = true
            do {
                while true {
                    if let event = try reader.next() { return event }
                    guard !hasEnded else { return nil }
                    try await read()
                }
            } catch let error as XMLError {
                response.cancel()
                let code: HTTPClientError.Code = error.code == .limitExceeded ? .limitExceeded : .decoding
                throw HTTPClientError(code, "the document of \(response.url): \(error)", cause: error)
            }
        }

        private mutating func read() async throws {
            if let bytes = try await response.body.makeAsyncIterator().next() {
                reader.append(decoder.decode(bytes))
            } else {
                reader.append(decoder.finish())
                reader.end()
                hasEnded = true
            }
        }
    }

    /// Reads the document from where the last reader of the content stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(response: response, reader: XMLReader(limits: limits), decoder: TextDecoder(xml: response.headerFields))
    }
}

extension HTTPClientResponse {
    /// The content as an XML document, whatever type it says it is of, as it arrives. Its characters are decoded by a byte order mark, the
    /// charset in `Content-Type`, or the XML declaration, and else are UTF-8.
    ///
    /// - Parameter limits: What the document may be.
    public func xmlEvents(limits: XMLLimits = XMLLimits()) -> ResponseXMLEvents {
        ResponseXMLEvents(response: self, limits: limits)
    }
}
