import HTTPSemantics

extension FuzzTarget {
    /// A stream of events, whole and in parts.
    static let events = FuzzTarget(name: "events") { bytes in
        let (whole, wholeEnd) = try read([bytes])
        let (inParts, partsEnd) = try read(chunks(of: bytes))
        try promise(whole == inParts && wholeEnd == partsEnd, "other events when they arrive in parts")
        for event in whole {
            try promise(!event.type.isEmpty, "an event without type")
            try promise(!event.id.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }, "an ID that no field can hold")
            try promise(!event.data.utf8.contains(0x0D), "a line end in a line")
            let lines = event.data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }.joined()
            let again = try read([Array("id: \(event.id)\nevent: \(event.type)\n\(lines)\n".utf8)]).events
            try promise(again == [event], "not the same when written again")
        }
    }

    private struct End: Equatable {
        var lastEventID: String
        var reconnectionTime: Duration?
    }

    private static func read(_ chunks: [[UInt8]]) throws -> (events: [ServerSentEvent], end: End) {
        var parser = EventStreamParser(limit: .max)
        var events: [ServerSentEvent] = []
        for chunk in chunks {
            parser.append(chunk)
            while let event = try parser.next() { events.append(event) }
        }
        return (events, End(lastEventID: parser.lastEventID, reconnectionTime: parser.reconnectionTime))
    }
}
