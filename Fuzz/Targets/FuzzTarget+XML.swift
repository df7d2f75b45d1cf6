import RetrieverXML

extension FuzzTarget {
    /// An XML document, whole and in parts.
    static let xml = FuzzTarget(name: "xml") { bytes in
        let whole = events(of: [bytes])
        let inParts = events(of: chunks(of: bytes))
        // libxml2 2.9 takes the dashes that begin a comment for those that end it when it has not got the rest.
        guard !["<!-->", "<!--->"].contains(where: { bytes.contains(Array($0.utf8)) }) else { return }
        try promise(whole.isComplete == inParts.isComplete, "well-formed only whole, or only in parts")
        if whole.isComplete { try promise(whole.events == inParts.events, "other events when it arrives in parts") }
        var open: [XMLName] = []
        for event in whole.events {
            switch event {
            case .startElement(let name, _): open.append(name)
            case .endElement(let name): try promise(open.popLast() == name, "\(name) ends, which is not open")
            case .text(let text): try promise(!text.isEmpty, "text without characters")
            case .comment, .processingInstruction: break
            }
        }
        try promise(!whole.isComplete || open.isEmpty, "an element is open at the end")
    }

    private static func events(of chunks: [[UInt8]]) -> (events: [XMLEvent], isComplete: Bool) {
        let reader = XMLReader()
        var events: [XMLEvent] = []
        do {
            for chunk in chunks {
                reader.append(chunk)
                while let event = try reader.next() { events.append(event) }
            }
            reader.end()
            while let event = try reader.next() { events.append(event) }
        } catch {
            return (events, false)
        }
        return (events, true)
    }
}
