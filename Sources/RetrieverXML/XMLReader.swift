internal import CXML2

/// Reads an XML document in UTF-8 that comes in parts, cut anywhere. Nothing is built in memory but the events that are there to be read.
///
///     reader.append(bytes)
///     while let event = try reader.next() { … }
///
/// External entities are never read, and nothing is fetched. Entities that the document itself declares are resolved, up to a limit.
public final class XMLReader {
    private let parser: XMLPushParser
    private let limits: XMLLimits
    /// What has come and is not parsed; `parsed` of it is.
    private var bytes: [UInt8] = []
    private var parsed = 0
    private var size = 0
    /// Whether there may still be a byte order mark.
    private var isAtBeginning = true
    private var hasEnded = false
    private var failure: XMLError?

    /// Few enough that what they hold takes little memory.
    private static let pieceSize = 4096

    /// For a document from its first byte on.
    public init(limits: XMLLimits = XMLLimits()) {
        precondition(1...256 ~= limits.depth, "The depth of a document is limited to 1...256")
        self.limits = limits
        parser = XMLPushParser(limits)
    }

    /// Takes the next part of the document.
    public func append(_ more: some Collection<UInt8>) {
        bytes.removeFirst(parsed)
        bytes += more
        parsed = 0
    }

    /// Takes note that there are no more parts.
    public func end() { hasEnded = true }

    /// The next event; `nil` when more of the document must come first, or there is none.
    ///
    /// - Throws: ``XMLError``, after all events before it.
    public func next() throws(XMLError) -> XMLEvent? {
        while true {
            if let event = parser.takeEvent() { return event }
            if let failure { throw failure }
            guard skipByteOrderMark(), parsed < bytes.count || hasEnded && !parser.isDone else { return nil }
            do throws(XMLError) { try parseMore() } catch { failure = error }
        }
    }

    /// Whether it is known if there is one.
    private func skipByteOrderMark() -> Bool {
        guard isAtBeginning else { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if !hasEnded, bytes.count < mark.count, mark.starts(with: bytes) { return false }
        isAtBeginning = false
        if bytes.starts(with: mark) { parsed = mark.count }
        return true
    }

    private func parseMore() throws(XMLError) {
        guard parsed < bytes.count else { return try parser.finish() }
        let end = min(parsed + Self.pieceSize, bytes.count)
        size += end - parsed
        if let limit = limits.size, size > limit { throw parser.excess("the document has more than \(limit) bytes") }
        defer { parsed = end }
        try parser.parse(bytes[parsed..<end])
    }
}
