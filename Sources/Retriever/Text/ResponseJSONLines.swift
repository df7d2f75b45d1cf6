internal import HTTPSemantics
public import JSONCoding

/// The values of a response that has one in JSON on each line, as they arrive. Read it once, in one task.
public struct ResponseJSONLines<Value: Decodable>: AsyncSequence, Sendable {
    /// The value of a line.
    public typealias Element = Value

    fileprivate let response: HTTPClientResponse
    fileprivate let limit: Int
    fileprivate let decoder: any ContentDecoder

    /// Reads value after value.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let response: HTTPClientResponse
        fileprivate let decoder: any ContentDecoder
        fileprivate var reader: LineReader

        /// The next value, or `nil` after the last.
        ///
        /// - Throws: ``HTTPClientError``: code `status` unless the status is 2xx, `decoding` with the line that failed, and those
        ///   of ``ResponseLines``.
        public mutating func next() async throws -> Value? {
            if reader.count == 0 { _ = try await response.successful() }
            while let line = try await reader.next() {
                guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
                do {
                    return try decoder.decode(Value.self, from: Array(line))
                } catch {
                    throw HTTPClientError(undecodable: "line \(reader.count) of \(response.url)", as: Value.self, error)
                }
            }
            return nil
        }
    }

    /// Reads the values from where the last reader of the content stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        // JSON is in UTF-8 whatever else the fields say (RFC 8259 §8.1), and the decoder checks that it is.
        let reader = LineReader(response.body, decoder: nil, limit: limit)
        return AsyncIterator(response: response, decoder: decoder, reader: reader)
    }
}

extension HTTPClientResponse {
    /// The content as values, one in JSON on each line (NDJSON, JSON Lines), as they arrive. Empty lines are passed over.
    ///
    /// - Parameters:
    ///   - type: What each line holds.
    ///   - limit: The most bytes in a line; a longer one is an error.
    ///   - decoder: Reads them; Foundation's `JSONDecoder()` will do as well.
    public func jsonLines<Value: Decodable>(
        as type: Value.Type = Value.self, upTo limit: Int = 1 << 20, decoder: some ContentDecoder = JSON.Decoder()
    ) -> ResponseJSONLines<Value> {
        ResponseJSONLines(response: self, limit: limit, decoder: decoder)
    }
}
