public import HTTPSemantics
public import JSONCoding

/// The events of one response as they arrive. Read it once, in one task.
public struct ResponseEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent

    fileprivate let response: HTTPClientResponse
    fileprivate let limit: Int

    /// Reads event after event.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let response: HTTPClientResponse
        fileprivate var reader: EventReader
        fileprivate var isChecked = false

        /// The next event, or `nil` after the last.
        ///
        /// - Throws: ``HTTPClientError``: code `status` unless the status is 2xx, `contentType` unless the content is
        ///   `text/event-stream`, `contentTooLarge` when an event is, and others when the content breaks off.
        public mutating func next() async throws -> ServerSentEvent? {
            if !isChecked { try await response.requireEvents() }
            isChecked = true
            return try await reader.next()
        }
    }

    /// Reads the events from where the last reader of the content stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(response: response, reader: EventReader(response, limit: limit))
    }
}

extension HTTPClientResponse {
    /// The content as server-sent events, as they arrive. HTML standard §9.2.
    ///
    /// The sequence ends with the response; `events(from:)` of ``HTTPClient`` connects again.
    ///
    /// - Parameter limit: The most bytes of an event's data; a larger one is an error.
    public func events(upTo limit: Int = 1 << 20) -> ResponseEvents { ResponseEvents(response: self, limit: limit) }
}

extension ServerSentEvent {
    /// The data, decoded from JSON.
    ///
    /// - Parameters:
    ///   - type: What the data holds.
    ///   - decoder: Reads it; Foundation's `JSONDecoder()` will do as well.
    /// - Throws: ``HTTPClientError`` with code `decoding` and the key that failed.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: some ContentDecoder = JSON.Decoder()
    ) throws -> Value {
        do {
            return try decoder.decode(type, from: Array(data.utf8))
        } catch {
            throw HTTPClientError(undecodable: "the data of an event", as: type, isEmpty: data.isEmpty, error)
        }
    }
}
