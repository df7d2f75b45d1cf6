internal import HTTPSemantics
public import JSONCoding

/// The elements of an array in JSON, as they arrive. Read it once, in one task.
public struct ResponseJSONElements<Value: Decodable>: AsyncSequence, Sendable {
    /// An element of the array.
    public typealias Element = Value

    fileprivate let response: HTTPClientResponse
    fileprivate let splitter: ElementSplitter
    fileprivate let decoder: JSON.Decoder

    /// Reads element after element.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let response: HTTPClientResponse
        fileprivate let decoder: JSON.Decoder
        fileprivate var splitter: ElementSplitter
        fileprivate var hasEnded = false

        /// The next element, or `nil` after the last.
        ///
        /// - Throws: ``HTTPClientError``: code `status` unless the status is 2xx, `decoding` with the element and the key that failed or
        ///   with the place of a fault in the syntax, `contentTooLarge` when an element is larger than the limit, and those of
        ///   ``ResponseBody``.
        public mutating func next() async throws -> Value? {
            if splitter.count == 0 { _ = try await response.successful() }
            while true {
                if let element = try element() { return element }
                guard !hasEnded else { return nil }
                if let chunk = try await response.body.nextChunk() {
                    splitter.append(chunk)
                } else {
                    splitter.end()
                    hasEnded = true
                }
            }
        }

        private mutating func element() throws -> Value? {
            do {
                return try splitter.next(Value.self, decoder)
            } catch {
                var failure = HTTPClientError(undecodable: "the content of \(response.url)", as: Value.self, error)
                if case DecodingError.dataCorrupted(let context) = error,
                    (context.underlyingError as? JSON.ParsingError)?.code == .tooLarge
                {
                    failure.code = .contentTooLarge
                }
                throw failure
            }
        }
    }

    /// Reads the elements from where the last reader of the content stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(response: response, decoder: decoder, splitter: splitter)
    }
}

extension HTTPClientResponse {
    /// The elements of an array in JSON, as they arrive. No more is kept than one of them, however long the array is.
    ///
    /// The whole document is checked, but an error after the array comes after its elements. Beside the path, members of one name are
    /// not looked for.
    ///
    /// - Parameters:
    ///   - type: What each element is.
    ///   - path: The keys that lead to the array; none when it is the whole document.
    ///   - limit: The most bytes in an element, and in any other name, string or number of the document; 1 MiB unless told otherwise.
    ///   - decoder: Reads them.
    public func jsonElements<Value: Decodable>(
        of type: Value.Type = Value.self, at path: [String] = [], upTo limit: Int = 1 << 20,
        decoder: JSON.Decoder = JSON.Decoder()
    ) -> ResponseJSONElements<Value> {
        let splitter = ElementSplitter(path: path, limit: limit, options: decoder.parsing)
        return ResponseJSONElements(response: self, splitter: splitter, decoder: decoder)
    }
}
