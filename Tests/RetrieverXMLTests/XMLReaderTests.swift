import Foundation
import RetrieverXML
import Testing

@Suite("XML, read as it arrives")
struct XMLReaderTests {
    /// The events of a document in short: `<a x="1">`, `</a>`, `"text"`, `!comment`, `?target data`.
    private func events(_ document: String, partSize: Int = 4096, limits: XMLLimits = XMLLimits()) throws -> [String] {
        try events(Array(document.utf8), partSize: partSize, limits: limits)
    }

    private func events(_ bytes: [UInt8], partSize: Int = 4096, limits: XMLLimits = XMLLimits()) throws -> [String] {
        let reader = XMLReader(limits: limits)
        var events: [String] = []
        for start in stride(from: 0, to: bytes.count, by: partSize) {
            reader.append(bytes[start..<min(start + partSize, bytes.count)])
            while let event = try reader.next() { events.append(short(event)) }
        }
        reader.end()
        while let event = try reader.next() { events.append(short(event)) }
        #expect(try reader.next() == nil)
        return events
    }

    private func short(_ event: XMLEvent) -> String {
        func named(_ name: XMLName) -> String { name.namespace.map { "{\($0)}" + name.description } ?? name.description }
        switch event {
        case .startElement(let name, let attributes):
            return "<" + ([named(name)] + attributes.map { "\(named($0.name))=\"\($0.value)\"" }).joined(separator: " ") + ">"
        case .endElement(let name): return "</\(named(name))>"
        case .text(let text): return "\"\(text)\""
        case .comment(let text): return "!\(text)"
        case .processingInstruction(let target, let data): return "?\(target) \(data)"
        }
    }

    private func error(_ document: String, limits: XMLLimits = XMLLimits()) -> XMLError? {
        #expect(throws: XMLError.self) { try events(document, limits: limits) }
    }

    @Test(
        "Events, however the bytes are cut",
        arguments: [
            ("<a/>", ["<a>", "</a>"]), ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>é</a>\n", ["<a>", "\"é\"", "</a>"]),
            (
                "<a x='1' y=\"&lt;&#x41;&amp;\">b&gt;<b/>c<![CDATA[<d>]]>e</a>",
                ["<a x=\"1\" y=\"<A&\">", "\"b>\"", "<b>", "</b>", "\"c<d>e\"", "</a>"]
            ),
            ("<!-- x --><a><!--y--><?p q r?></a><?z?>", ["! x ", "<a>", "!y", "?p q r", "</a>", "?z "]),
            (
                "<a xmlns='u:1' xmlns:p='u:2' p:x='1'><p:b y='2'/><c xmlns=''/></a>",
                ["<{u:1}a {u:2}p:x=\"1\">", "<{u:2}p:b y=\"2\">", "</{u:2}p:b>", "<c>", "</c>", "</{u:1}a>"]
            ),
            ("<q:a/>", ["<q:a>", "</q:a>"]), ("\u{FEFF}<a> \n </a>", ["<a>", "\" \n \"", "</a>"]),
            (
                "<!DOCTYPE a [<!ENTITY e 'x<b/>'><!ATTLIST a z CDATA 'd'>]><a y='&e2;'/>".replacingOccurrences(
                    of: " y='&e2;'", with: ""),
                ["<a z=\"d\">", "</a>"]
            ),
            (
                "<!DOCTYPE a [<!ENTITY e 'x<b/>y'>]><a>&e;&e;</a>",
                ["<a>", "\"x\"", "<b>", "</b>", "\"yx\"", "<b>", "</b>", "\"y\"", "</a>"]
            ),
            ("<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/a.dtd\"><a/>", ["<a>", "</a>"]),
            ("<a>e\u{301}\u{1F9A9}</a>", ["<a>", "\"e\u{301}\u{1F9A9}\"", "</a>"]),
        ])
    func readsEvents(document: String, expected: [String]) throws {
        for partSize in [1, 2, 3, 7, 4096] { #expect(try events(document, partSize: partSize) == expected) }
    }

    @Test("Attributes by name") func attributes() throws {
        let reader = XMLReader()
        reader.append(Array("<a x='1' p:x='2' xmlns:p='u'/>".utf8))
        guard case .startElement(let name, let attributes)? = try reader.next() else {
            Issue.record("no element")
            return
        }
        #expect(name.localName == "a" && name.prefix == nil)
        #expect(attributes["x"] == "1" && attributes["y"] == nil)
    }

    @Test(
        "What is not well-formed, and where",
        arguments: [
            ("<a>\n <b></a>", .malformed, 2), ("<a>\n\n&x;</a>", .malformed, 3), ("<a x='1' x='2'/>", .malformed, 1),
            ("<a/>\n<b/>", .malformed, 2), ("<a>\u{1}</a>", .malformed, 1), ("<a b=c/>", .malformed, 1),
            ("<a>&</a>", .malformed, 1),
            ("", .malformed, 1), ("x", .malformed, 1), ("<a>\n<b>", .incomplete, 2), ("<a", .malformed, 1),
            ("<a><!-- ", .incomplete, 1),
        ] as [(String, XMLError.Code, Int)])
    func malformed(document: String, code: XMLError.Code, line: Int) {
        let error = error(document)
        #expect(error?.code == code && error?.line == line, "\(String(describing: error))")
    }

    @Test("Errors say where and not what, after the events before them") func errorsAfterEvents() throws {
        let reader = XMLReader()
        reader.append(Array("<a>text<b></c>".utf8))
        #expect(try reader.next().map(short) == "<a>")
        #expect(try reader.next().map(short) == "\"text\"")
        #expect(try reader.next().map(short) == "<b>")
        for _ in 0..<2 {
            let error = #expect(throws: XMLError.self) { try reader.next() }
            let text = error.map { "\($0)" } ?? ""
            #expect(
                text.hasPrefix("the document is not well-formed: another element ends than the one that is open (line 1, column ")
            )
        }
    }

    @Test("Bytes that are no UTF-8 are an error") func invalidBytes() {
        let error = #expect(throws: XMLError.self) { try events(Array("<a>".utf8) + [0xFF, 0xE9] + Array("</a>".utf8)) }
        #expect(error?.code == .malformed)
    }

    @Test("External entities are not read, whatever declares them") func externalEntities() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "xml-\(UUID())")
        try "secret".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let declarations = [
            "<!ENTITY e SYSTEM '\(file.absoluteString)'>", "<!ENTITY e PUBLIC 'x' '\(file.path)'>",
            "<!ENTITY % p SYSTEM '\(file.absoluteString)'> %p; <!ENTITY e '%p;'>",
            "<!ENTITY % p \"<!ENTITY e SYSTEM '\(file.absoluteString)'>\"> %p;",
        ]
        for declaration in declarations {
            let reader = XMLReader()
            reader.append(Array("<!DOCTYPE a [\(declaration)]><a>&e;</a>".utf8))
            reader.end()
            var texts: [String] = []
            // Unknown entities are an error, or nothing; never the file.
            while let event = try? reader.next() { texts.append(short(event)) }
            #expect(!texts.joined().contains("secret"))
        }
    }

    @Test("Entities that grow are stopped", arguments: [true, false])
    func growingEntities(isInAttribute: Bool) {
        let entities = (1...9).map { "<!ENTITY l\($0) '\(String(repeating: "&l\($0 - 1);", count: 10))'>" }.joined()
        let use = isInAttribute ? "<a x='&l9;'/>" : "<a>&l9;</a>"
        let error = error("<!DOCTYPE a [<!ENTITY l0 'lollollol'>\(entities)]>\(use)")
        #expect(error != nil)
        let many = String(repeating: "&e;", count: 1000)
        let quadratic = self.error("<!DOCTYPE a [<!ENTITY e '\(String(repeating: "x", count: 2000))'>]><a>\(many)</a>")
        #expect(quadratic?.code == .limitExceeded || quadratic?.code == .malformed)
        let looped = self.error("<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a>&e;</a>")
        #expect(looped?.code == .malformed)
    }

    @Test("Limits") func limits() throws {
        var limits = XMLLimits()
        limits.depth = 3
        limits.attributes = 2
        limits.size = 100
        #expect(try events("<a><b><c x='1' y='2'/></b></a>", limits: limits).count == 6)
        #expect(error("<a><b><c><d/></c></b></a>", limits: limits)?.code == .limitExceeded)
        #expect(error("<a x='1' y='2' z='3'/>", limits: limits)?.message == "an element has more than 2 attributes")
        #expect(
            error("<a>\(String(repeating: "x", count: 100))</a>", limits: limits)?.message
                == "the document has more than 100 bytes")
        limits.tokenSize = 5000
        limits.size = nil
        let comment = "<a><!--\(String(repeating: "x", count: 20_000))"
        #expect(error(comment, limits: limits)?.message == "a token has more than 5000 bytes")
        #expect(error(String(repeating: "<a>", count: 300))?.code == .limitExceeded)
    }

    @Test("A depth that libxml2 does not read is a mistake of the program") func depthOfLimits() async {
        await #expect(processExitsWith: .failure) {
            var limits = XMLLimits()
            limits.depth = 257
            _ = XMLReader(limits: limits)
        }
    }

    @Test("Long text comes in parts, short text as one") func longText() throws {
        let text = String(repeating: "Zeile é\n", count: 50_000)
        let reader = XMLReader()
        var texts: [String] = []
        for part in Array("<a>\(text)</a>".utf8).chunks(of: 1000) {
            reader.append(part)
            while let event = try reader.next() { if case .text(let text) = event { texts.append(text) } }
        }
        #expect(texts.joined() == text)
        #expect(texts.count < 10)
    }
}

extension [UInt8] {
    func chunks(of size: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
