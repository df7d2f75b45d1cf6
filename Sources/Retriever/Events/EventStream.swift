public import HTTPSemantics

/// The events of a URL, as they arrive, over as many connections as it takes. HTML standard §9.2.
///
/// Each loop over it begins with a request of its own. When a response ends or breaks off, the next request names the last event
/// (`Last-Event-ID`), so that the server can go on from there.
public struct EventStream: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent

    let client: HTTPClient
    let request: HTTPRequest
    let options: RequestOptions?
    let lastEventID: String
    let limit: Int
    let reconnection: EventReconnection
    let onInterruption: (@Sendable (EventStreamInterruption) async -> Bool)?

    /// Reads event after event.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let stream: EventStream
        private var schedule: EventStreamSchedule
        private var lastEventID: String
        /// There while a stream is open.
        private var reader: EventReader?
        private var hasEnded = false

        fileprivate init(_ stream: EventStream) {
            self.stream = stream
            schedule = EventStreamSchedule(stream.reconnection)
            lastEventID = stream.lastEventID
        }

        /// The next event, or `nil` when the server answers 204, which says that there will be no more.
        ///
        /// - Throws: ``HTTPClientError``: code `status` for a status that a later request would not overcome, `contentType` when the
        ///   content is not `text/event-stream`, `contentTooLarge` when an event is, `cancelled`; and the last failure when there were
        ///   too many in a row.
        public mutating func next() async throws -> ServerSentEvent? {
            while !hasEnded {
                do {
                    if reader == nil { try await open() }
                    if let event = try await reader?.next() {
                        schedule.noteEvent()
                        return event
                    }
                    if !hasEnded { try await pause(after: nil) }
                } catch let error as HTTPClientError where error.mayPass && !hasEnded {
                    try await pause(after: error)
                } catch {
                    hasEnded = true
                    throw error
                }
            }
            return nil
        }

        private mutating func open() async throws {
            var request = stream.request
            if !lastEventID.isEmpty { request.headerFields[.lastEventID] = lastEventID }
            let response = try await stream.client.perform(request, options: stream.options)
            guard response.status != 204 else {
                hasEnded = true
                return
            }
            try await response.requireEvents()
            reader = EventReader(response, limit: stream.limit, lastEventID: lastEventID)
        }

        /// Waits until it is time for the next attempt.
        ///
        /// - Throws: `error`, when there is none.
        private mutating func pause(after error: HTTPClientError?) async throws {
            let delay = takeNote(of: error)
            if let delay, await goesOn(after: delay, error) {
                do { try await Task.sleep(for: delay) } catch { throw HTTPClientError.cancelled }
            } else {
                hasEnded = true
                if let error { throw error }
            }
        }

        private mutating func takeNote(of error: HTTPClientError?) -> Duration? {
            defer { reader = nil }
            if let reader { lastEventID = reader.lastEventID }
            if let time = reader?.reconnectionTime { schedule.reconnectionTime = time }
            return schedule.delay(wasOpened: reader != nil, retryAfter: error?.retryAfter ?? .zero)
        }

        private func goesOn(after delay: Duration, _ error: HTTPClientError?) async -> Bool {
            guard let hook = stream.onInterruption else { return true }
            return await hook(
                EventStreamInterruption(error: error, failures: schedule.failures, lastEventID: lastEventID, delay: delay))
        }
    }

    /// Begins with a request for the events.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
