internal import CXML2

/// A parser of libxml2 that is fed piece by piece, and the events it has told of.
@safe final class XMLPushParser {
    private let raw: xmlParserCtxtPtr
    private let limits: XMLLimits
    private var events: [XMLEvent] = []
    private var taken = 0
    /// Text that may go on.
    private var text: [UInt8] = []
    private var depth = 0
    /// Bytes fed in all, and at the last event.
    private var fed = 0
    private var fedAtEvent = 0
    /// Bytes of text and values told of.
    private var told = 0
    private var excess: XMLError?
    private(set) var isDone = false

    private static let ready: Void = xmlInitParser()
    private static let textSize = 64 << 10

    init(_ limits: XMLLimits) {
        Self.ready
        guard let raw = unsafe cxml2_create_push_parser(startElement, endElement, characters, comment, instruction, entity) else {
            preconditionFailure("no memory for a parser")
        }
        unsafe self.raw = raw
        self.limits = limits
        // libxml2 hands it to the parsers of entities as well; it lives as long as they do.
        unsafe raw.pointee._private = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        if let document = unsafe raw.pointee.myDoc { unsafe xmlFreeDoc(document) }
        unsafe xmlFreeParserCtxt(raw)
    }

    func takeEvent() -> XMLEvent? {
        guard taken < events.count else { return nil }
        defer { taken += 1 }
        return events[taken]
    }

    /// Parses a piece, once all events before it are taken.
    func parse(_ piece: ArraySlice<UInt8>) throws(XMLError) {
        (events, taken) = ([], 0)
        fed += piece.count
        unsafe piece.withUnsafeBytes { piece in
            _ = unsafe xmlParseChunk(raw, piece.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(piece.count), 0)
        }
        try check()
        if fed - fedAtEvent > limits.tokenSize { throw excess("a token has more than \(limits.tokenSize) bytes") }
    }

    /// Takes note that there are no more pieces.
    func finish() throws(XMLError) {
        (events, taken, isDone) = ([], 0, true)
        unsafe xmlParseChunk(raw, nil, 0, 1)
        flushText()
        if depth > 0, excess == nil, XMLErrorText.isCut(lastError) {
            throw error(.incomplete, "the document ends within an element")
        }
        try check()
    }

    private var lastError: CInt { unsafe xmlCtxtGetLastError(raw)?.pointee.code ?? 0 }

    private func check() throws(XMLError) {
        guard unsafe excess != nil || raw.pointee.wellFormed == 0 else { return }
        flushText()
        if let excess { throw excess }
        throw error(.malformed, "the document is not well-formed: \(XMLErrorText.text(lastError))")
    }

    private func error(_ code: XMLError.Code, _ message: String) -> XMLError {
        guard let input = unsafe raw.pointee.input else { return XMLError(code: code, message: message, line: 1, column: 1) }
        return unsafe XMLError(
            code: code, message: message, line: Int(input.pointee.line), column: max(1, Int(input.pointee.col)))
    }

    func excess(_ message: String) -> XMLError { error(.limitExceeded, message) }
}

// What libxml2 tells of. Nothing is told any more when a limit is exceeded.
extension XMLPushParser {
    /// The parser whose callback is called with `context`; `nil` when it has given up.
    fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> XMLPushParser? {
        guard let raw = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self), let owner = unsafe raw.pointee._private
        else {
            return nil
        }
        let parser = unsafe Unmanaged<XMLPushParser>.fromOpaque(owner).takeUnretainedValue()
        guard parser.excess == nil else {
            unsafe xmlStopParser(raw)
            return nil
        }
        return parser
    }

    fileprivate func add(_ event: XMLEvent) {
        flushText()
        events.append(event)
        fedAtEvent = fed
    }

    private func flushText() {
        guard !text.isEmpty else { return }
        events.append(.text(String(decoding: text, as: UTF8.self)))
        text = []
    }

    fileprivate func add(text more: UnsafeBufferPointer<UInt8>) {
        unsafe text.append(contentsOf: more)
        count(more.count)
        fedAtEvent = fed
        if text.count >= Self.textSize { flushText() }
    }

    fileprivate func open(_ name: XMLName, _ attributes: [XMLAttribute]) {
        depth += 1
        if depth > limits.depth { return stop("more than \(limits.depth) elements are within each other") }
        count(attributes.reduce(0) { $0 + $1.value.utf8.count })
        add(.startElement(name, attributes: attributes))
    }

    fileprivate func mayHave(attributes count: Int) -> Bool {
        if count > limits.attributes { stop("an element has more than \(limits.attributes) attributes") }
        return count <= limits.attributes
    }

    fileprivate func close(_ name: XMLName) {
        depth -= 1
        add(.endElement(name))
    }

    fileprivate func count(_ bytes: Int) {
        told += bytes
        if told > fed + limits.entityExpansion { stop("entities add more than \(limits.entityExpansion) bytes") }
    }

    private func stop(_ message: String) {
        if excess == nil { excess = excess(message) }
    }
}

private typealias XMLText = UnsafePointer<xmlChar>

private func string(_ text: XMLText?) -> String { unsafe text.map { unsafe String(cString: $0) } ?? "" }

private func name(_ local: XMLText?, _ prefix: XMLText?, _ namespace: XMLText?) -> XMLName {
    unsafe XMLName(
        localName: string(local), prefix: prefix.map { unsafe string($0) }, namespace: namespace.map { unsafe string($0) })
}

private func startElement(
    _ context: UnsafeMutableRawPointer?, _ local: XMLText?, _ prefix: XMLText?, _ namespace: XMLText?, _ namespaceCount: CInt,
    _ namespaces: UnsafeMutablePointer<XMLText?>?, _ count: CInt, _ defaultCount: CInt, _ values: UnsafeMutablePointer<XMLText?>?
) {
    guard let parser = unsafe XMLPushParser.of(context), parser.mayHave(attributes: Int(count)) else { return }
    // Local name, prefix, namespace, beginning and end of the value.
    let attributes = (0..<Int(count)).compactMap { index -> XMLAttribute? in
        guard let parts = unsafe values.map({ unsafe $0 + index * 5 }), let begin = unsafe parts[3], let end = unsafe parts[4]
        else {
            return nil
        }
        let value = unsafe UnsafeBufferPointer(start: begin, count: end - begin)
        return unsafe XMLAttribute(name: name(parts[0], parts[1], parts[2]), value: String(decoding: value, as: UTF8.self))
    }
    unsafe parser.open(name(local, prefix, namespace), attributes)
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ local: XMLText?, _ prefix: XMLText?, _ namespace: XMLText?) {
    unsafe XMLPushParser.of(context)?.close(name(local, prefix, namespace))
}

private func characters(_ context: UnsafeMutableRawPointer?, _ text: XMLText?, _ count: CInt) {
    unsafe XMLPushParser.of(context)?.add(text: UnsafeBufferPointer(start: text, count: Int(count)))
}

private func comment(_ context: UnsafeMutableRawPointer?, _ text: XMLText?) {
    unsafe XMLPushParser.of(context)?.add(.comment(string(text)))
}

private func instruction(_ context: UnsafeMutableRawPointer?, _ target: XMLText?, _ data: XMLText?) {
    unsafe XMLPushParser.of(context)?.add(.processingInstruction(target: string(target), data: string(data)))
}

/// Declares an entity whose text stands in the document; all others would have to be fetched, and stay unknown.
private func entity(
    _ context: UnsafeMutableRawPointer?, _ name: XMLText?, _ kind: CInt, _ publicID: XMLText?, _ systemID: XMLText?,
    _ content: UnsafeMutablePointer<xmlChar>?
) {
    guard UInt32(bitPattern: kind) == XML_INTERNAL_GENERAL_ENTITY.rawValue else { return }
    unsafe xmlSAX2EntityDecl(context, name, kind, publicID, systemID, content)
}
