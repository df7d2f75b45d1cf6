/// An event of a stream of server-sent events. HTML standard §9.2.
public struct ServerSentEvent: Hashable, Sendable {
    /// What kind of event it is; "message" when the server does not say.
    public var type: String
    /// The content; several lines are joined by line feeds.
    public var data: String
    /// The stream's last event ID when the event came: the one to go on from. Empty when the server has given none.
    public var id: String

    /// An event.
    public init(type: String = "message", data: String, id: String = "") {
        self.type = type
        self.data = data
        self.id = id
    }
}

/// An event that is larger than the reader's limit.
public struct EventTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which event, from 1 on.
    public let number: Int
    /// The most bytes of an event.
    public let limit: Int

    /// Which event it is, nothing of what it holds.
    public var description: String { "event \(number) is larger than the limit of \(limit) bytes" }
}
