public import HTTPSemantics

extension HTTPClient {
    /// Server-sent events of a URL. They go on after the response has ended or broken off: the URL is asked again, after a while, for
    /// what follows the last event. HTML standard §9.2.
    ///
    ///     for try await event in try client.events(from: "https://example.com/ticker") { print(event.type, event.data) }
    ///
    /// It ends when the server answers 204, when the loop is left, or with an error. A connection on which nothing comes for
    /// ``RequestOptions/stallTimeout`` counts as broken; servers send comments to prevent that. ``RequestOptions/totalTimeout`` is the time
    /// of each response, and an error when it is over.
    ///
    /// - Parameters:
    ///   - target: The URL, seen from the client's ``HTTPClient/Configuration/baseURL`` when it is relative.
    ///   - query: Added to the query that `target` has.
    ///   - headerFields: The fields of each request.
    ///   - lastEventID: The event to go on from, as ``HTTPSemantics/ServerSentEvent/id`` had it; empty to begin wherever the server does.
    ///   - limit: The most bytes of an event's data; a larger one is an error.
    ///   - reconnection: When the URL is asked again.
    ///   - options: Instead of the client's.
    ///   - onInterruption: Told each time before the wait; `false` makes it the end.
    /// - Throws: ``HTTPClientError`` when `target` is no URL, or `lastEventID` holds CR, LF or NUL.
    public func events(
        from target: some WebURLConvertible, query: FormParameters = [:], headerFields: HTTPFields = [:],
        lastEventID: String = "",
        upTo limit: Int = 1 << 20, reconnection: EventReconnection = EventReconnection(), options: RequestOptions? = nil,
        onInterruption: (@Sendable (EventStreamInterruption) async -> Bool)? = nil
    ) throws -> EventStream {
        guard HTTPField.isValid(value: lastEventID) else {
            throw HTTPClientError(.invalidRequest, "the last event's ID holds a character that no ID may")
        }
        var request = HTTPRequest(url: try url(target).appending(query: query), headerFields: headerFields)
        if !headerFields.contains(.accept) { request.headerFields[.accept] = "text/event-stream" }
        if !headerFields.contains(.cacheControl) { request.headerFields[.cacheControl] = "no-store" }
        return EventStream(
            client: self, request: request, options: options, lastEventID: lastEventID, limit: limit, reconnection: reconnection,
            onInterruption: onInterruption)
    }
}
