/// Reads a stream of server-sent events that comes in parts, cut anywhere. HTML standard §9.2.6.
///
/// ```swift
/// parser.append(bytes)
/// while let event = try parser.next() { … }
/// ```
public struct EventStreamParser: Sendable {
    private let limit: Int
    /// Bytes whose lines before `start` were read; no line ends before `searched`.
    private var bytes: [UInt8] = []
    private var start = 0
    private var searched = 0
    /// Whether there may still be a byte order mark.
    private var isAtBeginning = true
    /// Whether a line has ended with CR, so that LF would be the same line end.
    private var skipsLineFeed = false
    /// How many events were answered.
    private var count = 0

    // Of the event that is coming
    private var data: [UInt8] = []
    private var type = ""
    private var id: String

    /// The ID to go on from when the stream breaks off: that of the last event that was complete.
    public private(set) var lastEventID: String
    /// How long the server wants clients to wait before they connect again; `nil` when it has not said.
    public private(set) var reconnectionTime: Duration?

    /// For a stream from its first byte on.
    ///
    /// - Parameters:
    ///   - limit: The most bytes of an event's data together with a line.
    ///   - lastEventID: The ID that the stream goes on from.
    public init(limit: Int = 1 << 20, lastEventID: String = "") {
        self.limit = limit
        self.lastEventID = lastEventID
        id = lastEventID
    }

    /// Takes the next part of the stream. An event that is not complete when there are no more is none.
    public mutating func append(_ more: some Collection<UInt8>) {
        bytes.removeFirst(start)
        bytes += more
        searched -= start
        start = 0
    }

    /// The next event; `nil` when more of the stream must come first.
    ///
    /// - Throws: When an event is too large; what follows it makes no sense any more.
    public mutating func next() throws(EventTooLarge) -> ServerSentEvent? {
        while let line = nextLine() {
            if let event = try read(line) { return event }
        }
        try requireRoom(bytes.count - start)
        return nil
    }

    /// The next line without its end; `nil` when its end has not come.
    private mutating func nextLine() -> Range<Int>? {
        guard skipByteOrderMark() else { return nil }
        if skipsLineFeed, start < bytes.count {
            skipsLineFeed = false
            if bytes[start] == 0x0A { start += 1 }
        }
        searched = max(searched, start)
        guard let end = bytes[searched...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
            searched = bytes.count
            return nil
        }
        defer { (start, searched) = (end + 1, end + 1) }
        skipsLineFeed = bytes[end] == 0x0D
        return start..<end
    }

    /// Whether it is known if there is one.
    private mutating func skipByteOrderMark() -> Bool {
        guard isAtBeginning else { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.count < mark.count, mark.starts(with: bytes) { return false }
        isAtBeginning = false
        if bytes.starts(with: mark) { start = mark.count }
        return true
    }

    private func requireRoom(_ count: Int) throws(EventTooLarge) {
        guard data.count <= limit - count else { throw EventTooLarge(number: self.count + 1, limit: limit) }
    }

    /// The event that the line is the end of.
    private mutating func read(_ line: Range<Int>) throws(EventTooLarge) -> ServerSentEvent? {
        guard !line.isEmpty else { return endEvent() }
        try requireRoom(line.count)
        let name = bytes[line].prefix { $0 != UInt8(ascii: ":") }
        var value = bytes[line][name.endIndex...].dropFirst()
        if value.first == 0x20 { value.removeFirst() }
        set(name, value)
        return nil
    }

    private mutating func set(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        switch String(decoding: name, as: UTF8.self) {
        case "data": data += value + [0x0A]
        case "event": type = String(decoding: value, as: UTF8.self)
        case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case "retry":
            guard !value.isEmpty, value.allSatisfy(\.isASCIIDigit) else { return }
            reconnectionTime = .milliseconds(min(Int(String(decoding: value, as: UTF8.self)) ?? .max, Self.longest))
        default: break  // comments have no name
        }
    }

    /// 34 years; the sum of such times cannot overflow.
    private static let longest = 1000 << 30

    private mutating func endEvent() -> ServerSentEvent? {
        defer { (data, type) = ([], "") }
        lastEventID = id
        guard !data.isEmpty else { return nil }
        count += 1
        return ServerSentEvent(
            type: type.isEmpty ? "message" : type, data: String(decoding: data.dropLast(), as: UTF8.self), id: id)
    }
}
