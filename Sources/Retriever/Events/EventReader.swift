internal import HTTPSemantics

/// Reads a response's content as events.
struct EventReader {
    private let response: HTTPClientResponse
    private var parser: EventStreamParser

    var lastEventID: String { parser.lastEventID }
    var reconnectionTime: Duration? { parser.reconnectionTime }

    init(_ response: HTTPClientResponse, limit: Int, lastEventID: String = "") {
        self.response = response
        parser = EventStreamParser(limit: limit, lastEventID: lastEventID)
    }

    /// The next event, or `nil` when the stream has ended.
    mutating func next() async throws -> ServerSentEvent? {
        do {
            while true {
                if let event = try parser.next() { return event }
                guard let chunk = try await response.body.nextChunk() else { return nil }
                parser.append(chunk)
            }
        } catch let error as EventTooLarge {
            response.cancel()
            throw HTTPClientError(.contentTooLarge, "\(error) of \(response.url)", cause: error)
        }
    }
}

extension HTTPClientResponse {
    /// - Throws: ``HTTPClientError``: code `status` unless the status is 2xx, `contentType` unless there are events.
    func requireEvents() async throws {
        _ = try await successful()
        let type = headerFields[.contentType].flatMap(MediaType.init)?.essence
        guard type != "text/event-stream" else { return }
        cancel()
        var error = HTTPClientError(
            .contentType, "\(url) sends \(type ?? "content of no type") where text/event-stream was expected")
        error.status = status
        throw error
    }
}
